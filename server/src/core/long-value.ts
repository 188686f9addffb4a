import { hash, randomUUID } from 'node:crypto'
import type { Field } from '@pim/contract'
import { behaviourOf, LongValue, type LongValueFacts } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'

/** Characters of JSON from which on a value is stored apart. Most texts of a catalogue are far shorter. */
export const maxInlineLength = 4_000
/** Characters of a marker. */
const maxMarkerLength = 2_000

interface Marker {
  readonly $long: string
  readonly size: number
  /** Left out where it has none, as is usual for the last two. */
  readonly keys?: LongValueFacts['keys']
  readonly references?: LongValueFacts['references']
  readonly isWordless?: true
}

/** The marker that is stored among the values of the item: hash, size and what the value is found by. */
export function markerOf({ hash: $long, facts }: LongValue): Marker {
  const { size, keys, references, hasText } = facts
  return {
    $long,
    size,
    keys,
    ...(references.length > 0 && { references }),
    ...(!hasText && { isWordless: true }),
  }
}

const isMarker = (stored: object): stored is Marker => Object.hasOwn(stored, '$long')

/** Reads a marker; undefined where the stored value is the value itself. */
export function readMarker(stored: unknown): LongValue | undefined {
  if (typeof stored !== 'object' || stored === null || !isMarker(stored)) return undefined
  const { $long, size, keys = {}, references = [], isWordless = false } = stored
  return new LongValue($long, { size, keys, references, hasText: !isWordless })
}

/** The columns of a long value that was made here and may not be stored yet. */
export interface StoredTexts {
  /** The same for equal values, in whatever order their properties come. */
  readonly json: string
  /** JSON that is delivered before and behind it; empty where it is delivered as it is stored. */
  readonly before: string
  readonly behind: string
}

const texts = new WeakMap<LongValue, StoredTexts>()

/** Whether it was made here, and may not be stored yet. */
export const isMadeHere = (long: LongValue): boolean => texts.has(long)

/** Throws for one that was read from its store, which has its texts. */
export function textsOf(long: LongValue): StoredTexts {
  const known = texts.get(long)
  if (known === undefined) throw new Error(`the long value ${long.hash} was not made here`)
  return known
}

/**
 * The value as one that is stored apart; undefined where it is short, or of a type whose values are never stored apart. Values
 * with so many references that what stands for them would be long are kept in their item, too.
 */
export function* longValueInSteps(field: Field, value: unknown): Steps<LongValue | undefined> {
  if (typeof value === 'object' && value !== null && short.has(value)) return undefined
  const behaviour = behaviourOf(field)
  if (!behaviour.room.canBeLong || value instanceof LongValue || behaviour.isEmpty(value)) return undefined
  if (typeof value === 'string' && value.length <= maxInlineLength) return undefined
  // The order of properties is no matter for the length, and most values are short.
  if (hasFewParts(value) && JSON.stringify(value).length <= maxInlineLength && !looksLikeMarker(value)) {
    if (typeof value === 'object' && value !== null) short.add(value)
    return undefined
  }
  const json = yield* canonicalJson(value)
  if (json.length <= maxInlineLength && !looksLikeMarker(value)) return undefined
  yield
  const { before, behind } = around(value, behaviour.deliver(value))
  yield
  const references = behaviour.references(value).map(({ kind, id, path }) => ({ kind, id, path }))
  yield
  const facts = {
    size: json.length + before.length + behind.length,
    keys: behaviour.indexKeys(value),
    references,
    hasText: behaviour.searchText(value) !== '',
  }
  yield
  const long = new LongValue(hash('sha256', `${field.type}\n${json}`, 'base64url').slice(0, 22), facts, { value })
  const isShort = JSON.stringify(markerOf(long)).length <= maxMarkerLength
  if (!isShort && !looksLikeMarker(value)) return undefined
  texts.set(long, { json, before, behind })
  return long
}

/** Values that were measured: one save asks for each several times, and they are never changed. */
const short = new WeakSet<object>()

/** Such a value, of a field of JSON, would be taken for one that is stored apart. */
const looksLikeMarker = (value: unknown): boolean => typeof value === 'object' && value !== null && isMarker(value)

/** The JSON around a value in what is delivered, as that of the value is stored already. Throws where it is not in there once. */
function around(value: unknown, delivered: unknown): Pick<StoredTexts, 'before' | 'behind'> {
  if (delivered === value) return { before: '', behind: '' }
  const place = randomUUID()
  const [before = '', behind, ...more] = JSON.stringify(delivered, (_, part) => (part === value ? place : part)).split(
    `"${place}"`,
  )
  if (behind === undefined || more.length > 0)
    throw new Error('a value that can be long is delivered once, as it is stored')
  return { before, behind }
}

/** Objects and lists of a value that is written without a break. */
const fewParts = 100

/** Whether a value has few parts, counting no further. */
function hasFewParts(value: unknown): boolean {
  const waiting = [value]
  let count = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const parts: unknown[] = Array.isArray(next) ? next : Object.values(next)
    count += 1 + parts.length
    if (count > fewParts) return false
    for (const part of parts) if (typeof part === 'object') waiting.push(part)
  }
  return true
}

/** The same for equal values: properties come in the order of their names. */
function* canonicalJson(value: unknown): Steps<string> {
  if (hasFewParts(value)) return JSON.stringify(inOrder(value))
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const entry of value) {
      parts.push(yield* canonicalJson(entry))
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (const [name, entry] of sortedEntries(value as object)) {
    if (entry !== undefined) parts.push(`${JSON.stringify(name)}:${yield* canonicalJson(entry)}`)
    yield
  }
  return `{${parts.join(',')}}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(sortedEntries(value).map(([name, entry]) => [name, inOrder(entry)]))
}

const sortedEntries = (value: object): [string, unknown][] =>
  Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
