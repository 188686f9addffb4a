import type { Transaction } from '../../../platform/database/transaction.ts'
import { readByField } from './field-order.ts'
import { readInOrder } from './list-page.repository.ts'
import type { ListPage, ListRow, ListSource, OrderedReading } from './list-source.ts'
import { readNarrowed } from './narrowed-list.ts'

/**
 * One page of a list. How it is read depends on how much there is: rows that a condition finds few of are taken by
 * that condition; otherwise the index of the order is followed until the page is full. Neither reads all there is.
 */
export async function readPage<Row extends ListRow>(trx: Transaction, source: ListSource<Row>): Promise<ListPage<Row>> {
  const { possible, total, offset, order } = source
  if (possible === 0 || (total !== undefined && offset >= total))
    return { rows: [], total: total ?? 0, isCapped: false }
  if (order.spaces !== undefined && total !== undefined && order.reading?.isExact)
    return readByField(trx, source, order.reading, order.spaces, total)
  if (total !== undefined && order.reading?.isExact) return readWhole(trx, source, order.reading, total)
  return readNarrowed(trx, source)
}

/** Nothing to look at but the index, and never more than half of that: pages near the end are read from there. */
async function readWhole<Row>(
  trx: Transaction,
  source: ListSource<Row>,
  reading: OrderedReading,
  total: number,
): Promise<ListPage<Row>> {
  const limit = Math.min(source.limit, total - source.offset)
  const fromEnd = total - source.offset - limit
  const reversed = (reading.canReverse ?? true) && fromEnd < source.offset
  const offset = reversed ? fromEnd : source.offset - (reading.skipped ?? 0)
  const walk = { reading, conditions: [], budget: 0, offset, limit, reversed }
  return { rows: await readInOrder(trx, source, source.order, walk), total, isCapped: false }
}
