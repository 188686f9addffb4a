import type { BatchItem, ContentType, ItemBatch, Variation } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { behaviourOf } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { namesItems } from '../../content-index/index.ts'
import { findTypeByName, lockTypeShared, type StoredType } from '../../content-model/index.ts'
import {
  channelsOfTenant,
  lockChannels,
  lockVariationsShared,
  type MarketChannel,
  variationsOf,
} from '../../tenants/index.ts'
import type { ItemState } from '../domain/item-state.ts'
import { type Claim, claimKey, claimsOf, scopeKeyOf, valueKeyOf } from '../domain/unique-values.ts'
import { fieldsOf } from '../domain/values.ts'
import type { Targets } from '../operations/check-references.ts'
import { findTypeIds, readClock } from '../store/item-read.repository.ts'
import { loadItems } from '../store/load.ts'
import { findHolders } from '../store/unique-value.repository.ts'

type Key = NonNullable<BatchItem['key']>

/** What a batch works on, read under the locks that its changes need. */
export interface BatchGround {
  readonly at: string
  readonly variations: readonly Variation[]
  readonly defaultVariationId: string
  /** The channels that the tenant has. */
  readonly channels: readonly MarketChannel[]
  readonly typeNamed: (technicalName: string) => StoredType
  readonly itemWithId: (contentItemId: string) => ItemState | undefined
  /** Of an item that was there before the batch. */
  readonly idWithKey: (claim: Claim) => string | undefined
}

/** Items that are made after this batch, which its links may name. */
export interface ComingItems {
  /** What stands for the item until it is there. */
  readonly idOf: (claimKey: string) => string | undefined
  readonly targets: () => Targets['items']
}

export interface GroundOptions {
  /** False for what only looks: nothing is locked then, and nothing may be written. */
  readonly lock?: boolean
  /** Items that the caller has read already, under the locks that are asked for here. */
  readonly held?: ReadonlyMap<string, ItemState>
  /** Of what only looks. */
  readonly coming?: ComingItems | undefined
  /** Of what only looks: a type as it will be when the batch is written. */
  readonly typeAs?: ((type: ContentType) => ContentType) | undefined
}

/** Locks the channels where some are named, the types, then the tenant's variations, then the items, as every change of content does. */
export async function lockGround(
  trx: Transaction,
  tenantId: string,
  { items }: ItemBatch,
  { lock = true, held = new Map(), typeAs }: GroundOptions = {},
): Promise<BatchGround> {
  const namesChannels = items.some((item) => item.variations.some((each) => each.deliveryTargets?.length))
  if (lock && namesChannels) await lockChannels(trx, tenantId, 'shared')
  const named = new Map<string, StoredType>()
  const names = items.flatMap(({ technicalContentTypeName, links }) => [
    technicalContentTypeName,
    ...links.flatMap(({ toKeys }) => toKeys.flatMap((key) => key.technicalContentTypeName ?? [])),
  ])
  for (const name of new Set(names)) {
    const stored = await findTypeByName(trx, tenantId, name)
    if (stored !== undefined) named.set(name, typeAs ? { ...stored, type: typeAs(stored.type) } : stored)
  }
  const typeNamed = (name: string) => found(named.get(name), name)

  const holders = await findHolders(trx, tenantId, keysOf(items, named))
  const idByKey = new Map(holders.map((holder) => [claimKey(holder), holder.contentItemId]))
  const ids = new Set(
    items.flatMap(({ contentItemId, copyOf = [], key, technicalContentTypeName }) => {
      if (contentItemId !== undefined) return [contentItemId].concat(copyOf)
      const type = named.get(technicalContentTypeName)
      const claim = key && type && readKey(type, key)
      const id = claim === undefined || claim instanceof Problem ? undefined : idByKey.get(claimKey(claim))
      return (id === undefined ? [] : [id]).concat(copyOf)
    }),
  )
  const typeIds = new Set([...(await findTypeIds(trx, tenantId, [...ids])), ...[...named.values()].map(idOfType)])
  for (const contentTypeId of lock ? [...typeIds].sort() : []) {
    const locked = await lockTypeShared(trx, tenantId, contentTypeId)
    for (const [name, stored] of named) {
      if (stored.contentTypeId !== contentTypeId) continue
      if (locked === undefined) named.delete(name)
      else named.set(name, locked)
    }
  }
  const [variations, channels, at] = await Promise.all([
    lock ? lockVariationsShared(trx, tenantId) : variationsOf(trx, tenantId),
    channelsOfTenant(trx, tenantId),
    readClock(trx),
  ])
  const missing = [...ids].filter((id) => !held.has(id)).sort()
  const loaded = missing.length === 0 ? [] : await loadItems(trx, tenantId, missing, { lock })
  const shown = (item: ItemState): ItemState => (typeAs ? { ...item, type: typeAs(item.type) } : item)
  const itemsById = new Map([...held, ...loaded.map(({ item }) => [item.contentItemId, shown(item)] as const)])
  const defaultVariationId = variations.find(({ isDefault }) => isDefault)?.variationId ?? ''
  return {
    at,
    variations,
    defaultVariationId,
    channels,
    typeNamed,
    itemWithId: (contentItemId) => itemsById.get(contentItemId),
    idWithKey: (claim) => {
      const id = idByKey.get(claimKey(claim))
      const item = id === undefined ? undefined : itemsById.get(id)
      // Somebody may have changed or deleted it before it was locked.
      return item === undefined || claimsOf(item).has(claimKey(claim)) ? id : undefined
    },
  }
}

const idOfType = ({ contentTypeId }: StoredType): string => contentTypeId

function found(stored: StoredType | undefined, name: string): StoredType {
  if (stored === undefined) throw new Problem('NOT_FOUND', { message: `There is no content type ${name}.` })
  return stored
}

/** What a key claims, or why it is none: the field is not unique, or the value is empty or not of its kind. */
function readKey(stored: StoredType, key: Key): Claim | Problem {
  const known = readKeys.get(key)
  if (known?.stored === stored) return known.claim
  const claim = readAnew(stored, key)
  readKeys.set(key, { stored, claim })
  return claim
}

/** What was read of the keys of requests: each is asked for once to find its item, and again to plan that. */
const readKeys = new WeakMap<Key, { readonly stored: StoredType; readonly claim: Claim | Problem }>()

function readAnew({ contentTypeId, type }: StoredType, { technicalFieldName, value }: Key): Claim | Problem {
  const field = fieldsOf(type).get(technicalFieldName)
  const invalid = (code: FieldErrorCode, message: string) =>
    new Problem('VALIDATION_FAILED', { fieldErrors: [{ technicalFieldName, code, message }] })
  if (field === undefined) return invalid('UNKNOWN_FIELD', 'is not a field of this content type')
  if (!namesItems(field)) {
    return invalid('NOT_UNIQUE_FIELD', 'is no key: its values are not unique in the tenant or the content type')
  }
  const reading = behaviourOf(field).read(value)
  const valueKey = reading.issues.length > 0 ? null : valueKeyOf(field, reading.value)
  const scopeKey = scopeKeyOf(field, contentTypeId, '')
  if (valueKey === null || scopeKey === null) return invalid('INVALID_KEY', 'is empty or not a value of this field')
  return { scopeKey, valueKey, technicalFieldName, variationIds: [] }
}

/** What a key claims; throws where it is none. */
export function claimOfKey(stored: StoredType, key: Key): Claim {
  const claim = readKey(stored, key)
  if (claim instanceof Problem) throw claim
  return claim
}

/** All keys that items are named by; one that is no key is refused where its item is planned. */
function keysOf(items: readonly BatchItem[], named: ReadonlyMap<string, StoredType>): Claim[] {
  const claims = new Map<string, Claim>()
  const add = (typeName: string, key: Key) => {
    const stored = named.get(typeName)
    const claim = stored && readKey(stored, key)
    if (claim !== undefined && !(claim instanceof Problem)) claims.set(claimKey(claim), claim)
  }
  for (const { key, technicalContentTypeName, links } of items) {
    if (key !== undefined) add(technicalContentTypeName, key)
    for (const each of links.flatMap(({ toKeys }) => toKeys))
      add(each.technicalContentTypeName ?? technicalContentTypeName, each)
  }
  return [...claims.values()]
}
