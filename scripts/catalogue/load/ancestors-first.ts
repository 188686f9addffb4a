import type { Variation } from '@pim/contract'

/**
 * By language, each after the one that it falls back to. What is inherited has to be live first, so it is published in this
 * order and taken away in the opposite one.
 */
export function ancestorsFirst(variations: ReadonlyMap<string, Variation>): [languageCode: string, Variation][] {
  const all = new Map([...variations.values()].map((each) => [each.variationId, each]))
  const depth = ({ fallbackVariationId }: Variation): number => {
    const parent = fallbackVariationId === null ? undefined : all.get(fallbackVariationId)
    return parent === undefined ? 0 : 1 + depth(parent)
  }
  return [...variations].toSorted(([, a], [, b]) => depth(a) - depth(b))
}
