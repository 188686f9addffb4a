import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredRow } from '../content-index/index.ts'
import {
  belongs,
  branchesOfCombinations,
  branchesOfField,
  branchOfAll,
  type Condition,
  type DeliveryPlace,
  type DeliveryTally,
  deliveredRows,
  deliveredTable,
  findAll,
  type ListPage,
  type OrderedReading,
  readPage,
} from '../content-index/index.ts'
import { reachesTargets } from './allowance.ts'
import type { ReadOrder } from './read-delivery.ts'

/** More stretches than this cost more to plan than they save. */
const mostBranches = 64

export interface DeliveryList extends DeliveryPlace {
  readonly conditions: readonly Condition[]
  readonly order: ReadOrder
  readonly withSources: boolean
  readonly offset: number
  readonly limit: number
}

/** One page of what is live. */
export async function readDelivery(
  trx: Transaction,
  list: DeliveryList,
  all: readonly DeliveryTally[],
): Promise<ListPage<DeliveredRow>> {
  const { tenantId, order, conditions } = list
  const placed = all.filter(
    (tally) => list.variationIds.includes(tally.variationId) && list.typeIds.includes(tally.contentTypeId),
  )
  const possible = sumOf(placed.filter((tally) => reachesTargets(list.targets, tally.deliveryTargets)))
  const reading = readingOf(list, placed, possible === sumOf(placed))
  return readPage(trx, {
    tenantId,
    table: deliveredTable,
    belongs: belongs(list),
    findAll: findAll(list),
    select: deliveredRows(tenantId, list.withSources),
    conditions,
    order: { ...order, reading },
    possible,
    total: conditions.length === 0 ? possible : undefined,
    covers: (span) => possible === sumOf(span === 'types' ? placed : all),
    offset: list.offset,
    limit: list.limit,
  })
}

const sumOf = (tallies: readonly DeliveryTally[]): number => tallies.reduce((sum, { count }) => sum + count, 0)

function readingOf(
  { tenantId, order }: DeliveryList,
  placed: readonly DeliveryTally[],
  isForAll: boolean,
): OrderedReading | undefined {
  if (order.spaces !== undefined) return { branches: branchesOfField(tenantId, order.spaces), isExact: isForAll }
  const combinations = new Map(
    placed.map(({ variationId, contentTypeId }) => [variationId + contentTypeId, { variationId, contentTypeId }]),
  )
  const column = order.column ?? 'content_variation_id'
  if (combinations.size <= mostBranches)
    return { branches: branchesOfCombinations(tenantId, [...combinations.values()], column), isExact: isForAll }
  return column === 'content_variation_id' ? { branches: [branchOfAll(tenantId)], isExact: false } : undefined
}
