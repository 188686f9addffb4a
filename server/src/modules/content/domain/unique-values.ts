import { createHash } from 'node:crypto'
import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { ItemState } from './item-state.ts'
import { isShared, slotOf } from './values.ts'

/** A key of the unique index: the scope in which a value must be unique, and the value. */
export interface ClaimKey {
  readonly scopeKey: string
  readonly valueKey: string
}
export interface Claim extends ClaimKey {
  readonly technicalFieldName: string
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

/**
 * The unique values of an item's working copies, own and shared. An inherited value is claimed once, by the ancestor
 * that has it. A deleted item claims nothing.
 */
export function claimsOf(item: ItemState): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>()
  const fields = item.type.fields.filter((field) => (field.unique ?? 'none') !== 'none')
  if (fields.length === 0 || item.isDeleted) return claims
  for (const { variationId, own } of item.variations.values()) {
    for (const field of fields) {
      const slot = slotOf(isShared(field) ? item.shared : own, field.technicalName)
      const scopeKey = scopeKeyOf(field, item.contentTypeId, variationId)
      const valueKey = slot === undefined ? null : valueKeyOf(field, slot.value)
      if (scopeKey === null || valueKey === null) continue
      const claim = { scopeKey, valueKey, technicalFieldName: field.technicalName }
      claims.set(claimKey(claim), claim)
    }
  }
  return claims
}

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
