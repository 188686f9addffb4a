import type { Tally } from './list-count.repository.ts'
import type { ListQuery } from './list-query.ts'
import {
  type Branch,
  branchesOfColumn,
  branchesOfField,
  branchesOfPlaces,
  branchesOfPublishedName,
  branchesOfTypes,
} from './ordered-branch.repository.ts'

/** More stretches than this cost more to plan than they save. */
const mostBranches = 64

export interface OrderedReading {
  readonly branches: readonly Branch[]
  /** Whether the branches hold the list and nothing else, so that rows need not be looked at. */
  readonly isExact: boolean
  /** Rows before the first branch. */
  readonly skipped: number
}

/** The part of the tallies that the list is about. */
export function talliesOf(query: ListQuery, tallies: readonly Tally[]): Tally[] {
  const kindOf = new Map(query.types.map((stored) => [stored.contentTypeId, stored.type.kind]))
  return tallies.filter(
    (tally) =>
      query.kinds.some((kind) => kind === (tally.kind ?? kindOf.get(tally.contentTypeId))) &&
      (query.withDeleted || !tally.isDeleted) &&
      (query.typeIds?.has(tally.contentTypeId) ?? true) &&
      (query.statuses === undefined || tally.status === undefined || query.statuses.includes(tally.status)),
  )
}

export const sumOf = (tallies: readonly Tally[]): number => tallies.reduce((sum, { count }) => sum + count, 0)

/** Which stretches of which index hold the list in its order. Undefined: the order comes of no index. */
export function planInOrder(
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
  unconditional: boolean,
): OrderedReading | undefined {
  const { order } = query
  const mine = talliesOf(query, tallies)
  const isNarrowed = sumOf(mine) < sumOf(talliesOf({ ...query, typeIds: undefined, statuses: undefined }, tallies))
  switch (order.by) {
    case 'field':
      return { branches: branchesOfField(tenantId, order.spaces), isExact: query.statuses === undefined, skipped: 0 }
    case 'relevance':
      return undefined
    case 'type':
      return planByType(tenantId, query, mine, unconditional)
    default:
  }
  if (query.published && order.by === 'name_key') {
    const typeIds = [...new Set(mine.map(({ contentTypeId }) => contentTypeId))]
    return {
      branches: branchesOfPublishedName(tenantId, query, typeIds),
      isExact: query.statuses === undefined,
      skipped: 0,
    }
  }
  const canNarrow = !query.published && (order.by === 'modified_at' || order.by === 'name_key')
  if (isNarrowed && canNarrow && mine.length <= mostBranches) {
    const places = mine.flatMap(({ status, ...place }) => (status === undefined ? [] : [{ ...place, status }]))
    return { branches: branchesOfPlaces(tenantId, query, order.by, places), isExact: true, skipped: 0 }
  }
  return {
    branches: branchesOfColumn(tenantId, query, order.by),
    isExact: !isNarrowed && !query.published,
    skipped: 0,
  }
}

/**
 * Types follow each other by name. Where nothing else narrows the list, the tallies say which of them the page lies
 * in, and the others need not be read.
 */
function planByType(
  tenantId: string,
  query: ListQuery,
  mine: readonly Tally[],
  unconditional: boolean,
): OrderedReading {
  const ranked = query.types
    .map(({ contentTypeId }, rank) => ({
      contentTypeId,
      rank,
      count: sumOf(mine.filter((tally) => tally.contentTypeId === contentTypeId)),
    }))
    .filter(({ count }) => count > 0)
  if (query.order.direction === 'desc') ranked.reverse()
  const isExact = unconditional && !query.published && query.statuses === undefined
  if (!isExact) return { branches: branchesOfTypes(tenantId, query, ranked), isExact: false, skipped: 0 }
  let [skipped, reached] = [0, 0]
  const needed = ranked.filter(({ count }) => {
    const start = reached
    reached += count
    if (reached <= query.offset) skipped = reached
    return reached > query.offset && start < query.offset + query.limit
  })
  return { branches: branchesOfTypes(tenantId, query, needed), isExact: true, skipped }
}
