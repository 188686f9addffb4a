import { LongValue } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'
import { Problem } from '../../../core/problem.ts'
import type { ItemState } from './item-state.ts'
import type { Values } from './values.ts'

/** In all its working copies, shared values once; an inherited value is no value of the variation that inherits it. */
const maxMegabytes = 20
/**
 * Characters of JSON that all values of an item may have, without the names of their fields. A long value counts with all that is
 * delivered of it, a rich text with its HTML, in each place that it stands in. What is live and what was before do not count.
 */
export const maxItemSize = maxMegabytes * 2 ** 20

/**
 * Throws PAYLOAD_TOO_LARGE, with the largest value of those that grow, where the item becomes larger and larger than it may be. An
 * item of an earlier release that is larger already can be changed as long as it does not grow.
 */
export function* requireItemSize(before: ItemState | null, wanted: ItemState): Steps<void> {
  // Most items are far below it: what they take at most is told without writing their JSON.
  if (isFarBelow(wanted)) return
  const { growth, largest } = yield* growthOf(before, wanted)
  if (growth <= 0 || largest === undefined) return
  // Defence 394, without: return
  if ((yield* sizeOf(wanted)) <= maxItemSize) return
  const { technicalFieldName, variationId } = largest
  const message = `makes the values of the item larger than ${maxMegabytes} MB`
  throw new Problem('PAYLOAD_TOO_LARGE', {
    message: `The change ${message}.`,
    fieldErrors: [
      {
        technicalFieldName,
        code: 'ITEM_TOO_LARGE',
        message,
        params: { max: maxMegabytes },
        ...(variationId !== undefined && { variationId }),
      },
    ],
  })
}

interface Place {
  readonly variationId: string | undefined
  readonly values: Values
}

const placesOf = ({ shared, variations }: ItemState): Place[] => [
  { variationId: undefined, values: shared },
  ...[...variations.values()].map(({ variationId, own }) => ({ variationId, values: own })),
]

interface Growth {
  readonly growth: number
  /** The largest value among those that have grown. */
  readonly largest: { readonly technicalFieldName: string; readonly variationId: string | undefined } | undefined
}

/** Values that are the same objects as before are not looked at. */
function* growthOf(before: ItemState | null, wanted: ItemState): Steps<Growth> {
  const had = new Map(before === null ? [] : placesOf(before).map(({ variationId, values }) => [variationId, values]))
  let growth = 0
  let largest: Growth['largest']
  let most = 0
  for (const { variationId, values } of placesOf(wanted)) {
    const was = had.get(variationId) ?? {}
    had.delete(variationId)
    if (values === was) continue
    for (const technicalFieldName of new Set([...Object.keys(was), ...Object.keys(values)])) {
      const [a, b] = [valueIn(was, technicalFieldName), valueIn(values, technicalFieldName)]
      if (a === b) continue
      const size = lengthOf(b)
      yield
      const grows = size - lengthOf(a)
      yield
      growth += grows
      if (grows <= 0 || size <= most) continue
      most = size
      largest = { technicalFieldName, variationId }
    }
  }
  for (const values of had.values()) for (const value of Object.values(values)) growth -= lengthOf(value)
  return { growth, largest }
}

/** Own properties only, because a field may be called `constructor`. */
const valueIn = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined)

/** Nothing for what is empty, so that a value can always be taken away. */
const lengthOf = (value: unknown): number =>
  value instanceof LongValue
    ? value.facts.size
    : value === undefined || value === null
      ? 0
      : JSON.stringify(value).length

function* sizeOf(item: ItemState): Steps<number> {
  let sum = 0
  for (const { values } of placesOf(item))
    for (const value of Object.values(values)) {
      sum += lengthOf(value)
      yield
    }
  return sum
}

/** Whether the values are within the limit however they are written. */
function isFarBelow(item: ItemState): boolean {
  let sum = 0
  for (const { values } of placesOf(item))
    for (const value of Object.values(values)) {
      sum += mostOf(value)
      if (sum > maxItemSize) return false
    }
  return true
}

/** Characters of a number, with its sign, its point and its exponent; those of the other simple values are fewer. */
const maxSimpleLength = 25
/** A character of a text is written with six at most, as `\u0000`. */
const maxCharacterLength = 6
/** Two quotes, a colon and a comma. */
const signsAround = 4

/** Upper bound of the characters that the JSON of a value takes. */
function mostOf(value: unknown): number {
  if (typeof value === 'string') return value.length * maxCharacterLength + signsAround
  if (typeof value !== 'object' || value === null) return maxSimpleLength
  if (value instanceof LongValue) return value.facts.size
  let sum = signsAround
  if (Array.isArray(value)) for (const entry of value) sum += mostOf(entry) + 1
  else for (const [name, entry] of Object.entries(value)) sum += mostOf(name) + mostOf(entry)
  return sum
}
