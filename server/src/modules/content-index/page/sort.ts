import type { Tally } from './count.repository.ts'
import { sumOf, talliesOf } from './count.ts'
import type { ColumnCondition, Condition } from './filter.repository.ts'
import type { ListQuery, Order, OrderColumn } from './list-query.ts'
import type { FieldKeys, ListOrder, OrderedScan, Tiers } from './list-source.ts'
import {
  rangesOfColumn,
  rangesOfField,
  rangesOfPlaces,
  rangesOfPublishedName,
  rangesOfTypes,
  sortKeyOf,
} from './sort.repository.ts'

/** More ranges than this take longer to plan than they save. */
export const maxRanges = 64

/** By which index ranges a list of content variations can be read in its order, given the tallies. */
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
    scan: scanOf(tenantId, query, tallies, isTallied),
    ...(order.by === 'field' && { keys: order.keys }),
    ...(order.by === 'relevance' && { tiers: tiersOf(tenantId, query, order, tallies) }),
  }
}

function tiersOf(
  tenantId: string,
  query: ListQuery,
  order: Extract<Order, { by: 'relevance' }>,
  tallies: readonly Tally[],
): Tiers | undefined {
  const [implied, best, ...better] = order.tiers
  if (implied === undefined || best === undefined) return undefined
  return {
    best,
    implied,
    order: listOrder(tenantId, { ...query, order: latest }, tallies, false),
    first: listOrder(tenantId, { ...query, order: { ...order, tiers: [best, ...better] } }, tallies, false),
  }
}

const latest: Order = { by: 'modified_at', direction: 'desc' }

function scanOf(
  tenantId: string,
  query: ListQuery,
  tallies: readonly Tally[],
  isTallied: boolean,
): OrderedScan | undefined {
  const { order } = query
  const listed = talliesOf(query, tallies)
  switch (order.by) {
    case 'relevance':
      return undefined
    case 'field':
      return scanOfField(tenantId, order.keys, query.statuses === undefined)
    case 'type':
      return scanByType(tenantId, query, listed, isTallied)
    default:
      return scanByColumn(tenantId, query, order.by, listed, tallies, isTallied)
  }
}

/** None where the field has too many spaces: items have own values in ever other variations. */
export function scanOfField(tenantId: string, keys: FieldKeys, isExact: boolean): OrderedScan | undefined {
  const ranges = rangesOfField(tenantId, keys)
  return ranges.length > maxRanges ? undefined : { ranges, isExact }
}

function scanByColumn(
  tenantId: string,
  query: ListQuery,
  column: OrderColumn,
  listed: readonly Tally[],
  tallies: readonly Tally[],
  isTallied: boolean,
): OrderedScan {
  const bounds = boundsOf(query, column)
  const implied = new Set<Condition>(bounds)
  if (query.published && column === 'name_key') {
    const typeIds = [...new Set(listed.map(({ contentTypeId }) => contentTypeId))]
    return { ranges: rangesOfPublishedName(tenantId, query, typeIds), isExact: query.statuses === undefined }
  }
  const unnarrowed = { ...query, typeIds: undefined, statuses: undefined }
  const [rows, allRows] = [sumOf(listed), sumOf(talliesOf(unnarrowed, tallies))]
  const hasNarrowIndex = !query.published && (column === 'modified_at' || column === 'name_key')
  // Conditions make the scan test each row anyway: then many ranges pay only where the wide range is mostly other rows.
  const isWorthRanges = isTallied || rows * 3 < allRows
  if (rows < allRows && hasNarrowIndex && isWorthRanges && listed.length <= maxRanges) {
    const places = listed.flatMap(({ status, ...place }) => (status === undefined ? [] : [{ ...place, status }]))
    return { ranges: rangesOfPlaces(tenantId, query, column, places, bounds), isExact: true, implied }
  }
  const ranges = rangesOfColumn(tenantId, query, column, bounds)
  return { ranges, isExact: rows === allRows && !query.published, implied }
}

/** Conditions on the column of the order itself: they bound the range that is read. */
const boundsOf = (query: ListQuery, column: OrderColumn): ColumnCondition[] =>
  query.conditions.filter((condition) => 'bounds' in condition).filter((condition) => condition.column === column)

/**
 * Content types follow each other by name. Where the tallies are the whole count, they say which types the page lies
 * in, and the others are not read.
 */
function scanByType(tenantId: string, query: ListQuery, listed: readonly Tally[], isTallied: boolean): OrderedScan {
  const ranked = query.types
    .map(({ contentTypeId }, rank) => ({
      contentTypeId,
      rank,
      count: sumOf(listed.filter((tally) => tally.contentTypeId === contentTypeId)),
    }))
    .filter(({ count }) => count > 0)
  if (query.order.direction === 'desc') ranked.reverse()
  if (!isTallied || query.published || query.statuses !== undefined)
    return { ranges: rangesOfTypes(tenantId, query, ranked), isExact: false }
  let [skipped, reached] = [0, 0]
  const needed = ranked.filter(({ count }) => {
    const start = reached
    reached += count
    if (reached <= query.offset) skipped = reached
    return reached > query.offset && start < query.offset + query.limit
  })
  return { ranges: rangesOfTypes(tenantId, query, needed), isExact: true, skipped, isReversible: false }
}
