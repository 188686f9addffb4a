import type { Field, ListedValue } from '@pim/contract'
import { behaviourOf, factsOf, LongValue, type PlacedReference } from '@pim/field-types'
import { beginningOf } from './beginning-of.ts'
import type { Resolved } from './fallback.ts'

/** Entries of a list that a row shows, at most. */
const mostEntries = 5
/** Characters of a text that a row shows, at most. */
const mostCharacters = 200
/** Characters of JSON that a row is worth; a longer value is told by its text. */
const mostJson = 400
/** Characters of the JSON of a long value that are read for the beginning of its text. */
export const lengthOfBeginning = 2_000

/**
 * A value as a row of a list shows it. `beginningOf` answers the first characters of the JSON of a value that is stored
 * apart.
 */
export function listedValue(
  field: Field,
  { value, isInherited, sourceVariationId }: Resolved,
  languageCode: string,
  beginningOf: (long: LongValue) => string,
): ListedValue {
  const state = { isInherited, sourceVariationId }
  if (value instanceof LongValue) return { ...state, value: null, text: cut(textOfBeginning(beginningOf(value))) }
  const behaviour = behaviourOf(field)
  if (behaviour.isEmpty(value)) return { ...state, value: null }
  const { isToldByText: isTold = false } = factsOf(field.type)
  const shown = !isTold && Array.isArray(value) ? value.slice(0, mostEntries) : value
  if (!isTold && JSON.stringify(shown).length <= mostJson) {
    const leftOutCount = Array.isArray(value) ? value.length - mostEntries : 0
    return { ...state, value: shown, ...(leftOutCount > 0 && { leftOutCount }) }
  }
  const isReadable = isOfType(field, value)
  const text = isReadable ? behaviour.plainText(value, languageCode) : JSON.stringify(value)
  return { ...state, value: null, text: cut(text) }
}

/** What was kept from before the settings changed may have a shape that the type cannot read. */
const isOfType = (field: Field, value: unknown): boolean =>
  behaviourOf(field)
    .read(value)
    .issues.every(({ code }) => code !== 'WRONG_TYPE')

/** The items and concepts in a value as a row shows it. */
export const listedReferences = (field: Field, { value }: ListedValue): readonly PlacedReference[] => {
  const behaviour = behaviourOf(field)
  return behaviour.room.filter.column === 'ref' && isOfType(field, value) ? behaviour.references(value) : []
}

function cut(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= mostCharacters ? line : `${beginningOf(line, mostCharacters)}…`
}

/** The words in JSON that ends somewhere: of a text itself, of a rich text its parts, of anything else the JSON as it is. */
export function textOfBeginning(json: string): string {
  if (json.startsWith('"')) return wordOf(json.replace(/"$/, ''))
  const words = [...json.matchAll(/"text":("(?:[^"\\]|\\.)*)/gs)].map(([, word = '']) => wordOf(word))
  return words.length === 0 ? json : words.join(' ')
}

/** Reads a JSON string without its closing quote, which may end in the middle of an escape. */
function wordOf(opened: string): string {
  const whole = opened.replace(/((?:^|[^\\])(?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i, '$1')
  return String(JSON.parse(`${whole}"`))
}
