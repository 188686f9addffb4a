import { budgets, ofFound, smallSet } from './plan-cost.ts'
import {
  type Counts,
  countsOf,
  isBeyondSample,
  knownLeast,
  knownTotal,
  matchingRows,
  smallestCandidateSet,
  walkCost,
} from './plan-estimates.ts'
import type { ConditionFigures, Figures, ScanFigures } from './plan-figures.ts'

/** Exact counts do not matter beyond this: more than 2,500. */
const countLimit = 2_501
/** The same for a condition that is slow to find. */
const expensiveCountLimit = 1_000

/**
 * One step of reading a page.
 *
 * Steps that find something out, after which the plan is made again:
 * - `sample` reads the first rows in order and counts how many match
 * - `limited-fetch` fetches the candidates of the only condition, unless they are more than the limit
 * - `count` counts the rows of conditions, up to limits
 * - `walk` reads rows in order and tests each until the page is full or the budget is spent
 * - `count-and-read` counts the rows of the only condition and, in the same statement, fetches them where they are few and
 *   walks where they are many
 *
 * Steps that end it:
 * - `empty` reads nothing
 * - `index-scan` reads the page of a list without conditions off the index
 * - `field-scan` the same in the order of a field, followed by rows without a value
 * - `candidate-set` fetches what one condition finds, or the whole list, then tests and sorts it
 * - `intersection` fetches what all conditions find together, then sorts it
 * - `serve` answers with the rows that the step before has read
 */
export type Plan = { readonly reason: string; readonly estimatedCost: number } & (
  | { readonly kind: 'sample'; readonly rows: number }
  | { readonly kind: 'limited-fetch'; readonly most: number }
  | { readonly kind: 'count'; readonly conditions: readonly CountStep[] }
  | { readonly kind: 'walk'; readonly budget: number }
  | { readonly kind: 'count-and-read'; readonly few: number; readonly most: number; readonly budget: number }
  | { readonly kind: 'empty'; readonly total: number }
  | {
      readonly kind: 'index-scan'
      readonly offset: number
      readonly limit: number
      readonly reversed: boolean
      readonly total: number
    }
  | { readonly kind: 'field-scan'; readonly total: number }
  | { readonly kind: 'candidate-set'; readonly by?: number; readonly except: readonly number[] }
  | { readonly kind: 'intersection' }
  | { readonly kind: 'serve'; readonly total: number; readonly isCapped: boolean }
)

/** `at`: the place of the condition in the list's. */
export interface CountStep {
  readonly at: number
  /** Null: counted to the end. */
  readonly most: number | null
}

/** The next step of reading a page, from what is known of the list so far. */
export const planOf = (figures: Figures): Plan =>
  planWithoutConditions(figures) ?? planByReading(figures) ?? planBySample(figures) ?? planByCounting(figures)

/** Kept counts say how long the list is, and the index holds nothing else: no row has to be tested. */
function planWithoutConditions({ possible, total, offset, limit, scan, endsWithoutValue }: Figures): Plan | undefined {
  if (possible === 0 || (total !== undefined && offset >= total))
    return { kind: 'empty', reason: 'the page lies beyond the end', estimatedCost: 0, total: total ?? 0 }
  if (total === undefined || !scan?.isExact) return undefined
  const reason = 'the index holds the list'
  if (endsWithoutValue) return { kind: 'field-scan', reason, estimatedCost: offset + limit, total }
  const rows = Math.min(limit, total - offset)
  const fromEnd = total - offset - rows
  const reversed = fromEnd < offset
  const start = reversed ? fromEnd : offset
  return { kind: 'index-scan', reason, estimatedCost: start + rows, offset: start, limit: rows, reversed, total }
}

/** What follows a step that has read rows of the list. */
function planByReading(figures: Figures): Plan | undefined {
  const { possible, offset, limit, scan, endsWithoutValue, fetched, walked } = figures
  if (fetched !== undefined) return served('all rows were fetched', fetched.total, false)
  if (walked === undefined) return undefined
  const counts = countsOf(figures)
  const total = knownTotal(figures, counts)
  if (walked.rows > limit) {
    if (total !== undefined) return served('the walk filled the page', total, false)
    const atLeast = Math.max(offset + walked.rows, knownLeast(figures, counts))
    return served('the walk filled the page', Math.min(possible, atLeast), true)
  }
  if (total !== undefined && walked.rows > 0 && offset + walked.rows >= total)
    return served('the walk read to the end of the list', total, false)
  const readAll = scan?.isExact && !endsWithoutValue && possible <= walked.budget
  if (readAll && (walked.rows > 0 || offset === 0)) return served('the walk read all rows', offset + walked.rows, false)
  return walkFurther(figures, counts) ?? intersection(figures, 'the walk ended before the page was full')
}

/**
 * The first rows of an order are often alike, as the latest of an import or of an edit of many are. How much the other way
 * costs is unknown where the conditions find more rows than were counted, so a longer walk is tried before it.
 */
function walkFurther(figures: Figures, counts: Counts): Plan | undefined {
  const { possible, scan, walked, offset, conditions } = figures
  if (scan === undefined) return undefined
  const budget = Math.ceil(budgets.longWalk / scan.costPerRow) + 2 * offset
  const isMany = conditions.every(({ finds }, at) => finds !== 'matching' || counts[at]?.isComplete === false)
  if (!isMany || Math.min(budget, possible) <= (walked?.budget ?? 0)) return undefined
  const reason = 'the first rows of the order are unlike the others'
  return { kind: 'walk', reason, estimatedCost: budget * scan.costPerRow, budget }
}

const served = (reason: string, total: number, isCapped: boolean): Plan => ({
  kind: 'serve',
  reason,
  estimatedCost: 0,
  total,
  isCapped,
})

/** Where every other way is expensive, the first rows of the order are tried: they often are the page already. */
function planBySample(figures: Figures): Plan | undefined {
  const { possible, total, offset, limit, conditions, scan, sample } = figures
  const isWorthIt = conditions.length > 1 || conditions.some(isExpensive)
  if (!isWorthIt || scan === undefined) return undefined
  if (sample !== undefined && sample.hits > offset + limit) {
    const rows = total ?? Math.min(possible, sample.hits)
    return served('the sample holds the page', rows, total === undefined)
  }
  const rows = Math.ceil(budgets.sample / scan.costPerRow)
  if (sample !== undefined || offset + limit > rows / 2) return undefined
  return { kind: 'sample', reason: 'counting the conditions is expensive', estimatedCost: budgets.sample, rows }
}

const isExpensive = (condition: ConditionFigures): boolean => condition.isExpensive || condition.finds === 'excluded'

/** Compares a walk in the order of the list with fetching a set of candidates, by how many rows the conditions find. */
function planByCounting(figures: Figures): Plan {
  const { possible, conditions, scan } = figures
  const counts = countsOf(figures)
  const [only] = conditions
  if (conditions.length === 1 && only?.finds === 'matching' && only.isExpensive && counts[0] === undefined) {
    const estimatedCost = smallSet * figures.costPerCandidate
    return { kind: 'limited-fetch', reason: 'counting costs as much as fetching', estimatedCost, most: smallSet }
  }
  const uncounted = conditions.flatMap((condition, at) =>
    condition.finds === 'nothing' || counts[at] !== undefined ? [] : [{ at, most: maxCounted(condition) }],
  )
  if (uncounted.length > 0 && figures.isOneStatement && scan !== undefined) return countAndRead(figures)
  if (uncounted.length > 0) {
    const estimatedCost = uncounted.reduce((sum, { most }) => sum + (most ?? possible), 0)
    return { kind: 'count', reason: 'the selectivity is unknown', estimatedCost, conditions: uncounted }
  }
  return planByCost(figures, counts)
}

/** Rows that do not match are often few, and then only their exact number tells how many do. */
function maxCounted({ finds, isExpensive }: ConditionFigures): number | null {
  if (isExpensive) return expensiveCountLimit
  return finds === 'excluded' ? null : countLimit
}

function planByCost(figures: Figures, counts: Counts): Plan {
  const { possible, conditions, costPerCandidate, scan } = figures
  const total = knownTotal(figures, counts)
  if (total === 0) return { kind: 'empty', reason: 'nothing matches', estimatedCost: 0, total }
  const smallest = smallestCandidateSet(figures, counts)
  const setRows = Math.min(smallest?.count ?? possible, total ?? possible)
  const setCost = setRows * costPerCandidate
  const cost = walkCost(figures, counts)
  const isTooDeep = isBeyondSample(figures)
  if (scan !== undefined && !isTooDeep && cost < Math.min(setCost, budgets.walk))
    return walk(figures, counts, scan, 'the page lies early in the order')
  const except = conditions.flatMap(({ finds }, at) => (finds === 'excluded' && counts[at]?.isComplete ? [at] : []))
  if (smallest !== undefined && smallest.count < Math.min(possible, smallSet)) {
    const reason = 'a condition finds few rows'
    return { kind: 'candidate-set', reason, estimatedCost: setCost, by: smallest.at, except }
  }
  if (setRows < smallSet)
    return { kind: 'candidate-set', reason: 'the list is short', estimatedCost: possible * costPerCandidate, except }
  if (scan === undefined) return intersection(figures, 'no index has the order')
  if (isTooDeep) return walkFurther(figures, counts) ?? intersection(figures, 'the page lies too deep in the order')
  return walk(figures, counts, scan, 'no set of candidates is small')
}

function walk(figures: Figures, counts: Counts, scan: ScanFigures, reason: string): Plan {
  const atLeast = knownTotal(figures, counts) === undefined ? knownLeast(figures, counts) : 0
  const { budget, estimatedCost } = walkOf(figures, atLeast, scan.costPerRow)
  return { kind: 'walk', reason, estimatedCost: Math.min(walkCost(figures, counts), estimatedCost), budget }
}

/** Of a walk that is to find the page among at least so many rows. */
function walkOf({ possible, offset, limit }: Figures, atLeast: number, costPerRow: number) {
  const longest = Math.ceil(budgets.walk / costPerRow)
  // Twice what it takes if the matching rows lie evenly in the order; three times the usual budget at most, as they may
  // not.
  const needed = atLeast > 0 ? (2 * (offset + limit) * possible) / atLeast : 0
  const budget = Math.ceil(Math.max(longest, Math.min(needed, 3 * longest))) + 2 * offset
  return { budget, estimatedCost: budget * costPerRow }
}

/** From how many rows on the condition has to find for a walk is known before they are counted. */
function countAndRead(figures: Figures): Plan {
  const { possible, offset, limit } = figures
  const walked = (offset + limit) * possible * ofFound.walk
  const few = Math.floor(Math.min(Math.max(offset, Math.sqrt(walked / ofFound.fetch)), smallSet - 1))
  const { budget, estimatedCost } = walkOf(figures, few + 1, ofFound.walk)
  const reason = 'a statement can count and read'
  return { kind: 'count-and-read', reason, estimatedCost: countLimit + estimatedCost, few, most: countLimit, budget }
}

const intersection = (figures: Figures, reason: string): Plan => ({
  kind: 'intersection',
  reason,
  estimatedCost: matchingRows(figures, countsOf(figures)) * figures.costPerCandidate,
})
