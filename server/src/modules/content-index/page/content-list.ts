import type { Transaction } from '../../../platform/database/transaction.ts'
import { belongs, findAll, listedRows } from './content-list.repository.ts'
import type { Tally } from './count.repository.ts'
import { sumOf, talliesOf } from './count.ts'
import { tableOf } from './filter.repository.ts'
import type { ListedRow, ListQuery } from './list-query.ts'
import type { ListPage, ListSource } from './list-source.ts'
import { readPage } from './page.ts'
import type { OnPlan } from './plan-report.ts'
import { listOrder } from './sort.ts'

/** One page of a list of working copies, or of what is live of them. */
export async function readList(
  trx: Transaction,
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
  onPlan?: OnPlan,
): Promise<ListPage<ListedRow>> {
  const possible = sumOf(talliesOf(query, tallies))
  const isAllOf = (wider: Partial<ListQuery>) => possible === sumOf(talliesOf({ ...query, ...wider }, tallies))
  const unnarrowed = { typeIds: undefined, statuses: undefined }
  const isTallied = query.conditions.length === 0 && !(query.published && query.statuses !== undefined)
  const source: ListSource<ListedRow> = {
    tenantId,
    table: tableOf(query),
    belongs: belongs(tenantId, query),
    findAll: findAll(tenantId, query),
    select: listedRows(tenantId, query),
    conditions: query.conditions,
    order: listOrder(tenantId, query, tallies, isTallied),
    possible,
    total: isTallied ? possible : undefined,
    containsAllOf: (domain) => {
      if (domain === 'types') return isAllOf({ statuses: undefined })
      if (domain === 'copies' && query.published) return false
      return isAllOf(domain === undefined ? { ...unnarrowed, kinds: ['user', 'media'] } : unnarrowed)
    },
    offset: query.offset,
    limit: query.limit,
    countsAll: query.countsAll,
  }
  return readPage(trx, source, onPlan)
}
