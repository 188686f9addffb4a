import type { Tally } from './count.repository.ts'
import type { ListQuery } from './list-query.ts'

/** The tallies of the rows that the list is narrowed to by kind, content type, status and deletion. */
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

export const sumOf = (tallies: readonly { readonly count: number }[]): number =>
  tallies.reduce((sum, { count }) => sum + count, 0)
