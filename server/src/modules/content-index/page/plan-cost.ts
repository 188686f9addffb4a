import type { Condition } from './filter.repository.ts'
import type { OrderedScan } from './list-source.ts'

/** Costs are counted in rows that are read off an index, at about a quarter of a microsecond each. */
const cost = {
  /** To test a row in another index or table than the one it was read from. */
  lookUp: 12,
  /** To fetch a candidate by its id. */
  fetch: 14,
}

/** Where the items that a condition finds are at hand: to test a row of a walk by them, and to fetch the row of one. */
export const ofFound = { walk: 2, fetch: cost.lookUp + cost.fetch } as const

/** What a walk may cost, a second one where the first has not filled the page, and a sample before anything else is tried. */
export const budgets = { walk: 24_000, longWalk: 192_000, sample: 4_000 } as const

/** Sets of up to so many rows are fetched, sorted and counted whole. */
export const smallSet = 2_000

/** Cost of a row that a scan reads and tests: each condition reads another table. */
export function costPerRow(scan: OrderedScan, conditions: readonly Condition[]): number {
  const needsNoRow = (scan.isExact && conditions.length === 0) || scan.ranges.every(({ isListTable }) => isListTable)
  return 1 + (needsNoRow ? 0 : cost.lookUp) + cost.lookUp * conditions.length
}

/** Of a candidate that one of the conditions found: it is fetched, and tested against the others. */
export const costPerCandidate = (conditions: readonly Condition[]): number =>
  cost.fetch + cost.lookUp * Math.max(0, conditions.length - 1)
