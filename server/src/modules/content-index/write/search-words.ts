import { behaviourOf, fold } from '@pim/field-types'
import { wordSpaceOf } from './index-keys.ts'
import type { ProjectedVariation, ProjectionScope } from './projected-variation.ts'

export interface SearchWords {
  readonly contentVariationId: string
  readonly variationId: string
  readonly scope: ProjectionScope
  /** What every lexeme begins with. */
  readonly wordSpace: string
  readonly stemmer: string | null
  readonly words: readonly PlacedWord[]
}

export interface PlacedWord {
  readonly text: string
  readonly hasStem: boolean
  /** As PostgreSQL writes them: `1A,7`. */
  readonly places: string
  readonly isInName: boolean
}

/** A document is found by this many different words at most, and a word by this many of its places. */
const mostWords = 8_000
const mostPlaces = 30
const lastPosition = 16_383

/** The name weighs most, then the field that the type is titled by, then the rest. */
export function searchWordsOf(tenantId: string, scope: ProjectionScope, document: ProjectedVariation): SearchWords {
  const found = new Map<string, { hasStem: boolean; isInName: boolean; places: string[] }>()
  let end = 0
  const add = (text: string, weight: 'A' | 'B' | '') => {
    const start = end
    for (const word of wordsOf(text)) {
      const position = start + word.position
      end = Math.max(end, position)
      const known = found.get(word.text)
      if (known === undefined) {
        if (found.size >= mostWords) continue
        const places = [`${Math.min(position, lastPosition)}${weight}`]
        found.set(word.text, { hasStem: word.hasStem, isInName: weight === 'A', places })
      } else if (known.places.length < mostPlaces) known.places.push(`${Math.min(position, lastPosition)}${weight}`)
    }
    // Words of different fields are no neighbours.
    end += 1
  }

  add(document.name, 'A')
  const { fields, titleField } = document.contentType
  for (const field of [...fields].sort((one, other) => rank(one, titleField) - rank(other, titleField))) {
    const value = document.values[field.technicalName]?.value
    if (value !== undefined) add(behaviourOf(field).searchText(value), field.technicalName === titleField ? 'B' : '')
  }
  return {
    contentVariationId: document.contentVariationId,
    variationId: document.variationId,
    scope,
    wordSpace: wordSpaceOf(tenantId, document.variationId, document.contentType.kind, scope),
    stemmer: stemmerOf(document.languageCode),
    words: [...found].map(([text, { places, ...word }]) => ({ text, ...word, places: places.join(',') })),
  }
}

const rank = (field: { technicalName: string }, titleField: string | undefined): number =>
  field.technicalName === titleField ? 0 : 1

export interface Word {
  readonly text: string
  /** Whether the grammar of the language may change its end. */
  readonly hasStem: boolean
  /** Two neighbouring characters of a script that is written without spaces, or the last one alone. */
  readonly isPair: boolean
  /** Neighbours differ by one. */
  readonly position: number
}

/** Scripts without spaces between words: two neighbouring characters stand for a word. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/**
 * Letters and digits held together by signs, as article numbers are: known by their parts and as a whole. The
 * look-behind keeps the search linear: without it, each letter of a long word without signs starts a search of its own.
 */
const compounds = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)+/gu
/** What stands between spaces and brackets. */
const chunks = /[^\s,;:()[\]{}"'<>/|!?]+/gu
/** Signs that people look for as they stand: `100%`, `C++`, `foo_bar`, an address. */
const signs = /[%_\\+#&@$€]/gu
const longestWord = 60
/** Most texts have none of either. */
const hasSigns = /[-./%_\\+#&@$€]/

/** Splits folded text: case and Latin accents are gone before anything is compared. */
export function wordsOf(text: string): Word[] {
  const folded = fold(text)
  const words: Word[] = []
  let position = 0
  for (const [run] of folded.matchAll(runs)) {
    if (startsUnspaced.test(run)) {
      for (const pair of pairsOf(run)) words.push(word(pair, ++position, { isPair: true }))
      position += 1
    } else words.push(word(run, ++position, { hasStem: /\p{L}/u.test(run) }))
  }
  if (!hasSigns.test(folded)) return words
  for (const [whole] of folded.matchAll(compounds)) {
    if (!startsUnspaced.test(whole)) words.push(word(whole.replace(/[-./]/g, ''), ++position))
  }
  for (const [chunk] of folded.matchAll(chunks)) {
    const inside = new Set(chunk.match(signs))
    for (const one of inside) words.push(word(one, ++position))
    if (inside.size > 0) words.push(word(bare(chunk), ++position))
  }
  return words
}

const word = (text: string, position: number, what: Partial<Word> = {}): Word => ({
  text: text.length <= longestWord ? text : [...text].slice(0, longestWord).join(''),
  hasStem: false,
  isPair: false,
  position,
  ...what,
})

/** Without the full stops and dashes around it. A loop: a pattern that ends in `+$` takes quadratic time. */
function bare(chunk: string): string {
  let [start, end] = [0, chunk.length]
  while (start < end && isEdge(chunk, start)) start += 1
  while (start < end && isEdge(chunk, end - 1)) end -= 1
  return chunk.slice(start, end)
}

const isEdge = (text: string, at: number): boolean => '-.·…'.includes(text.charAt(at))

/** `東京都`: 東京, 京都, and 都 alone so that its last character can be found too. */
function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** One thing to look for; all of a search's terms have to be there. */
export type SearchTerm =
  | { readonly kind: 'word'; readonly text: string; readonly hasStem: boolean }
  /** Neighbours, in this order. */
  | { readonly kind: 'pairs'; readonly texts: readonly string[] }
  | { readonly kind: 'begins'; readonly text: string }

const mostTerms = 20

/** What somebody who typed this is looking for; the last word may not be finished yet. */
export function searchTermsOf(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [chunk] of fold(text).matchAll(chunks)) {
    if (chunk.match(signs) !== null) {
      terms.push({ kind: 'begins', text: word(bare(chunk), 0).text })
      continue
    }
    for (const [run] of chunk.matchAll(runs)) {
      if (!startsUnspaced.test(run)) terms.push({ kind: 'word', text: word(run, 0).text, hasStem: /\p{L}/u.test(run) })
      else if ([...run].length === 1) terms.push({ kind: 'begins', text: run })
      else terms.push({ kind: 'pairs', texts: pairsOf(run).slice(0, -1) })
    }
  }
  return terms.slice(0, mostTerms)
}

/** PostgreSQL's stemmers by the language of a tag; where it has none, words are found as they are written. */
const dictionaries: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  et: 'estonian_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  ga: 'irish_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  id: 'indonesian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nb: 'norwegian_stem',
  ne: 'nepali_stem',
  nl: 'dutch_stem',
  nn: 'norwegian_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
  yi: 'yiddish_stem',
}

export function stemmerOf(languageCode: string): string | null {
  const [language = ''] = languageCode.toLowerCase().split('-')
  return Object.hasOwn(dictionaries, language) ? (dictionaries[language] ?? null) : null
}
