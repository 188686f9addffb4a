import { type ApiClient, ApiError, type CallOptions } from '@pim/api-client'
import type { ContentVariation } from '@pim/contract'

export interface TextCell {
  readonly variation: ContentVariation
  /** The variation's own text; undefined where it inherits. */
  readonly own: string | undefined
  /** The inherited text, shown where there is no own one. */
  readonly inherited: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function cellOf(variation: ContentVariation, field: string): TextCell {
  const { value = null, isInherited = false } = variation.fields[field] ?? {}
  return isInherited
    ? { variation, own: undefined, inherited: textOf(value) }
    : { variation, own: textOf(value), inherited: '' }
}

interface TextToSave {
  readonly cell: TextCell
  readonly field: string
  readonly text: string
  /** True where an empty text inherits. */
  readonly hasFallback: boolean
}

/** Saves one text. What somebody else has written meanwhile is in the way: then it answers theirs, and saves nothing. */
export async function saveText(
  api: ApiClient,
  { cell, field, text, hasFallback }: TextToSave,
  options: CallOptions,
): Promise<{ readonly cell: TextCell; readonly isTheirs: boolean }> {
  const { contentVariationId, version } = cell.variation
  const value = text.trim()
  const change =
    value === '' && hasFallback
      ? { fields: [], resetFields: [field] }
      : { fields: [{ technicalFieldName: field, value: value === '' ? null : value }] }
  try {
    const body = { contentVariationId, baseVersion: version, ...change }
    return { cell: cellOf(await api.contentVariation.updateVariation({ body }, options), field), isTheirs: false }
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.problem?.code !== 'VERSION_CONFLICT') throw failure
    const now = await api.contentVariation.getVariation({ params: { contentVariationId } }, options)
    return { cell: cellOf(now, field), isTheirs: true }
  }
}
