import type { Transaction } from '../../platform/database/transaction.ts'
import type { Condition, FindIds } from '../projection/index.ts'
import type { SizedList } from './list.ts'
import {
  countFound,
  countInOrder,
  findAll,
  findTogether,
  readFound,
  readInOrder,
  type Walk,
} from './list-page.repository.ts'
import type { ListPage, Order } from './list-query.ts'
import { type OrderedReading, planInOrder, sumOf, talliesOf } from './plan.ts'

/** So many rows can be looked at, sorted and counted one by one without anybody noticing. */
export const fewRows = 2_000
/** How far an index is followed in search of rows that satisfy everything, before they are found another way. */
const longWalk = 20_000
/** A number is worth knowing up to here. */
const countCap = 10_000
/** What may be looked at for no other purpose than the number beside the list. */
const countingWalk = 1_000

export async function readNarrowed(trx: Transaction, list: SizedList): Promise<ListPage> {
  const { tenantId, query, possible } = list
  const found = await Promise.all(
    query.conditions.map(async (condition) => ({
      condition,
      count: condition.find ? await countFound(trx, condition.find, countCap) : Number.POSITIVE_INFINITY,
    })),
  )
  const [best] = found.toSorted((one, other) => one.count - other.count)
  if (best?.condition.find !== undefined && best.count < Math.min(fewRows, possible)) {
    const others = query.conditions.filter((condition) => condition !== best.condition)
    return readSet(trx, list, best.condition.find, others)
  }
  if (possible <= fewRows) return readSet(trx, list, findAll(tenantId, query), query.conditions)
  // Words that so much matches have no best matches: the latest come first.
  const order: Order = query.order.by === 'relevance' ? { by: 'modified_at', direction: 'desc' } : query.order
  const reading = planInOrder(tenantId, { ...query, order }, list.tallies, false)
  if (reading === undefined) return readByConditions(trx, list)
  return follow(trx, list, order, reading, best !== undefined && found.length === 1 ? best.count : 0)
}

/** A set that is small, or has to be gone through whole. */
async function readSet(
  trx: Transaction,
  { tenantId, query }: SizedList,
  find: FindIds,
  conditions: readonly Condition[],
): Promise<ListPage> {
  const { rows, total } = await readFound(trx, tenantId, query, query.order, find, conditions)
  return { rows, total, isCapped: false }
}

/** Few rows scattered over much: finds them by everything at once, and leaves none out. */
export function readByConditions(trx: Transaction, list: SizedList): Promise<ListPage> {
  const { tenantId, query } = list
  const finds = query.conditions.flatMap(({ find }) => find ?? [])
  const others = query.conditions.flatMap(({ findOthers }) => findOthers ?? [])
  const rest = query.conditions.filter(({ find, findOthers }) => !find && !findOthers)
  return readSet(trx, list, findTogether(finds.length > 0 ? finds : [findAll(tenantId, query)], others), rest)
}

/** Follows the index of the order. `found`: how many rows the only condition finds, at least. */
async function follow(
  trx: Transaction,
  list: SizedList,
  order: Order,
  { branches, isExact }: OrderedReading,
  found: number,
): Promise<ListPage> {
  const { tenantId, query, possible } = list
  const budget = longWalk + 2 * query.offset
  const walk: Walk = {
    branches,
    isExact,
    conditions: query.conditions,
    budget,
    offset: query.offset,
    limit: query.limit + 1,
  }
  const rows = await readInOrder(trx, tenantId, query, order, walk)
  if (rows.length > query.limit) {
    const page = rows.slice(0, query.limit)
    if (list.total !== undefined) return { rows: page, total: list.total, isCapped: false }
    const some = await countInOrder(trx, tenantId, query, order, {
      ...walk,
      offset: 0,
      limit: countingWalk,
      budget: countingWalk,
    })
    const total = Math.max(query.offset + rows.length, some, isAboutAll(list) ? found : 0)
    return { rows: page, total: Math.min(total, possible), isCapped: true }
  }
  // The page may be short because the list ends here, or because the walk did.
  const sawAll = possible <= budget && isExact && (rows.length > 0 || query.offset === 0)
  if (sawAll) return { rows, total: query.offset + rows.length, isCapped: false }
  return readByConditions(trx, list)
}

/** Whether the list is everything that a condition could have found. */
function isAboutAll({ query, tallies, possible }: SizedList): boolean {
  const all = talliesOf({ ...query, kinds: ['user', 'media'], typeIds: undefined, statuses: undefined }, tallies)
  return sumOf(all) === possible
}
