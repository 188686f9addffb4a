import type { PlanLinked, PlanResolve, WithLinked } from '@pim/contract'
import { maxLinkedItems } from '@pim/contract/publish-plan/limits.ts'
import { each } from '@pim/field-types/steps'
import type { Actor } from '../../../core/caller.ts'
import { inSlices } from '../../../core/time-slices.ts'
import { lockMixedTargets } from '../../../platform/database/target-locks.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTaxonomyIds } from '../../taxonomies/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import { conceptsOf, withoutConcepts } from '../domain/without-concepts.ts'
import { findTargets, lockConcepts, targetsOfReferences } from '../operations/check-references.ts'
import { type LoadedItem, loadItems, lockTypesShared } from '../store/load.ts'
import { checkDelivered, referencesIn, refuseInvalid } from './check-delivered.ts'
import { checkLinks } from './check-links.ts'
import { checkUnique } from './check-unique.ts'
import type { ItemRequest } from './item-request.ts'
import { type DarkLink, type Elsewhere, findDarkLinks } from './link-ends.ts'
import { countDark, takeLinkedAlong } from './linked-items.ts'
import { type PlanItem, planOne } from './planned-work.ts'

export interface PlanOptions {
  readonly requests: readonly ItemRequest[]
  readonly resolve?: PlanResolve | undefined
  readonly allowBrokenLinks?: boolean | undefined
  readonly skipBlocked?: boolean | undefined
  /** Publishes what is linked to and not live, too. */
  readonly withLinked?: WithLinked | undefined
  /** Given where the plan is made in batches: the effect of the other batches. */
  readonly elsewhere?: Elsewhere
}

export interface MadePlan {
  readonly items: readonly PlanItem[]
  /** Counts of items that are taken along because others link to them; without `withLinked`, of those that could be. */
  readonly linked: PlanLinked
  /** Links of what is published to what is not live. */
  readonly dark: readonly DarkLink[]
  /** The database's clock when the items were read. */
  readonly at: string
}

/**
 * Loads the items, applies the steps and collects all problems and warnings. With `lock`, items and the targets of their
 * links are locked, so that the result holds until the transaction ends.
 */
export async function makePlan(
  trx: Transaction,
  actor: Actor,
  { requests, resolve, allowBrokenLinks = false, skipBlocked = false, withLinked, elsewhere }: PlanOptions,
  { lock }: { readonly lock: boolean },
): Promise<MadePlan> {
  const { tenantId } = actor
  // Found without locks: what is locked then has the same order for everybody, and the fingerprint tells what has changed since.
  const along =
    withLinked &&
    (await takeLinkedAlong(requests, {
      except: withLinked.except ?? [],
      most: maxLinkedItems,
      find: (asked) => findDarkLinksOf(trx, actor, asked, resolve),
    }))
  const planned = along === undefined ? requests : [...along.asked, ...along.along]
  const { items, at } = await planItems(trx, actor, planned, resolve, lock)
  await checkContents(trx, tenantId, items, lock)
  // Defence 247
  await checkUnique(trx, tenantId, items, { skipBlocked })
  const dark = await checkLinks(trx, tenantId, items, { allowBrokenLinks, skipBlocked, elsewhere })
  return { items, at, dark, linked: along?.linked ?? countDark(dark) }
}

/** The links of what these requests publish to what is not live; looked for without locks and checks. */
export async function findDarkLinksOf(
  trx: Transaction,
  actor: Actor,
  requests: readonly ItemRequest[],
  resolve: PlanResolve | undefined,
): Promise<DarkLink[]> {
  const { items } = await planItems(trx, actor, requests, resolve, false)
  return findDarkLinks(trx, actor.tenantId, items)
}

/** Loads the items and applies the steps to each of them. */
async function planItems(
  trx: Transaction,
  { tenantId, userId }: Actor,
  requests: readonly ItemRequest[],
  resolve: PlanResolve | undefined,
  lock: boolean,
): Promise<Pick<MadePlan, 'items' | 'at'>> {
  const loaded = await load(trx, tenantId, requests, lock)
  const at =
    [...loaded.values()]
      .map((each) => each.at)
      .sort()
      .at(-1) ?? ''
  // Items erased since they were found are left out.
  const found = requests.flatMap((request) => {
    const item = loaded.get(request.contentItemId)?.item
    return item === undefined ? [] : [{ request, item }]
  })
  const restoring = found.filter(({ request }) => request.whole === 'restore')
  const concepts = restoring.flatMap(({ item }) => [...conceptsOf(item)])
  // Taxonomies are locked before the other targets. That cannot deadlock: who deletes concepts takes no lock after theirs.
  const there = await (lock ? lockConcepts : findTaxonomyIds)(trx, tenantId, concepts)
  const restored = (item: ItemState): ItemState => {
    const gone = new Set([...conceptsOf(item)].filter((id) => !there.has(id)))
    return { ...(gone.size === 0 ? item : withoutConcepts(item, gone)), isDeleted: false }
  }
  const who = { by: userId, at }
  const items = await inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every item.
    each(found, function* ({ request, item }) {
      return planOne(item, request, who, { resolve, restored })
    }),
  )
  return { items, at }
}

async function load(
  trx: Transaction,
  tenantId: string,
  requests: readonly ItemRequest[],
  lock: boolean,
): Promise<Map<string, LoadedItem>> {
  const ids = requests.map(({ contentItemId }) => contentItemId)
  if (lock) await lockTypesShared(trx, tenantId, ids)
  const loaded = await loadItems(trx, tenantId, ids, { lock })
  return new Map(loaded.map((each) => [each.item.contentItemId, each]))
}

async function checkContents(
  trx: Transaction,
  tenantId: string,
  items: readonly PlanItem[],
  lock: boolean,
): Promise<void> {
  const checked = new Map<PlanItem, Awaited<ReturnType<typeof checkDelivered>>>()
  for (const item of items) checked.set(item, await checkDelivered(trx, tenantId, item))
  const wanted = [...checked.values()].flatMap(referencesIn)
  const asked = await targetsOfReferences(trx, tenantId, wanted)
  if (lock) {
    const going = items.filter(({ variations }) => variations.some(({ outcome }) => outcome === 'goesAway'))
    const exclusive = going.map(({ after }) => ({ kind: 'item', id: after.contentItemId }) as const)
    await lockMixedTargets(trx, tenantId, { shared: asked.locks, exclusive })
  }
  const targets = await findTargets(trx, tenantId, asked)
  for (const [item, values] of checked) refuseInvalid(item, values, targets)
}
