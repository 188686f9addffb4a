import { hash } from 'node:crypto'
import type { ContentTypeKind } from '@pim/contract'
import type { KeyColumn } from '@pim/field-types'
import { behaviourOf, type IndexKeys, type SortKey } from '@pim/field-types'
import { LRUCache } from 'lru-cache'
import type { ProjectedVariation, ProjectionScope } from './projected-variation.ts'

/** What a key is used for: filtering, filtering and sorting, or sorting alone. */
export const keyUse = { find: 0, findAndSort: 1, sort: 2 } as const
export type KeyUse = (typeof keyUse)[keyof typeof keyUse]

export interface IndexKeyRow {
  readonly contentVariationId: string
  readonly space: string
  readonly key: string
  readonly use: KeyUse
}

/** The keys by which filters and sorts on fields find the document. */
export function indexKeysOf(scope: ProjectionScope, document: ProjectedVariation): IndexKeyRow[] {
  return document.contentType.fields.flatMap((field) => {
    const value = document.values[field.technicalName]?.value
    const behaviour = behaviourOf(field)
    if (value === undefined || behaviour.isEmpty(value)) return []
    return rowsOf(scope, document, field.technicalName, behaviour.indexKeys(value), behaviour.sortKey(value))
  })
}

function rowsOf(
  scope: ProjectionScope,
  { contentVariationId, variationId, contentTypeId }: ProjectedVariation,
  technicalFieldName: string,
  keys: IndexKeys,
  sort: SortKey | null,
): IndexKeyRow[] {
  const space = (qualifier?: string) => spaceOf(scope, { variationId, contentTypeId, technicalFieldName, qualifier })
  const own = space()
  const rows = new Map<string, IndexKeyRow>()
  const add = (place: string, key: string, use: KeyUse) => {
    const at = `${place}|${key}`
    const known = rows.get(at)
    rows.set(at, { contentVariationId, space: place, key, use: known && known.use !== use ? keyUse.findAndSort : use })
  }
  for (const text of keys.text ?? []) add(own, sortableKey('text', text), keyUse.find)
  for (const { number, qualifier } of keys.number ?? [])
    add(qualifier === undefined ? own : space(qualifier), sortableKey('number', number), keyUse.find)
  for (const { id } of keys.refs ?? []) add(own, sortableKey('ref', id), keyUse.find)
  if (sort !== null) add(own, sortableKey(sort.column, sort.value), keyUse.sort)
  // Filters for empty and not empty use the field's own key space, without a qualifier.
  if (![...rows.values()].some((row) => row.space === own)) add(own, presenceKey, keyUse.find)
  return [...rows.values()]
}

/**
 * Encodes a value as text whose code point order is the order of the values, so that one B-tree serves all types. Text
 * comparison is leakproof, so PostgreSQL uses the index under row-level security; that of `numeric` is not.
 */
const marks: Readonly<Record<KeyColumn, string>> = { text: 't', number: 'n', ref: 'r' }

/** Marks that a value exists, for types that have only qualified keys (amounts by currency). */
export const presenceKey = 'e'

export function sortableKey(column: KeyColumn, value: string): string {
  return marks[column] + (column === 'number' ? sortableNumber(value) : value)
}

/** All keys of a column lie from `from` up to, not including, `to`. */
export function rangeOfColumn(column: KeyColumn): { readonly from: string; readonly to: string } {
  const mark = marks[column]
  return { from: mark, to: String.fromCharCode(mark.charCodeAt(0) + 1) }
}

/** Exclusive upper bound of all texts that start with this prefix; undefined where there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const letters = [...prefix]
  while (letters.length > 0) {
    const last = letters.pop()?.codePointAt(0) ?? 0
    // Skips the surrogate range, which is not valid in a text.
    const next = last === 0xd7ff ? 0xe000 : last + 1
    if (next <= 0x10ffff) return letters.join('') + String.fromCodePoint(next)
  }
  return undefined
}

const written = /^([+-]?)(?=\.?\d)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
const exponentZero = 5_000

/**
 * Sign, exponent of the first digit, digits. Negative numbers have their digits complemented (9 for 0) and end with a
 * character above all digits, so that -1.23 sorts before -1.2.
 */
function sortableNumber(text: string): string {
  const match = written.exec(text)
  if (match === null) throw new RangeError(`${text} is not a number`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const zeros = whole === '' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const digits = (whole + fraction.slice(zeros)).replace(/0+$/, '')
  if (digits === '') return '1'
  const place = String(exponentZero + whole.length - zeros + Number(exponent)).padStart(4, '0')
  if (place.length !== 4 || place.startsWith('-')) throw new RangeError(`${text} is out of range`)
  return sign === '-' ? `0${turned(place + digits)}~` : `2${place}${digits}`
}

const turned = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)))

const scopeBits: Readonly<Record<ProjectionScope, bigint>> = { w: 0n, d: 1n << 62n, p: -(1n << 63n) }
const low62 = (1n << 62n) - 1n

export interface FieldPlace {
  readonly variationId: string
  readonly contentTypeId: string
  readonly technicalFieldName: string
  /** A currency or a unit: keys of different qualifiers are not comparable. */
  readonly qualifier?: string | undefined
}

/**
 * The key space of a field of a content type in a variation, as a 62-bit hash: written out it would be 60 bytes in each
 * of millions of rows. A collision within a tenant is improbable. Spaces of what is live are negative.
 */
export function spaceOf(scope: ProjectionScope, place: FieldPlace): string {
  const name = `${scope}|${place.variationId}|${place.contentTypeId}|${place.technicalFieldName}|${place.qualifier ?? ''}`
  const known = spaces.get(name)
  if (known !== undefined) return known
  const bits = hash('sha256', name.slice(2), 'buffer').readBigUInt64BE(0) & low62
  const space = String(scopeBits[scope] + bits)
  spaces.set(name, space)
  return space
}

/** Memoised: every save asks for the spaces of the same fields. */
const spaces = new LRUCache<string, string>({ max: 20_000 })

/**
 * The prefix of every lexeme in the full-text index, which all tenants share: a search does not read the postings of a
 * word in other tenants, variations or kinds of content.
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
