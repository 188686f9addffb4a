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

function someOf(chosen: readonly string[] | undefined, known: ReadonlySet<string>): readonly string[] | undefined {
  const left = chosen?.filter((each) => known.has(each)) ?? []
  return left.length === 0 ? undefined : left
}
