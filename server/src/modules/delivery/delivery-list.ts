import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredRow } from '../content-index/index.ts'
import {
  belongsToDelivery,
  type Condition,
  type DeliveryPlace,
  type DeliveryTally,
  deliveredRows,
  deliveredTable,
  findAllDelivered,
  type KnownCounts,
  type ListPage,
  type ListSource,
  maxRanges,
  type OnPlan,
  type OrderedScan,
  rangeOfAll,
  rangesOfCombinations,
  readPage,
  scanOfField,
} from '../content-index/index.ts'
import { reachesRows } from './allowance.ts'
import type { ReadOrder } from './read-delivery.ts'

export interface DeliveryList extends DeliveryPlace {
  readonly conditions: readonly Condition[]
  readonly order: ReadOrder
  readonly withSources: boolean
  readonly known: KnownCounts
  readonly isCurrent: ListSource<DeliveredRow>['isCurrent']
  readonly offset: number
  readonly limit: number
}

/** One page of what is live. */
export async function readDelivery(
  trx: Transaction,
  list: DeliveryList,
  all: readonly DeliveryTally[],
  onPlan?: OnPlan,
): Promise<ListPage<DeliveredRow>> {
  const { tenantId, order, conditions } = list
  const placed = all.filter(
    (tally) => list.variationIds.includes(tally.variationId) && list.typeIds.includes(tally.contentTypeId),
  )
  const possible = sumOf(placed.filter((tally) => reachesRows(list, tally)))
  const source: ListSource<DeliveredRow> = {
    tenantId,
    table: deliveredTable,
    belongs: belongsToDelivery(list),
    findAll: findAllDelivered(list),
    select: deliveredRows(tenantId, list.withSources),
    conditions,
    order: { ...order, scan: scanOf(list, placed, possible === sumOf(placed)) },
    possible,
    total: conditions.length === 0 ? possible : undefined,
    containsAllOf: ({ isOfTypes }) => possible === sumOf(isOfTypes ? placed : all),
    offset: list.offset,
    limit: list.limit,
    known: list.known,
    isCurrent: list.isCurrent,
  }
  return readPage(trx, source, onPlan)
}

const sumOf = (tallies: readonly DeliveryTally[]): number => tallies.reduce((sum, { count }) => sum + count, 0)

function scanOf(
  { tenantId, order }: DeliveryList,
  placed: readonly DeliveryTally[],
  isForAll: boolean,
): OrderedScan | undefined {
  if (order.keys !== undefined) return scanOfField(tenantId, order.keys, isForAll)
  const combinations = new Map(
    placed.map(({ variationId, contentTypeId }) => [variationId + contentTypeId, { variationId, contentTypeId }]),
  )
  const column = order.column ?? 'content_variation_id'
  if (combinations.size <= maxRanges)
    return { ranges: rangesOfCombinations(tenantId, [...combinations.values()], column), isExact: isForAll }
  return column === 'content_variation_id' ? { ranges: [rangeOfAll(tenantId)], isExact: false } : undefined
}
