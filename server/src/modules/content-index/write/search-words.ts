import { behaviourOf, fold } from '@pim/field-types'
import { wordSpaceOf } from './index-keys.ts'
import type { ProjectedVariation, ProjectionScope } from './projected-variation.ts'

export interface SearchWords {
  readonly contentVariationId: string
  readonly variationId: string
  readonly scope: ProjectionScope
  /** Prefix of every lexeme. */
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

/** Limits of a tsvector: different words of a document, and positions of a word. */
const maxWordsPerDocument = 8_000
const maxPositionsPerWord = 30
const lastPosition = 16_383

/** Weights: the name A, the type's title field B, all other fields none. */
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
        if (found.size >= maxWordsPerDocument) continue
        const places = [`${Math.min(position, lastPosition)}${weight}`]
        found.set(word.text, { hasStem: word.hasStem, isInName: weight === 'A', places })
      } else if (known.places.length < maxPositionsPerWord)
        known.places.push(`${Math.min(position, lastPosition)}${weight}`)
    }
    // A gap, so that a phrase does not match across two fields.
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
  /** Whether the word is stemmed: it has letters. */
  readonly hasStem: boolean
  /** A bigram of a script without spaces, or its last character alone. */
  readonly isPair: boolean
  /** Position in the text; neighbouring words differ by one. */
  readonly position: number
}

/** Scripts without spaces between words; indexed as bigrams. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/**
 * Letters and digits joined by `-`, `.` or `/`, such as article numbers: indexed by part and as a whole. The look-behind
 * keeps matching linear: without it, each letter of a long word without signs starts an attempt of its own.
 */
const compounds = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)+/gu
/** Runs between spaces, brackets and punctuation. */
const chunks = /[^\s,;:()[\]{}"'<>/|!?]+/gu
/** Signs that are searched for literally: `100%`, `C++`, `foo_bar`, an e-mail address. */
const signs = /[%_\\+#&@$€]/gu
const maxWordLength = 60
/** A quick test: most texts have none of these signs. */
const hasSigns = /[-./%_\\+#&@$€]/

/** Splits a text into words, folded: without case and Latin accents. */
export function wordsOf(text: string): Word[] {
  const folded = fold(text)
  const words: Word[] = []
  let position = 0
  for (const [run] of folded.matchAll(runs)) {
    if (startsUnspaced.test(run)) {
      for (const pair of bigramsOf(run)) words.push(word(pair, ++position, { isPair: true }))
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
    if (inside.size > 0) words.push(word(trimPunctuation(chunk), ++position))
  }
  return words
}

const word = (text: string, position: number, what: Partial<Word> = {}): Word => ({
  text: text.length <= maxWordLength ? text : [...text].slice(0, maxWordLength).join(''),
  hasStem: false,
  isPair: false,
  position,
  ...what,
})

/** Trims full stops and dashes. A loop, because a pattern that ends in `+$` takes quadratic time. */
function trimPunctuation(chunk: string): string {
  let [start, end] = [0, chunk.length]
  while (start < end && isPunctuation(chunk, start)) start += 1
  while (start < end && isPunctuation(chunk, end - 1)) end -= 1
  return chunk.slice(start, end)
}

const isPunctuation = (text: string, at: number): boolean => '-.·…'.includes(text.charAt(at))

/** Bigrams: `東京都` gives 東京, 京都 and 都 (alone, so that the last character is found, too). */
function bigramsOf(run: string): string[] {
  const characters = [...run]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** One term of a search; a document has to match all of them. */
export type SearchTerm =
  | { readonly kind: 'word'; readonly text: string; readonly hasStem: boolean }
  /** Bigrams that follow each other. */
  | { readonly kind: 'pairs'; readonly texts: readonly string[] }
  | { readonly kind: 'begins'; readonly text: string }

const maxSearchTerms = 20

/** The terms of a typed search text. */
export function searchTermsOf(text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [chunk] of fold(text).matchAll(chunks)) {
    if (chunk.match(signs) !== null) {
      terms.push({ kind: 'begins', text: word(trimPunctuation(chunk), 0).text })
      continue
    }
    for (const [run] of chunk.matchAll(runs)) {
      if (!startsUnspaced.test(run)) terms.push({ kind: 'word', text: word(run, 0).text, hasStem: /\p{L}/u.test(run) })
      else if ([...run].length === 1) terms.push({ kind: 'begins', text: run })
      else terms.push({ kind: 'pairs', texts: bigramsOf(run).slice(0, -1) })
    }
  }
  return terms.slice(0, maxSearchTerms)
}

/** PostgreSQL's stemmer by language; words of other languages are not stemmed. */
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
