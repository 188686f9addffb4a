import type { ContentItem, ContentVariation, CreatedItem } from '@pim/contract'
import type { Role } from '@pim/contract/core/route.ts'
import { reaches } from '../../http/guard.ts'
import { Problem } from '../../http/problem.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { record } from '../audit/index.ts'
import { findTypeById, findTypeByName, holdType } from '../content-model/index.ts'
import {
  type Actor,
  defaultValues,
  deleteCopies,
  findItemPlace,
  findItemRows,
  type ItemState,
  itemWithId,
  loadItem,
  lockItem,
  marketOf,
  newVariation,
  persist,
  present,
  readClock,
} from '../content-variation/index.ts'
import { linkedTo, remove } from '../projection/index.ts'
import { holdVariations } from '../tenants/index.ts'
import { deleteItemRow, findNames } from './repository.ts'

/** An item with a working copy in every variation of the tenant; they are empty but for the defaults of its type. */
export async function createItem(
  trx: Transaction,
  actor: Actor,
  { name, technicalContentTypeName }: { readonly name: string; readonly technicalContentTypeName: string },
): Promise<CreatedItem> {
  const { tenantId, userId } = actor
  const named = await findTypeByName(trx, tenantId, technicalContentTypeName)
  if (named === undefined) throw new Problem('NOT_FOUND')
  const [stored, variations, at] = await Promise.all([
    holdType(trx, tenantId, named.contentTypeId),
    holdVariations(trx, tenantId),
    readClock(trx),
  ])
  if (stored === undefined) throw new Problem('NOT_FOUND')
  const contentItemId = newId()
  const made = { createdAt: at, createdBy: userId, modifiedAt: at, modifiedBy: userId }
  const copies = variations.map(({ variationId, fallbackVariationId }) =>
    newVariation(stored.type, variationId, fallbackVariationId, { by: userId, at }),
  )
  const wanted: ItemState = {
    contentItemId,
    contentTypeId: stored.contentTypeId,
    type: stored.type,
    kind: stored.type.kind,
    name: name.normalize('NFC'),
    isDeleted: false,
    shared: defaultValues(stored.type, 'shared'),
    ...made,
    variations: new Map(copies.map((copy) => [copy.variationId, copy])),
    ...marketOf(variations),
  }
  const act = { action: 'create', by: userId, at } as const
  const details = { name, technicalContentTypeName }
  await persist(trx, tenantId, null, wanted, act, note('create', contentItemId, details))
  return { contentItemId, contentVariationIds: copies.map(({ contentVariationId }) => contentVariationId) }
}

const note = (verb: string, contentItemId: string, details: Readonly<Record<string, unknown>>) => ({
  action: `contentItem.${verb}`,
  entityKind: 'contentItem',
  entityId: contentItemId,
  details,
})

export async function renameItem(
  trx: Transaction,
  actor: Actor,
  { contentItemId, name }: { readonly contentItemId: string; readonly name: string },
): Promise<ContentItem> {
  const { item, at } = await lock(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  const act = { action: 'edit', by: actor.userId, at } as const
  const wanted = { ...item, name: name.normalize('NFC') }
  const details = { from: item.name, to: wanted.name }
  return describe(await persist(trx, actor.tenantId, item, wanted, act, note('rename', contentItemId, details)))
}

/** Softly: values, history and what was live stay, and nobody but a restore sees them. */
export async function deleteItem(
  trx: Transaction,
  actor: Actor,
  { contentItemId, allowBrokenLinks }: { readonly contentItemId: string; readonly allowBrokenLinks: boolean },
): Promise<ContentItem> {
  const { item, at } = await lock(trx, actor, contentItemId)
  if (item.isDeleted) throw new Problem('NOT_FOUND')
  if (!allowBrokenLinks) await requireUnused(trx, actor.tenantId, contentItemId)
  const act = { action: 'edit', by: actor.userId, at } as const
  const wanted = { ...item, isDeleted: true }
  return describe(
    await persist(trx, actor.tenantId, item, wanted, act, note('delete', contentItemId, { name: item.name })),
  )
}

const mostUsers = 200

async function requireUnused(trx: Transaction, tenantId: string, contentItemId: string): Promise<void> {
  const lookUp = (scope: 'w' | 'p') => linkedTo(trx, tenantId, { ids: [contentItemId], scope, limit: mostUsers })
  const referrers = (await Promise.all([lookUp('w'), lookUp('p')])).flat()
  const ids = new Set(referrers.map((each) => each.contentItemId).filter((id) => id !== contentItemId))
  if (ids.size === 0) return
  const usedBy = await findNames(trx, tenantId, [...ids].slice(0, mostUsers))
  if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
}

/** As it was: what was live is live again. Its unique values have to be free still. */
export async function restoreItem(trx: Transaction, actor: Actor, contentItemId: string): Promise<ContentItem> {
  const { item, at } = await lock(trx, actor, contentItemId)
  const act = { action: 'edit', by: actor.userId, at } as const
  const wanted = { ...item, isDeleted: false }
  return describe(
    await persist(trx, actor.tenantId, item, wanted, act, note('restore', contentItemId, { name: item.name })),
  )
}

export async function purgeItem(trx: Transaction, actor: Actor, contentItemId: string): Promise<void> {
  const { item } = await lock(trx, actor, contentItemId)
  if (!item.isDeleted) throw new Problem('NOT_FOUND')
  const contentVariationIds = [...item.variations.values()].map((variation) => variation.contentVariationId)
  await remove(trx, actor.tenantId, contentVariationIds)
  await deleteCopies(trx, actor.tenantId, contentVariationIds)
  await deleteItemRow(trx, actor.tenantId, contentItemId)
  await record(trx, actor.tenantId, { userId: actor.userId, ...note('purge', contentItemId, { name: item.name }) })
}

async function lock(trx: Transaction, actor: Actor, contentItemId: string) {
  const place = await findItemPlace(trx, actor.tenantId, contentItemId)
  if (place === undefined) throw new Problem('NOT_FOUND')
  return lockItem(trx, actor.tenantId, place)
}

const describe = (item: Omit<ItemState, 'variations' | 'shared' | 'fallbacks' | 'languages'>): ContentItem => ({
  contentItemId: item.contentItemId,
  name: item.name,
  technicalContentTypeName: item.type.technicalName,
  kind: item.kind,
  isDeleted: item.isDeleted,
  createdAt: item.createdAt,
  modifiedAt: item.modifiedAt,
  createdBy: item.createdBy,
  modifiedBy: item.modifiedBy,
})

export interface ItemQuery {
  readonly contentItemId: string
  readonly includeDeleted: boolean
  /** Of whoever asks. */
  readonly role: Role
}

/** As in searches: what is deleted is shown to those who ask for it and could have edited it. */
function requireShown(isDeleted: boolean, { includeDeleted, role }: ItemQuery): void {
  if (!isDeleted) return
  if (!includeDeleted) throw new Problem('NOT_FOUND')
  if (!reaches(role, 'editor')) throw new Problem('FORBIDDEN', { message: 'Deleted content is shown to editors.' })
}

export async function readItem(trx: Transaction, tenantId: string, query: ItemQuery): Promise<ContentItem> {
  const [row] = await findItemRows(trx, tenantId, itemWithId(query.contentItemId), { lock: false })
  if (row === undefined) throw new Problem('NOT_FOUND')
  requireShown(row.isDeleted, query)
  const stored = await findTypeById(trx, tenantId, row.contentTypeId)
  if (stored === undefined) throw new Problem('NOT_FOUND')
  return describe({ ...row, type: stored.type })
}

export async function readItemVariations(
  trx: Transaction,
  tenantId: string,
  query: ItemQuery,
): Promise<ContentVariation[]> {
  const { item } = await loadItem(trx, tenantId, query.contentItemId)
  requireShown(item.isDeleted, query)
  return [...item.variations.values()].map((variation) => present(item, variation))
}
