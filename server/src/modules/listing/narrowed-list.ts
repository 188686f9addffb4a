import type { Transaction } from '../../platform/database/transaction.ts'
import { type Condition, type FindIds, not } from './condition.repository.ts'
import { countFound, countInOrder, findTogether, readFound, readInOrder, type Walk } from './list-page.repository.ts'
import type { ListOrder, ListPage, ListRow, ListSource, OrderedReading } from './list-source.ts'

/** So many rows can be looked at, sorted and counted one by one without anybody noticing. */
const fewRows = 2_000
/** How far an index is followed in search of rows that satisfy everything, before they are found another way. */
const longWalk = 6_000
/** A number is worth knowing up to here. */
const countCap = 2_500
/** What may be looked at for no other purpose than the number beside the list. */
const countingWalk = 300

export async function readNarrowed<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
): Promise<ListPage<Row>> {
  const { conditions, possible, order } = source
  const found = await Promise.all(conditions.map((condition) => lookUp(trx, condition)))
  const [best] = found
    .filter(({ find, count, isAll }) => find !== undefined && isAll && count < Math.min(fewRows, possible))
    .toSorted((one, other) => one.count - other.count)
  if (best?.find !== undefined) {
    const isWholeList = conditions.length === 1 && source.covers(best.condition.spans)
    if (isWholeList && isSoonMet(source, best.count) && order.reading !== undefined)
      return follow(trx, { ...source, total: best.count }, order.reading, best.count)
    const others = conditions.filter((condition) => condition !== best.condition)
    return readSet(trx, source, best.find, others)
  }
  if (possible <= fewRows) return readSet(trx, source, source.findAll, conditions)
  if (order.otherwise !== undefined) return readInTwo(trx, source, order.otherwise)
  if (order.reading === undefined) return readByConditions(trx, source)
  const [only] = found
  const atLeast = only !== undefined && found.length === 1 && source.covers(only.condition.spans) ? only.count : 0
  return follow(trx, source, order.reading, atLeast)
}

/** Whether so many of all rows hold that following the order comes by a page of them sooner than sorting them does. */
const isSoonMet = <Row>({ offset, limit, possible }: ListSource<Row>, count: number): boolean =>
  offset < count && ((offset + limit) * possible) / count < count / 2

/** First what the condition holds for, then the rest. */
async function readInTwo<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  { first, order }: NonNullable<ListOrder['otherwise']>,
): Promise<ListPage<Row>> {
  const { conditions, offset, limit } = source
  const best = await readNarrowed(trx, { ...source, order, conditions: [...conditions, first], total: undefined })
  if (best.rows.length === limit || best.isCapped) return { ...best, isCapped: true }
  const rest = await readNarrowed(trx, {
    ...source,
    order,
    conditions: [...conditions, not(first)],
    total: undefined,
    offset: Math.max(0, offset - best.total),
    limit: limit - best.rows.length,
  })
  return { rows: [...best.rows, ...rest.rows], total: best.total + rest.total, isCapped: rest.isCapped }
}

async function lookUp(trx: Transaction, condition: Condition) {
  const { find } = condition
  if (find === undefined) return { condition, find, count: 0, isAll: false }
  return { condition, find, ...(await countFound(trx, find, condition.repeats ?? false, countCap)) }
}

/** A set that is small, or has to be gone through whole. */
async function readSet<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  find: FindIds,
  conditions: readonly Condition[],
): Promise<ListPage<Row>> {
  const { rows, total } = await readFound(trx, source, find, conditions)
  return { rows, total, isCapped: false }
}

/** Few rows scattered over much: finds them by everything at once, and leaves none out. */
function readByConditions<Row extends ListRow>(trx: Transaction, source: ListSource<Row>): Promise<ListPage<Row>> {
  const finds = source.conditions.flatMap(({ find }) => find ?? [])
  const others = source.conditions.flatMap(({ findOthers }) => findOthers ?? [])
  const rest = source.conditions.filter(({ find, findOthers }) => !find && !findOthers)
  return readSet(trx, source, findTogether(finds.length > 0 ? finds : [source.findAll], others), rest)
}

/** Follows the index of the order. `atLeast`: what is known already of how many rows the list has. */
async function follow<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  reading: OrderedReading,
  atLeast: number,
): Promise<ListPage<Row>> {
  const { conditions, order, possible, offset, limit } = source
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
