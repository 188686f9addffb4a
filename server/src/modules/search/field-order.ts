import type { Transaction } from '../../platform/database/transaction.ts'
import type { SizedList } from './list.ts'
import {
  countInOrder,
  findAll,
  findTogether,
  findWithValue,
  readFound,
  readInOrder,
  type Walk,
} from './list-page.repository.ts'
import type { ListPage } from './list-query.ts'
import { readNarrowed } from './narrowed-list.ts'
import { planInOrder } from './plan.ts'

/** A list in the order of a field: those that have a value, in either direction followed by those that have none. */
export async function readByField(trx: Transaction, list: SizedList): Promise<ListPage> {
  const { tenantId, query, tallies, total } = list
  if (query.order.by !== 'field') throw new Error('the list is not in the order of a field')
  const reading = planInOrder(tenantId, query, tallies, true)
  if (total === undefined || reading?.isExact !== true) return readNarrowed(trx, list)

  const walk: Walk = { ...reading, conditions: [], budget: 0, offset: query.offset, limit: query.limit }
  const rows = await readInOrder(trx, tenantId, query, query.order, walk)
  if (rows.length === query.limit || query.offset + rows.length >= total) return { rows, total, isCapped: false }
  const valued =
    rows.length > 0
      ? query.offset + rows.length
      : await countInOrder(trx, tenantId, query, query.order, { ...walk, offset: 0, limit: query.offset })
  const without = findTogether([findAll(tenantId, query)], [findWithValue(tenantId, query.order.spaces)])
  const rest = { ...query, offset: Math.max(0, query.offset - valued), limit: query.limit - rows.length }
  const empty = await readFound(trx, tenantId, rest, query.order, without, [])
  return { rows: [...rows, ...empty.rows], total, isCapped: false }
}
