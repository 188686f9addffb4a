import type { Transaction } from '../../platform/database/transaction.ts'
import { type Condition, type FindIds, not } from './condition.repository.ts'
import {
  countFound,
  countInOrder,
  type FoundCount,
  findTogether,
  readFound,
  readInOrder,
  type Walk,
} from './list-page.repository.ts'
import type { ListPage, ListRow, ListSource, OrderedReading, Otherwise } from './list-source.ts'

/** So many rows can be looked at, sorted and counted one by one without anybody noticing. */
const fewRows = 2_000
/** How far an index is followed in search of rows that satisfy everything, before they are found another way. */
const longWalk = 6_000
/** A number is worth knowing up to here. */
const countCap = 2_500
/** What may be looked at for no other purpose than the number beside the list. */
const countingWalk = 300

/** What was counted once is not counted again for the same page. */
type Memory = Map<FindIds, FoundCount>

export async function readNarrowed<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  memory: Memory = new Map(),
): Promise<ListPage<Row>> {
  const { possible, order, conditions } = source
  const few = await readIfFew(trx, source, memory)
  if (few !== undefined) return few
  const looked = await Promise.all(conditions.map((condition) => lookUp(trx, condition, memory)))
  const total = source.total ?? knownTotal(source, looked)
  if (total === 0) return { rows: [], total, isCapped: false }
  if (total !== undefined && order.reading !== undefined && isSoonMet(source, total))
    return follow(trx, { ...source, total }, order.reading)
  const [best] = looked
    .filter(({ condition, count, isAll }) => condition.find && isAll && count < fewRows)
    .toSorted((one, other) => one.count - other.count)
  if (best !== undefined && best.count < possible) return readSet(trx, source, looked, best)
  if (possible <= fewRows || (total !== undefined && total < fewRows)) return readSet(trx, source, looked)
  if (order.otherwise !== undefined) return readInTwo(trx, source, order.otherwise, memory)
  if (order.reading === undefined) return readByConditions(trx, source)
  const [only] = looked
  const isWhole = conditions.length === 1 && only?.condition.find && source.covers(only.condition.spans)
  return follow(trx, isWhole ? { ...source, atLeast: only.count } : source, order.reading)
}

/** Where the only condition is costly to ask, the page is read with the same question, if it turns out to be short. */
async function readIfFew<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  memory: Memory,
): Promise<ListPage<Row> | undefined> {
  const [only, ...others] = source.conditions
  if (only?.find === undefined || !only.isCostly || others.length > 0 || memory.has(only.find)) return undefined
  const { rows, total, isTooMuch } = await readFound(trx, source, only.find, [], { ...source, most: fewRows })
  if (!isTooMuch) return { rows, total, isCapped: false }
  memory.set(only.find, { count: fewRows, isAll: false })
  return undefined
}

/** What an index says of a condition, as far as it is worth counting: how many it holds for, or does not hold for. */
interface Looked extends FoundCount {
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
  if (isCostly) return fewRows
  return find === undefined ? null : countCap
}

/** One condition alone tells the length of a list that it could not find anything outside of. */
function knownTotal<Row>({ possible, conditions, covers }: ListSource<Row>, looked: readonly Looked[]) {
  const [only] = looked
  if (only === undefined || conditions.length > 1 || !only.isAll || !covers(only.condition.spans)) return undefined
  return only.condition.find === undefined ? possible - only.count : only.count
}

/** Whether so many of all rows hold that following the order comes by a page of them sooner than sorting them does. */
const isSoonMet = <Row>({ offset, limit, possible }: ListSource<Row>, total: number): boolean =>
  offset < total && ((offset + limit) * possible) / total < Math.min(total, longWalk)

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
  const atLeast = others.length === 0 && source.covers(implied.spans) ? fewRows : 0
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
  const budget = longWalk + 2 * offset
  const walk: Walk = { reading, conditions, budget, offset, limit: limit + 1 }
  const rows = await readInOrder(trx, source, order, walk)
  if (rows.length > limit) {
    const page = rows.slice(0, limit)
    if (source.total !== undefined) return { rows: page, total: source.total, isCapped: false }
    const seen = offset + rows.length
    const counting = { ...walk, offset: 0, limit: countingWalk, budget: countingWalk }
    // Where more is known already, looking on would only cost.
    const some = atLeast > seen ? atLeast : await countInOrder(trx, source, order, counting)
    const total = Math.min(possible, Math.max(seen, some))
    return { rows: page, total, isCapped: true }
  }
  // The page may be short because the list ends here, or because the walk did.
  const sawAll = reading.isExact && order.spaces === undefined && possible <= budget
  if (sawAll && (rows.length > 0 || offset === 0)) return { rows, total: offset + rows.length, isCapped: false }
  return readByConditions(trx, source)
}
