import { hash } from 'node:crypto'
import type { ContentTypeKind } from '@pim/contract'
import type { ProjectionScope } from './projected-variation.ts'

const scopeBits: Readonly<Record<ProjectionScope, bigint>> = { w: 0n, d: 1n << 62n, p: -(1n << 63n) }
const low62 = (1n << 62n) - 1n

export interface FieldPlace {
  readonly variationId: string
  readonly contentTypeId: string
  readonly technicalFieldName: string
  /** A currency, a unit: what tells apart keys that cannot be compared. */
  readonly qualifier?: string | undefined
}

/**
 * Which field of which content type in which variation, as one number: spelled out it would be 60 bytes on each of
 * millions of keys. 62 bits of a hash, so two fields of one tenant never meet in practice; live ones are negative.
 */
export function spaceOf(scope: ProjectionScope, place: FieldPlace): string {
  const name = `${scope}|${place.variationId}|${place.contentTypeId}|${place.technicalFieldName}|${place.qualifier ?? ''}`
  const known = spaces.get(name)
  if (known !== undefined) return known
  const bits = hash('sha256', name.slice(2), 'buffer').readBigUInt64BE(0) & low62
  const space = String(scopeBits[scope] + bits)
  if (spaces.size >= mostSpaces) spaces.clear()
  spaces.set(name, space)
  return space
}

/** There are as many as fields in use; every save asks for the same ones. */
const spaces = new Map<string, string>()
const mostSpaces = 20_000

/**
 * What every word in the full-text index begins with: that index is shared by all tenants, and this way a search
 * never walks over the occurrences of a word in other tenants, languages or kinds of content.
 */
export function wordSpaceOf(
  tenantId: string,
  variationId: string,
  kind: ContentTypeKind,
  scope: ProjectionScope,
): string {
  const name = `${tenantId}|${variationId}|${kind}|${scope}`
  const bits = hash('sha256', name, 'buffer').readBigUInt64BE(0) & ((1n << 41n) - 1n)
  return bits.toString(36).padStart(8, '0')
}
