import type { Transaction } from '../../platform/database/transaction.ts'
import { readByField } from './field-order.ts'
import { countPublished, countWorking, type Tally } from './list-count.repository.ts'
import { readInOrder } from './list-page.repository.ts'
import type { ListPage, ListQuery } from './list-query.ts'
import { readNarrowed } from './narrowed-list.ts'
import { type OrderedReading, planInOrder, sumOf, talliesOf } from './plan.ts'

/** A list and what is known of its size before any row of it is read. */
export interface SizedList {
  readonly tenantId: string
  readonly query: ListQuery
  readonly tallies: readonly Tally[]
  /** As many rows at most. */
  readonly possible: number
  /** As many rows exactly, where nothing narrows the list but what is tallied. */
  readonly total: number | undefined
}

/**
 * One page of a list. How it is read depends on how much there is: rows that a condition finds few of are taken by
 * that condition; otherwise the index of the order is followed until the page is full. Neither reads all there is.
 */
export async function readList(trx: Transaction, tenantId: string, query: ListQuery): Promise<ListPage> {
  const tallies = await (query.published ? countPublished : countWorking)(trx, tenantId, query.variationId)
  const possible = sumOf(talliesOf(query, tallies))
  const isTallied = query.conditions.length === 0 && !(query.published && query.statuses !== undefined)
  const total = isTallied ? possible : undefined
  if (possible === 0 || (total !== undefined && query.offset >= total))
    return { rows: [], total: total ?? 0, isCapped: false }
  const list: SizedList = { tenantId, query, tallies, possible, total }
  if (query.order.by === 'field') return readByField(trx, list)
  const reading = planInOrder(tenantId, query, tallies, isTallied)
  if (total !== undefined && reading?.isExact === true) return readWhole(trx, list, reading, total)
  return readNarrowed(trx, list)
}

/** Nothing to look at but the index, and never more than half of that: pages near the end are read from there. */
async function readWhole(
  trx: Transaction,
  { tenantId, query }: SizedList,
  { branches, skipped }: OrderedReading,
  total: number,
): Promise<ListPage> {
  const limit = Math.min(query.limit, total - query.offset)
  const fromEnd = total - query.offset - limit
  const reversed = query.order.by !== 'type' && fromEnd < query.offset
  const offset = reversed ? fromEnd : query.offset - skipped
  const walk = { branches, isExact: true, conditions: [], budget: 0, offset, limit, reversed }
  return { rows: await readInOrder(trx, tenantId, query, query.order, walk), total, isCapped: false }
}
