import { fold, type LongValue } from '@pim/field-types'
import { each, inOneGo, inSlices, type Steps } from '../../../core/time-slices.ts'

/** The text of a long value, which is read from its store. */
export interface LongText {
  readonly long: LongValue
  readonly textOf: (content: unknown) => string
}

/** A text of a document and the stemmers of the languages that it may be in. */
export interface DocumentText {
  readonly text: string | LongText
  readonly isTitle: boolean
  readonly stemmers: readonly string[]
}

/** What the words of a document are made from: the same `id`, the same words. */
export interface DocumentWords {
  readonly id: string
  readonly name: string
  readonly nameStemmers: readonly string[]
  /** The title first. */
  readonly texts: readonly DocumentText[]
}

/** A word of a document. */
export interface PlacedWord {
  readonly text: string
  /** Those that its stem is made with: a word may stand in texts of several languages. */
  readonly stemmers: readonly string[]
  /** As PostgreSQL writes them: `1A,7`. Empty where only being there counts. */
  readonly places: string
  readonly isInName: boolean
}

/** Limits of a tsvector: different words of a document, and positions of a word. */
const maxWordsPerDocument = 8_000
const maxPositionsPerWord = 30
const lastPosition = 16_383
/**
 * Lexemes and positions together may not reach 1,048,575 bytes. As the positions end at 16,383, those of all words take
 * at most 100,000. Lexemes are counted as PostgreSQL stores them.
 */
const maxLexemeBytes = 800_000
/** Mark of the name, first position, count of positions, alignment; and what a stem may be longer than its word. */
const bytesPerLexeme = 1 + 2 + 2 + 1 + 8

interface FoundWord {
  readonly stemmers: Set<string>
  isInName: boolean
  readonly places: string[]
}

type Weight = 'A' | 'B' | ''

/** The words of one document, as many as a tsvector can hold. */
class FoundWords {
  private readonly found = new Map<string, FoundWord>()
  private lexemeBytes = 0
  private end = 0

  /** Positions are kept where they count: for the rank of names and titles, and for the order of bigrams. */
  private addWord({ text, isPair }: Word, position: number, weight: Weight, stemmers: readonly string[]): void {
    const found = this.found.get(text) ?? { stemmers: new Set(), isInName: false, places: [] }
    const isNew = !this.found.has(text)
    if (isNew && this.found.size >= maxWordsPerDocument) return
    const isInName = found.isInName || weight === 'A'
    const added = stemmers.filter((stemmer) => !found.stemmers.has(stemmer))
    const forms =
      (1 + found.stemmers.size + added.length) * (isInName ? 2 : 1) -
      (isNew ? 0 : (1 + found.stemmers.size) * (found.isInName ? 2 : 1))
    if (forms > 0) {
      const bytes = forms * (bytesPerLexeme + Buffer.byteLength(text))
      if (this.lexemeBytes + bytes > maxLexemeBytes) return
      this.lexemeBytes += bytes
      for (const stemmer of added) found.stemmers.add(stemmer)
      found.isInName = isInName
      if (isNew) this.found.set(text, found)
    }
    if (weight === '' && !isPair) return
    const place = `${position}${weight}`
    if (found.places.length < maxPositionsPerWord && found.places.at(-1) !== place) found.places.push(place)
  }

  *add(text: string, weight: Weight, stemmers: readonly string[]): Steps<void> {
    const start = this.end
    for (const words of wordsIn(text)) {
      for (const word of words) {
        const position = start + word.position
        this.end = Math.max(this.end, position)
        this.addWord(word, Math.min(position, lastPosition), weight, word.hasStem ? stemmers : [])
      }
      // Nothing behind this could add a word or a position.
      if (this.found.size >= maxWordsPerDocument && this.end > lastPosition) break
      yield
    }
    // A gap, so that a phrase does not match across two fields.
    this.end += 1
  }

  words(): PlacedWord[] {
    return [...this.found].map(([text, { stemmers, isInName, places }]) => ({
      text,
      stemmers: [...stemmers],
      places: places.join(','),
      isInName,
    }))
  }
}

/** Weights: the name A, the type's title field B, all other fields none. */
export const searchWordsOf = (document: WholeDocument): PlacedWord[] => inOneGo(searchWords(document))

/** As `searchWordsOf` for many documents, without holding the thread for long: other calls are answered meanwhile. */
export const wordsOfDocuments = (documents: readonly WholeDocument[]): Promise<PlacedWord[][]> =>
  inSlices(each(documents, searchWords))

/** A document without long texts, or with their contents. */
export type WholeDocument = Omit<DocumentWords, 'texts'> & {
  readonly texts: readonly (DocumentText & { readonly text: string })[]
}

export const isWholeDocument = (document: DocumentWords): document is DocumentWords & WholeDocument =>
  document.texts.every(({ text }) => typeof text === 'string')

function* searchWords({ name, nameStemmers, texts }: WholeDocument): Steps<PlacedWord[]> {
  const found = new FoundWords()
  yield* found.add(name, 'A', nameStemmers)
  for (const { text, isTitle, stemmers } of texts) yield* found.add(text, isTitle ? 'B' : '', stemmers)
  return found.words()
}

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
export const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
export const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u')
/**
 * Letters and digits joined by `-`, `.` or `/`, such as article numbers: indexed by part and as a whole. The look-behind
 * keeps matching linear: without it, each letter of a long word without signs starts an attempt of its own.
 */
const compounds = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)+/gu
/** Runs between spaces, brackets and punctuation. */
export const chunks = /[^\s,;:()[\]{}"'<>/|!?]+/gu
/** Signs that are searched for literally: `100%`, `C++`, `foo_bar`, an e-mail address. */
export const signs = /[%_\\+#&@$€]/gu
const maxWordLength = 60
/** A quick test: most texts have none of these signs. */
const hasSigns = /[-./%_\\+#&@$€]/

/** Splits a text into words, folded: without case and Latin accents. */
export const wordsOf = (text: string): Word[] => [...wordsIn(text)].flat()

/** The same, a piece of the text at a time. */
function* wordsIn(text: string): Generator<Word[]> {
  let position = 0
  for (const piece of piecesOf(text)) {
    const { words, end } = wordsOfPiece(fold(piece), position)
    position = end
    yield words
  }
}

/** Characters of a piece: it takes a millisecond or two. */
const pieceLength = 8_000
/** Where a text is cut: between words of all scripts, and outside of what is searched for as a whole. */
const gaps = /[\s,;!?、。，；！？]/g

/** A text in pieces that end between two words; where there is no gap for long enough, anywhere. */
function* piecesOf(text: string): Generator<string> {
  let start = 0
  while (text.length - start > pieceLength * 2) {
    gaps.lastIndex = start + pieceLength
    const gap = gaps.exec(text.slice(0, start + pieceLength * 2))?.index
    let end = gap === undefined ? start + pieceLength * 2 : gap + 1
    if (isSecondHalf(text.charCodeAt(end))) end += 1
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}

/** Of a surrogate pair. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

function wordsOfPiece(folded: string, before: number): { readonly words: Word[]; readonly end: number } {
  const words: Word[] = []
  let position = before
  for (const [run] of folded.matchAll(runs)) {
    if (startsUnspaced.test(run)) {
      for (const pair of bigramsOf(run)) words.push(word(pair, ++position, { isPair: true }))
      position += 1
    } else words.push(word(run, ++position, { hasStem: /\p{L}/u.test(run) }))
  }
  if (!hasSigns.test(folded)) return { words, end: position }
  for (const [whole] of folded.matchAll(compounds)) {
    if (!startsUnspaced.test(whole)) words.push(word(whole.replace(/[-./]/g, ''), ++position))
  }
  for (const [chunk] of folded.matchAll(chunks)) {
    const inside = new Set(chunk.match(signs))
    for (const one of inside) words.push(word(one, ++position))
    if (inside.size > 0) words.push(word(trimPunctuation(chunk), ++position))
  }
  return { words, end: position }
}

export const word = (text: string, position: number, what: Partial<Word> = {}): Word => ({
  text: text.length <= maxWordLength ? text : [...text].slice(0, maxWordLength).join(''),
  hasStem: false,
  isPair: false,
  position,
  ...what,
})

/** Trims full stops and dashes. A loop, because a pattern that ends in `+$` takes quadratic time. */
export function trimPunctuation(chunk: string): string {
  let [start, end] = [0, chunk.length]
  while (start < end && isPunctuation(chunk, start)) start += 1
  while (start < end && isPunctuation(chunk, end - 1)) end -= 1
  return chunk.slice(start, end)
}

const isPunctuation = (text: string, at: number): boolean => '-.·…'.includes(text.charAt(at))

/** Bigrams: `東京都` gives 東京, 京都 and 都 (alone, so that the last character is found, too). */
export function bigramsOf(run: string): string[] {
  const characters = [...run]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
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
