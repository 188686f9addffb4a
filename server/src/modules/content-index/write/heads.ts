import { squashed } from '../../../core/spelling.ts'
import { keptForm, plainForm } from './letters.ts'

/** What a document is called by: the title, the name of its item, and codes such as article numbers. */
export interface Head {
  readonly kind: 'title' | 'name' | 'code'
  readonly text: string
}

const tags = { title: 't', name: 'n', code: 'c' } as const
/** Before the title as it is written, where letters of some language are folded otherwise. */
const keptTag = 'k'

const maxHeads = 24
/** Characters of one; what is behind them neither ranks nor is found by parts. */
const maxHeadLength = 200

/** Lines, each with a tag, between line breaks: ranking compares what is typed with them. */
export function headLines(heads: readonly Head[]): string {
  const lines = new Set<string>()
  for (const { kind, text } of heads.slice(0, maxHeads)) {
    const kept = keptForm(text.slice(0, maxHeadLength))
    const plain = plainForm(kept)
    const line = `${tags[kind]}${plain}`
    if (plain === '' || (kind === 'name' && lines.has(`${tags.title}${plain}`))) continue
    lines.add(line)
    if (kind === 'title' && kept !== plain) lines.add(`${keptTag}${kept}`)
  }
  return lines.size === 0 ? '' : `\n${[...lines].join('\n')}\n`
}

/** Marks of lexemes that are no words; none of the signs can stand in a word. */
export const headMark = '='
export const partMark = '~'
/** Characters of the lexeme of a head: an exact match and the beginning of one are told apart by their rank. */
export const headLexemeLength = 40
const partLength = 3

/** The lexeme that a search for the beginning of a head asks for. */
export const headLexeme = (folded: string): string =>
  `${headMark}${[...squashed(folded)].slice(0, headLexemeLength).join('')}`

/** The parts of three characters of a word, in their order; none of a shorter one. */
export function partsOf(squashedWord: string): string[] {
  const characters = [...squashedWord]
  return characters.slice(0, -partLength + 1).map((_, at) => partMark + characters.slice(at, at + partLength).join(''))
}

/** Stands between words whose neighbourhood counts; no word is called so. */
export const gapMark = '|'

/**
 * The marks of heads, in their order: each whole, for what begins with what is typed, and the parts of its words, which compounds, parts
 * of codes and words with a typing error are found by. Parts that follow each other stand so.
 */
export function headMarks(heads: readonly Head[]): string[] {
  const marks: string[] = []
  const done = new Set<string>()
  const hasTitle = heads.some(({ kind }) => kind === 'title')
  for (const { kind, text } of heads.slice(0, maxHeads)) {
    const kept = keptForm(text.slice(0, maxHeadLength))
    for (const form of new Set([plainForm(kept), kept])) {
      if (form === '' || done.has(form)) continue
      done.add(form)
      marks.push(headLexeme(form))
      // Parts take the most room, and names beside titles are mostly the title in another language.
      if (kind === 'name' && hasTitle) continue
      for (const word of form.split(/[^\p{L}\p{N}\p{M}\-._/]+/u)) {
        const squash = squashed(word)
        if (done.has(` ${squash}`)) continue
        done.add(` ${squash}`)
        marks.push(gapMark, ...partsOf(squash))
      }
    }
  }
  return marks
}

/** Whether a text of one word is a code: it has digits, or it is the same in all languages. */
export const looksLikeCode = (text: string, isShared: boolean): boolean =>
  text.length <= 100 && !/\s/u.test(text) && (isShared || /\d/u.test(text))
