import type { Variation } from '@pim/contract'

export interface PlacedVariation {
  readonly variation: Variation
  /** From the far end to the variation itself: `en-US`, `de-DE`, `de-AT`. */
  readonly chain: readonly Variation[]
}

/** Each variation under the one that it falls back to, as they came. What hangs in the air is on top. */
export function inFallbackOrder(variations: readonly Variation[]): PlacedVariation[] {
  const known = new Set(variations.map(({ variationId }) => variationId))
  const parentOf = ({ fallbackVariationId }: Variation) =>
    fallbackVariationId && known.has(fallbackVariationId) ? fallbackVariationId : null
  const below = Map.groupBy(variations, parentOf)
  const place = (parent: string | null, chain: readonly Variation[]): PlacedVariation[] =>
    (below.get(parent) ?? []).flatMap((variation) => {
      const own = [...chain, variation]
      return [{ variation, chain: own }, ...place(variation.variationId, own)]
    })
  return place(null, [])
}
