import type { RowCount } from './count.repository.ts'
import { budgets, smallSet } from './plan-cost.ts'
import type { Figures } from './plan-figures.ts'

/** A sample with fewer matching rows says nothing about how many match in all. */
const fewHits = 5

/** How many rows each condition finds. */
export type Counts = readonly (RowCount | undefined)[]

/**
 * How many rows each condition finds, undefined where it has yet to be counted. Counting is left out where a sample
 * says that so many rows match that the count is of no use.
 */
export function countsOf({ conditions, possible, sample }: Figures): Counts {
  return conditions.map(({ finds, isExpensive, isWithinList, rows }) => {
    if (sample === undefined || finds !== 'matching' || !isExpensive) return rows
    const isTooMuch = sample.hits * possible > 2 * smallSet * sample.rows
    const liesElsewhere = sample.hits >= fewHits && !isWithinList
    return isTooMuch || liesElsewhere ? { count: sample.hits, isComplete: false } : rows
  })
}

/** The count of the only condition is the length of the list, if it finds no row outside of the list. */
export function knownTotal(
  { total, possible, conditions: [only, ...others] }: Figures,
  [count]: Counts,
): number | undefined {
  if (total !== undefined) return total
  if (only === undefined || others.length > 0 || !only.isWithinList || !count?.isComplete) return undefined
  return only.finds === 'matching' ? count.count : possible - count.count
}

/** The list is at least as long. */
export function knownLeast({ conditions: [only, ...others] }: Figures, [count]: Counts): number {
  const tellsLength = others.length === 0 && only?.finds === 'matching' && only.isWithinList
  return tellsLength ? (count?.count ?? 0) : 0
}

export function smallestCandidateSet({ conditions }: Figures, counts: Counts) {
  return conditions
    .flatMap(({ finds }, at) => {
      const rows = counts[at]
      return finds === 'matching' && rows?.isComplete ? [{ at, count: rows.count }] : []
    })
    .toSorted((one, other) => one.count - other.count)[0]
}

/** How many rows match, if the conditions are independent. Those without a complete count are taken to match all. */
export const matchingRows = ({ conditions, possible }: Figures, counts: Counts): number =>
  conditions.reduce((product, { finds }, at) => {
    const rows = counts[at]
    if (!rows?.isComplete) return product
    const share = Math.min(1, rows.count / possible)
    return product * (finds === 'matching' ? share : 1 - share)
  }, 1) * possible

/** What it takes to walk to the end of the page, if the matching rows lie evenly in the order. */
export function walkCost(figures: Figures, counts: Counts): number {
  const { scan, offset, limit, possible } = figures
  const rows = matchingRows(figures, counts)
  if (scan === undefined || rows <= offset) return Number.POSITIVE_INFINITY
  return (((offset + limit) * possible) / rows) * scan.costPerRow
}

/** Whether a walk is too expensive, going by how few rows of the sample match. */
export function isBeyondSample({ conditions, sample, offset, limit }: Figures): boolean {
  if (conditions.length < 2 || sample === undefined) return false
  return (budgets.sample * (offset + limit + 1)) / Math.max(sample.hits, 1) > budgets.walk
}
