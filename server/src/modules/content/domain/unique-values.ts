import { createHash } from 'node:crypto'
import type { ContentType, Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { chainOf, linksOf, resolveValue } from './fallback.ts'
import type { ItemState, VariationState } from './item-state.ts'
import { isShared, slotOf, type Values } from './values.ts'

/** A key of the unique index: the scope in which a value must be unique, and the value. */
export interface ClaimKey {
  readonly scopeKey: string
  readonly valueKey: string
}
export interface Claim extends ClaimKey {
  readonly technicalFieldName: string
  /** The variations of the item that have the value: one where the scope is a variation. */
  readonly variationIds: readonly string[]
}

/** Bytes. Longer values are stored as a hash, because an index row is limited in size. */
const maxKeyBytes = 200

/** Null where the value is empty or its type compares nothing: then it claims nothing. */
export function valueKeyOf(field: Field, value: unknown): string | null {
  const behaviour = behaviourOf(field)
  const key = behaviour.isEmpty(value) ? null : behaviour.uniqueKey(value)
  if (key === null) return null
  return Buffer.byteLength(key) <= maxKeyBytes ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}

export function scopeKeyOf(field: Field, contentTypeId: string, variationId: string): string | null {
  switch (field.unique ?? 'none') {
    case 'none':
      return null
    case 'tenant':
      return `tenant:${field.technicalName}`
    case 'contentType':
      return `type:${contentTypeId}:${field.technicalName}`
    case 'variation':
      return `variation:${contentTypeId}:${variationId}:${field.technicalName}`
  }
}

export const claimKey = ({ scopeKey, valueKey }: ClaimKey): string => `${scopeKey}\n${valueKey}`

/** A scope of its own beside that of working copies: what is live is compared with what is live alone. */
export const liveScope = (scopeKey: string): string => `live:${scopeKey}`

const uniqueFields = new WeakMap<ContentType, readonly Field[]>()

export function uniqueFieldsOf(type: ContentType): readonly Field[] {
  let fields = uniqueFields.get(type)
  if (fields === undefined) {
    fields = type.fields.filter(({ unique = 'none' }) => unique !== 'none')
    uniqueFields.set(type, fields)
  }
  return fields
}

/**
 * The unique values that an item claims. Of its working copies the own and shared ones: who merely inherits a value there
 * claims nothing. Of what is live all that delivery answers, inherited values too, in each variation that is live.
 * A deleted item claims nothing.
 */
export function claimsOf(item: ItemState): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>()
  const fields = uniqueFieldsOf(item.type)
  if (fields.length === 0 || item.isDeleted) return claims
  const add = (field: Field, variationId: string, value: unknown, scoped: (scopeKey: string) => string) => {
    const scopeKey = scopeKeyOf(field, item.contentTypeId, variationId)
    const valueKey = valueKeyOf(field, value)
    if (scopeKey === null || valueKey === null) return
    const claim = { scopeKey: scoped(scopeKey), valueKey, technicalFieldName: field.technicalName }
    const variationIds = claims.get(claimKey(claim))?.variationIds ?? []
    claims.set(claimKey(claim), { ...claim, variationIds: [...variationIds, variationId] })
  }
  for (const variation of item.variations.values()) {
    const { variationId, own, snapshot } = variation
    for (const field of fields) {
      const slot = slotOf(isShared(field) ? item.shared : own, field.technicalName)
      if (slot !== undefined) add(field, variationId, slot.value, (scopeKey) => scopeKey)
    }
    // Defence 247, without: if (snapshot !== null) continue
    if (snapshot === null) continue
    const live = liveLinks(item, variation)
    for (const field of fields)
      add(field, variationId, resolveValue(field, variationId, live, snapshot.shared).value, liveScope)
  }
  return claims
}

const liveLinks = (item: ItemState, { variationId }: VariationState) =>
  linksOf(chainOf(item.fallbacks, variationId), (id): Values | undefined => item.variations.get(id)?.snapshot?.own)

export interface ClaimChange {
  readonly taken: readonly Claim[]
  readonly released: readonly ClaimKey[]
}

/** Claims to take and to release. Values that the item had before stay claimed and are not checked again. */
export function claimChange(before: ItemState | null, after: ItemState): ClaimChange {
  return changeOfClaims(before === null ? new Map() : claimsOf(before), claimsOf(after))
}

export function changeOfClaims(had: ReadonlyMap<string, ClaimKey>, has: ReadonlyMap<string, Claim>): ClaimChange {
  return {
    taken: [...has].flatMap(([key, claim]) => (had.has(key) ? [] : [claim])),
    released: [...had].flatMap(([key, claim]) => (has.has(key) ? [] : [claim])),
  }
}
