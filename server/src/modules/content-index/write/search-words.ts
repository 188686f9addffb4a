import type { LongValue } from '@pim/field-types'
import { boundedLetters } from '../../../core/bounded-letters.ts'
import { each, inOneGo, inSlices, type Steps } from '../../../core/time-slices.ts'
import { type Head, headLexemes, headLines } from './heads.ts'
import { keptForm, plainForm } from './letters.ts'

/** The text of a long value, which is read from its store. */
export interface LongText {
  readonly long: LongValue
  readonly textOf: (content: unknown) => string
}

/** A text of a document and the stemmers of the languages that it may be in. */
export interface DocumentText {
  readonly text: string | LongText
  readonly isTitle: boolean
  /** Whether it is found by any part of it, with or without its signs, as article numbers are. */
  readonly isCode: boolean
  readonly stemmers: readonly string[]
}

/** What the words of a document are made from: the same `id`, the same words. */
export interface DocumentWords {
  readonly id: string
  readonly name: string
  readonly nameStemmers: readonly string[]
  /** The title first. */
  readonly texts: readonly DocumentText[]
  /** Items and concepts that it refers to: a search finds it by their names. */
  readonly references: readonly string[]
}

/** What is stored of a document. */
export interface FoundDocument {
  readonly words: readonly PlacedWord[]
  /** What it is called by, for ranking; see `headLines`. */
  readonly heads: string
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
 * at most 100,000, and heads and their parts another 200,000. Lexemes are counted as PostgreSQL stores them.
 */
const maxLexemeBytes = 700_000
/** Mark of the name, first position, count of positions, alignment; and what a stem may be longer than its word. */
const bytesPerLexeme = 1 + 2 + 2 + 1 + 8

interface FoundWord {
  /** A few at most. */
  readonly stemmers: string[]
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
    const known = this.found.get(text)
    if (known === undefined && this.found.size >= maxWordsPerDocument) return
    const found: FoundWord = known ?? { stemmers: [], isInName: false, places: [] }
    const isInName = found.isInName || weight !== ''
    let added = 0
    for (const stemmer of stemmers) if (!found.stemmers.includes(stemmer)) added += 1
    const forms =
      (1 + found.stemmers.length + added) * (isInName ? 2 : 1) -
      (known === undefined ? 0 : (1 + found.stemmers.length) * (found.isInName ? 2 : 1))
    if (forms > 0) {
      const bytes = forms * (bytesPerLexeme + Buffer.byteLength(text))
      if (this.lexemeBytes + bytes > maxLexemeBytes) return
      this.lexemeBytes += bytes
      if (added > 0) for (const stemmer of stemmers) if (!found.stemmers.includes(stemmer)) found.stemmers.push(stemmer)
      found.isInName = isInName
      if (known === undefined) this.found.set(text, found)
    }
    if (weight === '' && !isPair) return
    const place = `${position}${weight}`
    if (found.places.length < maxPositionsPerWord && found.places.at(-1) !== place) found.places.push(place)
  }

  *add(text: string, weight: Weight, stemmers: readonly string[]): Steps<void> {
    const start = this.end
    let before = 0
    for (const piece of piecesOf(text)) {
      const { words, end } = wordsOfPiece(keptForm(boundedLetters(piece)), before)
      before = end
      for (const word of words) {
        const position = start + word.position
        this.end = Math.max(this.end, position)
        this.addWord(word, Math.min(position, lastPosition), weight, word.hasStem ? stemmers : [])
      }
      // Nothing behind this could add a word or a position.
      if (this.found.size >= maxWordsPerDocument && this.end > lastPosition) break
      if (piece.length > shortPiece || words.length > shortPiece) yield
    }
    // A gap, so that a phrase does not match across two fields.
    this.end += 1
  }

  words(): PlacedWord[] {
    return [...this.found].map(([text, { stemmers, isInName, places }]) => ({
      text,
      stemmers,
      places: places.join(','),
      isInName,
    }))
  }
}

/** Weights: the name A, the type's title field B, all other fields none. */
export const searchWordsOf = (document: WholeDocument): FoundDocument => inOneGo(searchWordsInSteps(document))

/** As `searchWordsOf` for many documents, without holding the thread for long: other calls are answered meanwhile. */
export const wordsOfDocuments = (documents: readonly WholeDocument[]): Promise<FoundDocument[]> =>
  inSlices(each(documents, searchWordsInSteps))

/** A document without long texts, or with their contents. */
export type WholeDocument = Omit<DocumentWords, 'texts'> & {
  readonly texts: readonly (DocumentText & { readonly text: string })[]
}

export const isWholeDocument = (document: DocumentWords): document is DocumentWords & WholeDocument =>
  document.texts.every(({ text }) => typeof text === 'string')

export function* searchWordsInSteps({ name, nameStemmers, texts, references }: WholeDocument): Steps<FoundDocument> {
  const found = new FoundWords()
  yield* found.add(name, 'A', nameStemmers)
  for (const { text, isTitle, stemmers } of texts) yield* found.add(text, isTitle ? 'B' : '', stemmers)
  const heads: Head[] = [
    ...texts.flatMap(({ text, isTitle }) => (isTitle ? [{ kind: 'title' as const, text }] : [])),
    { kind: 'name', text: name },
    ...texts.flatMap(({ text, isCode }) => (isCode ? [{ kind: 'code' as const, text }] : [])),
  ]
  const marked = [
    ...[...headLexemes(heads)].map(([text, places]) => ({ text, places })),
    ...references.slice(0, maxReferences).map((id) => ({ text: referenceLexeme(id), places: '' })),
  ]
  const words = [...found.words(), ...marked.map((lexeme) => ({ ...lexeme, stemmers: [], isInName: false }))]
  return { words, heads: headLines(heads) }
}

const maxReferences = 500

/** The lexeme of a document that refers to this item or concept. The end of an id is random. */
export const referenceLexeme = (id: string): string => `^${id.slice(-12)}`

export interface Word {
  /** Without accents; where a word has letters that are kept in some language, it is there a second time with them. */
  readonly text: string
  /** Whether the word is stemmed: it has letters. */
  readonly hasStem: boolean
  /** A bigram of a script without spaces, or its last character alone. */
  readonly isPair: boolean
  /** Position in the text; neighbouring words differ by one. */
  readonly position: number
}

/** Scripts without spaces between words, and Korean, whose words grow by endings without a space; indexed as bigrams. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}'
export const runs = new RegExp(
  `[${unspaced}]+|\\p{RI}{2}|\\p{Extended_Pictographic}|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
)
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

/** `1.299`, `1,299` and `1'299` are searched as 1299. */
export const thousands = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[.,'’]\d{3})+(?![\p{L}\p{N}])/gu
/** Letters or digits of a word that has both: `iphone12` is found by `iphone 12`, `400ml` by `400 ml`. */
export const sameKind = /\p{N}+|[\p{L}\p{M}]+/gu
const isMixed = /\p{N}[\p{L}\p{M}]|[\p{L}\p{M}]\p{N}/u

/** The letters and digits of a word that has both; none otherwise. */
export const splitByKind = (run: string): string[] => (isMixed.test(run) ? (run.match(sameKind) ?? []) : [])

/** Splits a text into words, without case, and without accents. */
export function wordsOf(text: string): Word[] {
  let position = 0
  return piecesOf(text).flatMap((piece) => {
    const { words, end } = wordsOfPiece(keptForm(boundedLetters(piece)), position)
    position = end
    return words
  })
}

/** Characters of a piece: it takes a millisecond or two. */
const pieceLength = 4_000
/** Characters that take so little time that the others need not have their turn: even two hundred such texts take a slice or two. */
const shortPiece = 500
/** Where a text is cut: between words of all scripts, and outside of what is searched for as a whole. */
const gaps = /[\s,;!?、。，；！？]/g

/** A text in pieces that end between two words; where there is no gap for long enough, anywhere. */
function piecesOf(text: string): string[] {
  if (text.length <= pieceLength * 2) return [text]
  const pieces: string[] = []
  let start = 0
  while (text.length - start > pieceLength * 2) {
    gaps.lastIndex = start + pieceLength
    const gap = gaps.exec(text.slice(0, start + pieceLength * 2))?.index
    let end = gap === undefined ? start + pieceLength * 2 : gap + 1
    if (isSecondHalf(text.charCodeAt(end))) end += 1
    pieces.push(text.slice(start, end))
    start = end
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Of a surrogate pair. */
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Most words of most texts: there is nothing else to find out about them. */
const isLatinWord = /^[a-z]+$/

function wordsOfPiece(kept: string, before: number): { readonly words: Word[]; readonly end: number } {
  const words: Word[] = []
  let position = before
  const add = (text: string, at: number, hasStem = false) => {
    const plain = plainForm(text)
    words.push(word(plain, at, { hasStem }))
    if (plain !== text) words.push(word(text, at, { hasStem }))
  }
  for (const run of kept.match(runs) ?? []) {
    if (isLatinWord.test(run)) words.push(word(run, ++position, { hasStem: true }))
    else if (startsUnspaced.test(run)) {
      for (const pair of bigramsOf(run)) words.push(word(pair, ++position, { isPair: true }))
      position += 1
    } else {
      add(run, ++position, /\p{L}/u.test(run))
      for (const part of splitByKind(run)) add(part, position)
    }
  }
  if (/\d[.,'’]\d{3}/.test(kept))
    for (const [amount] of kept.matchAll(thousands)) words.push(word(amount.replace(/\D/g, ''), ++position))
  if (!hasSigns.test(kept)) return { words, end: position }
  for (const [whole] of kept.matchAll(compounds)) {
    if (!startsUnspaced.test(whole)) add(whole.replace(/[-./]/g, ''), ++position)
  }
  for (const [chunk] of kept.matchAll(chunks)) {
    const inside = new Set(chunk.match(signs))
    for (const one of inside) words.push(word(one, ++position))
    if (inside.size > 0) add(trimPunctuation(chunk), ++position)
  }
  return { words, end: position }
}

export const word = (
  text: string,
  position: number,
  { hasStem = false, isPair = false }: Partial<Pick<Word, 'hasStem' | 'isPair'>> = {},
): Word => ({
  text: text.length <= maxWordLength ? text : [...text].slice(0, maxWordLength).join(''),
  hasStem,
  isPair,
  position,
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
