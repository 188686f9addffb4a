import type { ContentVariation, UpdateRequest } from '@pim/contract'
import { targetsIn } from './draft-fields.ts'
import { type Edit, targetsEntry } from './edit.ts'

interface SaveRequest {
  readonly request: UpdateRequest
  /** The edits that are in it. */
  readonly sent: readonly (readonly [field: string, edit: Edit])[]
}

/** Edits that began from the same version go together, the oldest first; the others wait for the next request. */
export function requestOf(
  { contentVariationId, version }: ContentVariation,
  sendable: readonly (readonly [field: string, edit: Edit])[],
  bases: ReadonlyMap<string, number>,
): SaveRequest {
  const baseOf = (field: string) => bases.get(field) ?? version
  const baseVersion = Math.min(...sendable.map(([field]) => baseOf(field)))
  const sent = sendable.filter(([field]) => baseOf(field) === baseVersion)
  const ofFields = sent.filter(([name]) => name !== targetsEntry)
  const targets = sent.find(([name]) => name === targetsEntry)?.[1]
  const request = {
    contentVariationId,
    baseVersion,
    fields: ofFields.flatMap(([technicalFieldName, edit]) =>
      edit.kind === 'set' ? [{ technicalFieldName, value: edit.value }] : [],
    ),
    resetFields: ofFields.flatMap(([name, edit]) => (edit.kind === 'reset' ? [name] : [])),
    ...(targets?.kind === 'set' && { deliveryTargets: targetsIn(targets.value) }),
  }
  return { request, sent }
}
