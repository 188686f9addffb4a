import type { Transaction } from '../../../platform/database/transaction.ts'
import type { Tally } from './list-count.repository.ts'
import type { ListedRow, ListQuery } from './list-query.ts'
import type { ListPage } from './list-source.ts'
import { belongs, findAll, listedRows, listedTable } from './ordered-branch.repository.ts'
import { listOrder, sumOf, talliesOf } from './plan.ts'
import { readPage } from './read-page.ts'

/** One page of a list of working copies, or of what is live of them. */
export async function readList(
  trx: Transaction,
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
): Promise<ListPage<ListedRow>> {
  const possible = sumOf(talliesOf(query, tallies))
  const isAllOf = (wider: Partial<ListQuery>) => possible === sumOf(talliesOf({ ...query, ...wider }, tallies))
  const unnarrowed = { typeIds: undefined, statuses: undefined }
  const isTallied = query.conditions.length === 0 && !(query.published && query.statuses !== undefined)
  return readPage(trx, {
    tenantId,
    table: listedTable,
    belongs: belongs(tenantId, query),
    findAll: findAll(tenantId, query),
    select: listedRows(tenantId, query),
    conditions: query.conditions,
    order: listOrder(tenantId, query, tallies, isTallied),
    possible,
    total: isTallied ? possible : undefined,
    covers: (span) => {
      if (span === 'types') return isAllOf({ statuses: undefined })
      if (span === 'copies' && query.published) return false
      return isAllOf(span === undefined ? { ...unnarrowed, kinds: ['user', 'media'] } : unnarrowed)
    },
    offset: query.offset,
    limit: query.limit,
  })
}
