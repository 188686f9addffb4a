import type { Transaction } from '../../../platform/database/transaction.ts'
import { countInOrder, findWithoutValue, readFound, readInOrder, type Walk } from './list-page.repository.ts'
import type { ListPage, ListRow, ListSource, OrderedReading } from './list-source.ts'

/** A whole list in the order of a field: what has a value, in either direction followed by what has none. */
export async function readByField<Row extends ListRow>(
  trx: Transaction,
  source: ListSource<Row>,
  reading: OrderedReading,
  spaces: readonly string[],
  total: number,
): Promise<ListPage<Row>> {
  const { order, offset, limit } = source
  const walk: Walk = { reading, conditions: [], budget: 0, offset, limit }
  const rows = await readInOrder(trx, source, order, walk)
  if (rows.length === limit || offset + rows.length >= total) return { rows, total, isCapped: false }
  const valued =
    rows.length > 0
      ? offset + rows.length
      : await countInOrder(trx, source, order, { ...walk, offset: 0, limit: offset })
  const rest = { offset: Math.max(0, offset - valued), limit: limit - rows.length }
  const empty = await readFound(trx, source, findWithoutValue(source, spaces), [], rest)
  return { rows: [...rows, ...empty.rows], total, isCapped: false }
}
