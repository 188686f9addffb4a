import type { PlanIssue } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findLiveReferrers, findReferrers } from '../../content-index/index.ts'
import { deliveredOf } from '../domain/planned-item.ts'
import { findNames } from '../store/link-end.repository.ts'
import { type DarkLink, darkLinks, type Elsewhere, type Ends, findFieldEnds, itemsIn } from './link-ends.ts'
import { isBlocked, type PlanItem } from './planned-work.ts'

/** Limit of incoming links that are read: every product may link to the same brand. */
const maxReferrers = 10_000
const maxItemsNamed = 20

interface LinkOptions {
  readonly allowBrokenLinks: boolean
  /** Blocked items are judged by their state before the plan. */
  readonly skipBlocked: boolean
  readonly elsewhere: Elsewhere | undefined
}

/**
 * Adds problems and warnings about links: to items that are not live, and from live items to those that go away. Answers
 * what could be published with it.
 */
export async function checkLinks(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  { allowBrokenLinks, skipBlocked, elsewhere = async () => new Map() }: LinkOptions,
): Promise<DarkLink[]> {
  // Runs first, because it can block further items.
  if (!allowBrokenLinks) await refuseBroken(trx, tenantId, items)
  const ends = new Map(
    items.map((item) => [item.after.contentItemId, skipBlocked && isBlocked(item) ? item.before : item.after]),
  )
  const dark = await checkOutgoing(trx, tenantId, items, ends, elsewhere)
  await checkIncoming(trx, tenantId, items, ends, elsewhere)
  return dark
}

/** Adds warnings; answers what could be published with it. */
async function checkOutgoing(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  planned: Ends,
  elsewhere: Elsewhere,
): Promise<DarkLink[]> {
  const ends = await findFieldEnds(trx, tenantId, items, planned, elsewhere)
  for (const { variation, technicalFieldName, dark } of ends)
    variation.warnings.push({
      code: 'TARGET_NOT_LIVE',
      message: 'links to what is not live in this variation',
      technicalFieldName,
      ...named(dark.map(({ contentItemId, name }) => ({ contentItemId, name }))),
    })
  return darkLinks(ends)
}

const named = (all: readonly { contentItemId: string; name: string }[]): Pick<PlanIssue, 'items' | 'itemCount'> => ({
  items: all.slice(0, maxItemsNamed),
  itemCount: all.length,
})

async function checkIncoming(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  planned: Ends,
  elsewhere: Elsewhere,
): Promise<void> {
  const going = items.filter(({ variations }) => variations.some(({ outcome }) => outcome === 'goesAway'))
  const referrers = await findLiveReferrers(
    trx,
    tenantId,
    going.map(({ after }) => after.contentItemId),
    maxReferrers,
  )
  const outside = referrers.filter(({ contentItemId, id }) => contentItemId !== id && !planned.has(contentItemId))
  const moved = await elsewhere(trx, [...new Set(outside.map(({ contentItemId }) => contentItemId))])
  const staying = outside.map((each) => {
    const isLive = moved.get(each.contentItemId)
    return { ...each, variationIds: each.variationIds.filter((variationId) => isLive?.(variationId) ?? true) }
  })
  // Links of items in the plan are read from their state after it, not from the index.
  const inPlan = [...planned.values()].flatMap((end) =>
    [...end.variations.keys()].flatMap((variationId) => {
      const live = deliveredOf(end, variationId)
      if (live === null) return []
      return end.type.fields.flatMap((field) =>
        itemsIn(field, live[field.technicalName]?.value).map((id) => ({
          contentItemId: end.contentItemId,
          id,
          variationIds: [variationId],
        })),
      )
    }),
  )
  const byTarget = Map.groupBy([...staying, ...inPlan], ({ id }) => id)
  const names = await namesOf(trx, tenantId, staying, planned)
  for (const { after, variations } of going) {
    const linking = byTarget.get(after.contentItemId) ?? []
    for (const variation of variations) {
      if (variation.outcome !== 'goesAway') continue
      const ids = new Set(
        linking
          .filter(
            (each) => each.variationIds.includes(variation.variationId) && each.contentItemId !== after.contentItemId,
          )
          .map((each) => each.contentItemId),
      )
      if (ids.size === 0) continue
      variation.warnings.push({
        code: 'LINKED_FROM',
        message: 'goes away, and what stays live links to it',
        ...named([...ids].map((id) => ({ contentItemId: id, name: names.get(id) ?? '' }))),
      })
    }
  }
}

async function namesOf(
  trx: Transaction,
  tenantId: string,
  referrers: readonly { readonly contentItemId: string }[],
  planned: ReadonlyMap<string, { readonly name: string }>,
): Promise<Map<string, string>> {
  const ids = [...new Set(referrers.map(({ contentItemId }) => contentItemId))]
  const found = ids.length === 0 ? [] : await findNames(trx, tenantId, ids)
  return new Map([
    ...[...planned].map(([id, { name }]) => [id, name] as const),
    ...found.map(({ contentItemId, name }) => [contentItemId, name] as const),
  ])
}

/** Blocks the deletion of items that working copies or live content of other items link to. */
async function refuseBroken(trx: Transaction, tenantId: string, items: readonly PlanItem[]): Promise<void> {
  const deleted = items.filter(({ before, after }) => after.isDeleted && !before.isDeleted)
  if (deleted.length === 0) return
  const ids = deleted.map(({ after }) => after.contentItemId)
  const lookUp = (scope: 'w' | 'p') => findReferrers(trx, tenantId, { ids, scope, limit: maxReferrers })
  const referrers = (await Promise.all([lookUp('w'), lookUp('p')])).flat()
  const staying = referrers.filter(({ contentItemId }) => !ids.includes(contentItemId))
  const names = await namesOf(trx, tenantId, staying, new Map())
  const byTarget = Map.groupBy(staying, ({ id }) => id)
  for (const { after, variations } of deleted) {
    const users = new Set((byTarget.get(after.contentItemId) ?? []).map(({ contentItemId }) => contentItemId))
    const there = [...users].flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ contentItemId: id, name }]
    })
    if (there.length === 0) continue
    variations[0]?.blocking.push({ code: 'STILL_LINKED', message: 'is linked to by other content', ...named(there) })
  }
}
