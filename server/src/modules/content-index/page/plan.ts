import type { ColumnCondition } from './column-condition.repository.ts'
import type { Condition } from './condition.repository.ts'
import { branchesOfField } from './field-branch.repository.ts'
import type { Tally } from './list-count.repository.ts'
import type { ListQuery, Order, OrderColumn } from './list-query.ts'
import type { ListOrder, OrderedReading } from './list-source.ts'
import {
  branchesOfColumn,
  branchesOfPlaces,
  branchesOfPublishedName,
  branchesOfTypes,
  sortKeyOf,
} from './ordered-branch.repository.ts'

/** More stretches than this cost more to plan than they save. */
const mostBranches = 64

/** The part of the tallies that the list is about. */
export function talliesOf(query: ListQuery, tallies: readonly Tally[]): Tally[] {
  const kindOf = new Map(query.types.map((stored) => [stored.contentTypeId, stored.type.kind]))
  return tallies.filter(
    (tally) =>
      query.kinds.some((kind) => kind === (tally.kind ?? kindOf.get(tally.contentTypeId))) &&
      query.deleted.includes(tally.isDeleted) &&
      (query.typeIds?.has(tally.contentTypeId) ?? true) &&
      (query.statuses === undefined || tally.status === undefined || query.statuses.includes(tally.status)),
  )
}

export const sumOf = (tallies: readonly Tally[]): number => tallies.reduce((sum, { count }) => sum + count, 0)

/** How the list is to be had in its order, seen what there is of it. */
export function listOrder(
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
  isTallied: boolean,
): ListOrder {
  const { order } = query
  return {
    direction: order.direction,
    sortKey: sortKeyOf(tenantId, query, order),
    reading: readingOf(tenantId, query, tallies, isTallied),
    ...(order.by === 'field' && { spaces: order.spaces }),
    ...(order.by === 'relevance' && {
      otherwise: {
        first: order.inName,
        implied: order.words,
        order: listOrder(tenantId, { ...query, order: latest }, tallies, false),
      },
    }),
  }
}

const latest: Order = { by: 'modified_at', direction: 'desc' }

function readingOf(
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
  isTallied: boolean,
): OrderedReading | undefined {
  const { order } = query
  const mine = talliesOf(query, tallies)
  switch (order.by) {
    case 'relevance':
      return undefined
    case 'field':
      return { branches: branchesOfField(tenantId, order.spaces), isExact: query.statuses === undefined }
    case 'type':
      return readingByType(tenantId, query, mine, isTallied)
    default:
      return readingByColumn(tenantId, query, order.by, mine, tallies, isTallied)
  }
}

function readingByColumn(
  tenantId: string,
  query: ListQuery,
  column: OrderColumn,
  mine: readonly Tally[],
  tallies: readonly Tally[],
  isTallied: boolean,
): OrderedReading {
  const bounds = boundsOf(query, column)
  const satisfied = new Set<Condition>(bounds)
  if (query.published && column === 'name_key') {
    const typeIds = [...new Set(mine.map(({ contentTypeId }) => contentTypeId))]
    return { branches: branchesOfPublishedName(tenantId, query, typeIds), isExact: query.statuses === undefined }
  }
  const unnarrowed = { ...query, typeIds: undefined, statuses: undefined }
  const isNarrowed = sumOf(mine) < sumOf(talliesOf(unnarrowed, tallies))
  const hasNarrowIndex = !query.published && (column === 'modified_at' || column === 'name_key')
  // Where rows are looked at anyway, and most of what is passed on the way belongs, one stretch is planned sooner.
  const isWorthIt = isTallied || sumOf(mine) * 3 < sumOf(talliesOf(unnarrowed, tallies))
  if (isNarrowed && hasNarrowIndex && isWorthIt && mine.length <= mostBranches) {
    const places = mine.flatMap(({ status, ...place }) => (status === undefined ? [] : [{ ...place, status }]))
    return { branches: branchesOfPlaces(tenantId, query, column, places, bounds), isExact: true, satisfied }
  }
  const branches = branchesOfColumn(tenantId, query, column, bounds)
  return { branches, isExact: !isNarrowed && !query.published, satisfied }
}

/** Conditions on the very column of the order: they are where the reading begins and where it ends. */
const boundsOf = (query: ListQuery, column: OrderColumn): ColumnCondition[] =>
  query.conditions.filter((condition) => 'bounds' in condition).filter((condition) => condition.column === column)

/**
 * Types follow each other by name. Where nothing else narrows the list, the tallies say which of them the page lies
 * in, and the others need not be read.
 */
function readingByType(tenantId: string, query: ListQuery, mine: readonly Tally[], isTallied: boolean): OrderedReading {
  const ranked = query.types
    .map(({ contentTypeId }, rank) => ({
      contentTypeId,
      rank,
      count: sumOf(mine.filter((tally) => tally.contentTypeId === contentTypeId)),
    }))
    .filter(({ count }) => count > 0)
  if (query.order.direction === 'desc') ranked.reverse()
  if (!isTallied || query.published || query.statuses !== undefined)
    return { branches: branchesOfTypes(tenantId, query, ranked), isExact: false }
  let [skipped, reached] = [0, 0]
  const needed = ranked.filter(({ count }) => {
    const start = reached
    reached += count
    if (reached <= query.offset) skipped = reached
    return reached > query.offset && start < query.offset + query.limit
  })
  return { branches: branchesOfTypes(tenantId, query, needed), isExact: true, skipped, canReverse: false }
}
