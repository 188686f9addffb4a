import type { Transaction } from '../../../platform/database/transaction.ts'
import { type Condition, type FindIds, not } from './condition.repository.ts'
import {
  countFound,
  countInOrder,
  type FoundCount,
  findTogether,
  glanceInOrder,
  readFound,
  readInOrder,
  type Walk,
} from './list-page.repository.ts'
import type { ListPage, ListRow, ListSource, OrderedReading, Otherwise } from './list-source.ts'
import { affordable, costly, isSoonMet, priceOfSet, rowsFor } from './price.ts'

/** So many rows can be looked at, sorted and counted one by one without anybody noticing. */
const fewRows = 2_000
/** So many can be weighed against each other by how well they match, which takes longer. */
const fewToRank = 1_000
/** A number is worth knowing up to here. */
const countCap = 2_500

/** What was counted once is not counted again for the same page. */
type Memory = Map<FindIds, FoundCount>

export async function readNarrowed<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  memory: Memory = new Map(),
): Promise<ListPage<Row>> {
  const { possible, order, conditions } = source
  const isWorthAGlance = conditions.length > 1 || conditions.some(costly)
  if (isWorthAGlance && order.otherwise !== undefined && (await isPlentiful(trx, source, order.otherwise)))
    return readInTwo(trx, source, order.otherwise, memory)
  const glance = isWorthAGlance ? await readAtGlance(trx, source, memory) : undefined
  if (glance?.page !== undefined) return glance.page
  const few = await readIfFew(trx, source, memory)
  if (few !== undefined) return few
  const looked = await Promise.all(conditions.map((condition) => lookUp(trx, condition, memory)))
  const total = source.total ?? knownTotal(source, looked)
  if (total === 0) return { rows: [], total, isCapped: false }
  const [best] = looked
    .filter(({ condition, isAll }) => condition.find && isAll)
    .toSorted((one, other) => one.count - other.count)
  const set = Math.min(best?.count ?? possible, total ?? possible)
  const isTooFar = conditions.length > 1 && glance !== undefined && glance.reach > affordable
  if (order.reading !== undefined && !isTooFar && isSoonMet(source, order.reading, looked, priceOfSet(set, conditions)))
    return follow(trx, withLeast(source, looked, total), order.reading)
  if (best !== undefined && best.count < Math.min(possible, fewRows)) return readSet(trx, source, looked, best)
  if (set < fewRows) return readSet(trx, source, looked)
  if (order.otherwise !== undefined) return readInTwo(trx, source, order.otherwise, memory)
  if (order.reading === undefined || isTooFar) return readByConditions(trx, source)
  return follow(trx, withLeast(source, looked, total), order.reading)
}

/** Whether so many of the latest rows match that nobody can weigh all that do. */
async function isPlentiful<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { order }: Otherwise,
): Promise<boolean> {
  const { possible, conditions } = source
  if (order.reading === undefined || possible < fewToRank) return false
  const budget = rowsFor(glancing, source, order.reading)
  const hits = await countInOrder(trx, source, order, {
    reading: order.reading,
    conditions,
    budget,
    offset: 0,
    limit: budget,
  })
  return hits * possible > 4 * fewToRank * budget
}

/** What may be spent on the chance that the page lies among the first rows. */
const glancing = affordable / 6

interface Glance<Row> {
  readonly page?: ListPage<Row>
  /** What it would take to come by the page like this, as far as these few rows tell. */
  readonly reach: number
}

/** Where everything else takes long, a few rows in the order of the list often are the page. */
async function readAtGlance<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  memory: Memory,
): Promise<Glance<Row> | undefined> {
  const { order, possible, offset, limit, conditions, covers, atLeast = 0 } = source
  const { reading } = order
  if (reading === undefined) return undefined
  const budget = rowsFor(glancing, source, reading)
  if (offset + limit > budget / 2) return undefined
  const { rows, hits } = await glanceInOrder(trx, source, order, { reading, conditions, budget })
  if (hits > offset + limit) {
    const isCapped = source.total === undefined
    const total = source.total ?? Math.min(possible, Math.max(hits, atLeast))
    return { page: { rows, total, isCapped }, reach: 0 }
  }
  // As many among the others: what would be found is too much to be fetched and sorted, or most of it in other lists.
  const isMuch = hits * possible > 2 * fewRows * budget
  for (const condition of conditions)
    if (condition.find && condition.isCostly && (isMuch || (hits >= fewHits && !covers(condition.spans))))
      memory.set(condition.find, { count: hits, isAll: false })
  return { reach: (glancing * (offset + limit + 1)) / Math.max(hits, 1) }
}

/** From so many on they tell how many more there are. */
const fewHits = 5

/** Where the only condition is costly to ask, the page is read with the same question, if it turns out to be short. */
async function readIfFew<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  memory: Memory,
): Promise<ListPage<Row> | undefined> {
  const [only, ...others] = source.conditions
  if (only?.find === undefined || !only.isCostly || others.length > 0 || memory.has(only.find)) return undefined
  const most = source.order.otherwise === undefined ? fewRows : fewToRank
  const { rows, total, isTooMuch } = await readFound(trx, source, only.find, [], { ...source, most })
  if (!isTooMuch) return { rows, total, isCapped: false }
  memory.set(only.find, { count: most, isAll: false })
  return undefined
}

/** What an index says of a condition, as far as it is worth counting: how many it holds for, or does not hold for. */
export interface Looked extends FoundCount {
  readonly condition: Condition
}

async function lookUp(trx: Transaction, condition: Condition, memory: Memory): Promise<Looked> {
  const find = condition.find ?? condition.findOthers
  if (find === undefined) return { condition, count: 0, isAll: false }
  const found = memory.get(find) ?? (await countFound(trx, find, condition.repeats ?? false, mostCounted(condition)))
  memory.set(find, found)
  return { condition, ...found }
}

/** What does not hold for hardly anything is a common question, and only the whole number answers it. */
function mostCounted({ find, isCostly }: Condition): number | null {
  if (isCostly) return fewToRank
  return find === undefined ? null : countCap
}

/** One condition alone tells the length of a list that it could not find anything outside of. */
function knownTotal<Row>({ possible, conditions, covers }: ListSource<Row>, looked: readonly Looked[]) {
  const [only] = looked
  if (only === undefined || conditions.length > 1 || !only.isAll || !covers(only.condition.spans)) return undefined
  return only.condition.find === undefined ? possible - only.count : only.count
}

/** The list, and what has been learnt of its length. */
function withLeast<Row>(
  source: ListSource<Row>,
  looked: readonly Looked[],
  total: number | undefined,
): ListSource<Row> {
  if (total !== undefined) return { ...source, total }
  const [only] = looked
  const isWhole = looked.length === 1 && only?.condition.find && source.covers(only.condition.spans)
  return isWhole ? { ...source, atLeast: Math.max(source.atLeast ?? 0, only.count) } : source
}

/** First what the condition holds for, then the rest. */
async function readInTwo<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { first, implied, order }: Otherwise,
  memory: Memory,
): Promise<ListPage<Row>> {
  const { offset, limit } = source
  const others = source.conditions.filter((condition) => condition !== implied)
  const part = { ...source, order, total: undefined }
  const best = await readNarrowed(trx, { ...part, conditions: [...others, first] }, memory)
  if (best.rows.length === limit || best.isCapped) return { ...best, isCapped: true }
  const atLeast = others.length === 0 && source.covers(implied.spans) ? fewToRank : 0
  const rest = await readNarrowed(
    trx,
    {
      ...part,
      atLeast: atLeast - best.total,
      conditions: [...source.conditions, not(first)],
      offset: Math.max(0, offset - best.total),
      limit: limit - best.rows.length,
    },
    memory,
  )
  return { rows: [...best.rows, ...rest.rows], total: best.total + rest.total, isCapped: rest.isCapped }
}

/** A set that is small: what one condition finds, or all there is; each row of it is held against the others. */
async function readSet<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  looked: readonly Looked[],
  best?: Looked,
): Promise<ListPage<Row>> {
  const start = best?.condition.find ?? source.findAll
  const without = looked.filter(({ condition, isAll }) => condition.findOthers !== undefined && isAll)
  const others = without.flatMap(({ condition }) => condition.findOthers ?? [])
  const rest = looked.filter((each) => each !== best && !without.includes(each)).map(({ condition }) => condition)
  const { rows, total } = await readFound(trx, source, findTogether([start], others), rest)
  return { rows, total, isCapped: false }
}

/** Few rows scattered over much: finds them by everything at once, and leaves none out. */
async function readByConditions<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const finds = source.conditions.flatMap(({ find }) => find ?? [])
  const others = source.conditions.flatMap(({ findOthers }) => findOthers ?? [])
  const rest = source.conditions.filter(({ find, findOthers }) => !find && !findOthers)
  const all = findTogether(finds.length > 0 ? finds : [source.findAll], others)
  const { rows, total } = await readFound(trx, source, all, rest)
  return { rows, total, isCapped: false }
}

/** Follows the index of the order. */
async function follow<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  reading: OrderedReading,
): Promise<ListPage<Row>> {
  const { conditions, order, possible, offset, limit, atLeast = 0 } = source
  const longest = rowsFor(affordable, source, reading)
  // As many as it takes if they lie evenly, and as many again; within reason, because they may not.
  const needed = atLeast > 0 ? (2 * (offset + limit) * possible) / atLeast : 0
  const budget = Math.ceil(Math.max(longest, Math.min(needed, 3 * longest))) + 2 * offset
  const walk: Walk = { reading, conditions, budget, offset, limit: limit + 1 }
  const rows = await readInOrder(trx, source, order, walk)
  if (rows.length > limit) {
    const page = rows.slice(0, limit)
    if (source.total !== undefined) return { rows: page, total: source.total, isCapped: false }
    return { rows: page, total: Math.min(possible, Math.max(offset + rows.length, atLeast)), isCapped: true }
  }
  // The page may be short because the list ends here, or because the walk did.
  const sawAll = reading.isExact && order.spaces === undefined && possible <= budget
  if (sawAll && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length, isCapped: false }
  return readByConditions(trx, source)
}
