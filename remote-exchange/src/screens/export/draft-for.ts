import type { ExportDraft } from '@pim/content-kit/export'
import type { ContentType, Variation } from '@pim/contract'

/** A draft, which may have been kept for long, without what is not there any more. What is left of nothing is everything. */
export function draftFor(
  draft: ExportDraft,
  types: readonly ContentType[],
  variations: readonly Variation[],
): ExportDraft {
  const type = types.find(({ technicalName }) => technicalName === draft.typeName)
  const fields = new Set(type?.fields.map(({ technicalName }) => technicalName))
  const known = new Set(variations.map(({ variationId }) => variationId))
  return {
    ...draft,
    fieldNames: someOf(draft.fieldNames, fields),
    variationIds: someOf(draft.variationIds, known),
  }
}

/** What of a draft is not there any more, by name where there is one. */
export function goneOf(
  { typeName, fieldNames = [], variationIds = [] }: ExportDraft,
  types: readonly ContentType[],
  variations: readonly Variation[],
): { readonly names: readonly string[]; readonly variations: number } {
  const type = types.find(({ technicalName }) => technicalName === typeName)
  const fields = new Set(type?.fields.map(({ technicalName }) => technicalName))
  const known = new Set(variations.map(({ variationId }) => variationId))
  return {
    names: type ? fieldNames.filter((name) => !fields.has(name)) : [typeName],
    variations: variationIds.filter((id) => !known.has(id)).length,
  }
}

function someOf(chosen: readonly string[] | undefined, known: ReadonlySet<string>): readonly string[] | undefined {
  const left = chosen?.filter((each) => known.has(each)) ?? []
  return left.length === 0 ? undefined : left
}
