import { createHash } from 'node:crypto'
import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { ItemState } from './item-state.ts'
import { isShared, slotOf } from './values.ts'

/** A place in the index of unique values: where it must be unique, and what. */
export interface ClaimKey {
  readonly scopeKey: string
  readonly valueKey: string
}
export interface Claim extends ClaimKey {
  readonly technicalFieldName: string
}

/** Longer ones are known by a hash: an index row has its limits, and a value has not. */
const longestKey = 200

/** Null where the value takes no part: it is empty, or nothing of it is to be compared. */
export function valueKeyOf(field: Field, value: unknown): string | null {
  const behaviour = behaviourOf(field)
  const key = behaviour.isEmpty(value) ? null : behaviour.uniqueKey(value)
  if (key === null) return null
  return Buffer.byteLength(key) <= longestKey ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
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
 * What the item claims with its working copies: by own values and shared ones. What a variation merely inherits is
 * its ancestor's, and claimed there. A deleted item claims nothing.
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

/** Only what is new has to be won: what an item shows already stays, whatever has happened around it. */
export function claimChange(before: ItemState | null, after: ItemState): ClaimChange {
  return changeOfClaims(before === null ? new Map() : claimsOf(before), claimsOf(after))
}

export function changeOfClaims(had: ReadonlyMap<string, ClaimKey>, has: ReadonlyMap<string, Claim>): ClaimChange {
  return {
    taken: [...has].flatMap(([key, claim]) => (had.has(key) ? [] : [claim])),
    released: [...had].flatMap(([key, claim]) => (has.has(key) ? [] : [claim])),
  }
}
