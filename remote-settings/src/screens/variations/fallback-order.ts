import type { Variation } from '@pim/contract'

export interface VariationRow {
  readonly variation: Variation
  /** The chain of fallbacks, from its last one down to the variation itself: `en-US`, `de-DE`, `de-AT`. */
  readonly chain: readonly Variation[]
}

/**
 * Sorts variations as a tree, each below its fallback; siblings keep their order. One whose fallback is not in the list
 * becomes a root.
 */
export function inFallbackOrder(variations: readonly Variation[]): VariationRow[] {
  const known = new Set(variations.map(({ variationId }) => variationId))
  const parentOf = ({ fallbackVariationId }: Variation) =>
    fallbackVariationId && known.has(fallbackVariationId) ? fallbackVariationId : null
  const childrenByParent = Map.groupBy(variations, parentOf)
  const rowsBelow = (parent: string | null, chain: readonly Variation[]): VariationRow[] =>
    (childrenByParent.get(parent) ?? []).flatMap((variation) => {
      const own = [...chain, variation]
      return [{ variation, chain: own }, ...rowsBelow(variation.variationId, own)]
    })
  return rowsBelow(null, [])
}
