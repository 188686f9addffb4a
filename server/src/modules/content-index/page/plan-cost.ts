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
/** The same for relevance, as computing the rank of a row takes longer. */
export const smallRankedSet = 1_000

/** Of a row that a scan reads and tests. */
export function costPerRow(scan: OrderedScan, conditions: readonly Condition[]): number {
  const tested = conditions.filter((condition) => !scan.implied?.has(condition))
  const needsNoRow = (scan.isExact && tested.length === 0) || scan.ranges.every(({ isListTable }) => isListTable)
  return 1 + (needsNoRow ? 0 : cost.lookUp) + lookUps(tested)
}

/** Of a candidate that one of the conditions found: it is fetched, and tested against the others. */
export const costPerCandidate = (conditions: readonly Condition[]): number => cost.fetch + lookUps(conditions.slice(1))

const lookUps = (conditions: readonly Condition[]): number =>
  cost.lookUp * conditions.filter(({ readsRowOnly }) => !readsRowOnly).length
