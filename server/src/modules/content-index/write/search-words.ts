import type { LongValue } from '@pim/field-types'
import { each, inOneGo, type Steps } from '@pim/field-types/steps'
import { boundedLetters } from '../../../core/bounded-letters.ts'
import { inSlices } from '../../../core/time-slices.ts'
import { gapMark, type Head, headLines, headMarks } from './heads.ts'
import { keptForm, plainForm } from './letters.ts'

/** The text of a long value, which is read from its store. */
export interface LongText {
  readonly long: LongValue
  readonly textOf: (content: unknown) => string
}

/** A text of a document. */
export interface DocumentText {
  readonly text: string | LongText
  readonly isTitle: boolean
  /** Whether it is found by any part of it, with or without its signs, as article numbers are. */
  readonly isCode: boolean
}

/** What the words of a document are made from: the same `id`, the same words. */
export interface DocumentWords {
  readonly id: string
  readonly name: string
  /** The title first. */
  readonly texts: readonly DocumentText[]
  /** Items and concepts that it refers to: a search finds it by their names. */
  readonly references: readonly string[]
}

/** What is stored of a document: its words between spaces, by where they stand. */
export interface FoundDocument {
  /** Of the title of its type. */
  readonly title: string
  /** Of the name of the item. */
  readonly name: string
  /** Of all its other texts. */
  readonly rest: string
  /** What it is called by as a whole and in parts, and what it refers to; see `headMarks` and `referenceLexeme`. */
  readonly marks: string
  /** What it is called by, for ranking; see `headLines`. */
  readonly heads: string
}

/** Different words of a document, and neighbours of a script without spaces: what is behind them is not found. */
const maxWordsPerDocument = 8_000
const maxPairsPerDocument = 16_000

/** The words of one document: each once, but for pairs, whose order counts. */
class FoundWords {
  readonly #called = new Set<string>()
  readonly #words = new Set<string>()
  #pairs = 0;

  /** `isCalled`: by these words it is called, so that the rest need not have them, too. */
  *add(text: string, isCalled: boolean): Steps<string[]> {
    const found = new Set<string>()
    const pairs: string[] = []
    let before = 0
    let last = 0
    for (const piece of piecesOf(text)) {
      const { words, end } = wordsOfPiece(keptForm(boundedLetters(piece)), before)
      before = end
      for (const { text: word, isPair, position } of words) {
        if (isPair) {
          if (this.#pairs >= maxPairsPerDocument) continue
          this.#pairs += 1
          if (position !== last + 1) pairs.push(gapMark)
          last = position
          pairs.push(word)
        } else if (isCalled) found.add(word)
        else if (!this.#called.has(word) && !this.#words.has(word) && this.#words.size < maxWordsPerDocument) {
          this.#words.add(word)
          found.add(word)
        }
      }
      if (this.#words.size >= maxWordsPerDocument && this.#pairs >= maxPairsPerDocument) break
      if (piece.length > shortPiece || words.length > shortPiece) yield
    }
    if (isCalled) for (const word of found) this.#called.add(word)
    return pairs.length === 0 ? [...found] : [...found, ...pairs, gapMark]
  }
}

/** As `searchWordsInSteps`, at once. */
export const searchWordsOf = (document: WholeDocument): FoundDocument => inOneGo(searchWordsInSteps(document))

/** The same for many documents, without holding the thread for long: other calls are answered meanwhile. */
export const wordsOfDocuments = (documents: readonly WholeDocument[]): Promise<FoundDocument[]> =>
  inSlices(each(documents, searchWordsInSteps))

/** A document without long texts, or with their contents. */
export type WholeDocument = Omit<DocumentWords, 'texts'> & {
  readonly texts: readonly (DocumentText & { readonly text: string })[]
}

export const isWholeDocument = (document: DocumentWords): document is DocumentWords & WholeDocument =>
  document.texts.every(({ text }) => typeof text === 'string')

export function* searchWordsInSteps({ name, texts, references }: WholeDocument): Steps<FoundDocument> {
  const found = new FoundWords()
  const words = { title: [] as string[], rest: [] as string[] }
  const ofName = yield* found.add(name, true)
  for (const { text, isTitle } of texts) words[isTitle ? 'title' : 'rest'].push(...(yield* found.add(text, isTitle)))
  const heads: Head[] = [
    ...texts.flatMap(({ text, isTitle }) => (isTitle ? [{ kind: 'title' as const, text }] : [])),
    { kind: 'name', text: name },
    ...texts.flatMap(({ text, isCode }) => (isCode ? [{ kind: 'code' as const, text }] : [])),
  ]
  const marks = [...headMarks(heads), ...references.slice(0, maxReferences).map(referenceLexeme)]
  return {
    title: words.title.join(' '),
    name: ofName.join(' '),
    rest: words.rest.join(' '),
    marks: marks.join(' '),
    heads: headLines(heads),
  }
}

const maxReferences = 500

/** The lexeme of a document that refers to this item or concept. The end of an id is random. */
export const referenceLexeme = (id: string): string => `^${id.slice(-12)}`

export interface Word {
  /** Without accents; where a word has letters that are kept in some language, it is there a second time with them. */
  readonly text: string
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
  const add = (text: string, at: number) => {
    const plain = plainForm(text)
    words.push(word(plain, at))
    if (plain !== text) words.push(word(text, at))
  }
  for (const run of kept.match(runs) ?? []) {
    if (isLatinWord.test(run)) words.push(word(run, ++position))
    else if (startsUnspaced.test(run)) {
      for (const pair of bigramsOf(run)) words.push(word(pair, ++position, true))
      position += 1
    } else {
      add(run, ++position)
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

export const word = (text: string, position: number, isPair = false): Word => ({
  text: text.length <= maxWordLength ? text : [...text].slice(0, maxWordLength).join(''),
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
