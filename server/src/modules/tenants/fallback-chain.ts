import type { Variation } from '@pim/contract'

/** Whether this fallback would close a cycle: its chain of fallbacks leads back to the variation itself. */
export function closesCycle(
  variations: readonly Variation[],
  variationId: string,
  fallbackVariationId: string | null,
): boolean {
  const fallbacks = new Map(variations.map((each) => [each.variationId, each.fallbackVariationId]))
  const seen = new Set<string>()
  for (let at = fallbackVariationId; at !== null && !seen.has(at); at = fallbacks.get(at) ?? null) {
    if (at === variationId) return true
    seen.add(at)
  }
  return false
}
