import { squashed } from '../../../core/spelling.ts'
import { partsOf } from './heads.ts'
import { keptForm, plainForm, typedForm } from './letters.ts'
import {
  bigramsOf,
  chunks,
  runs,
  signs,
  splitByKind,
  startsUnspaced,
  thousands,
  trimPunctuation,
  word,
} from './search-words.ts'

/** One term of a search; a document has to match all of them. */
export type SearchTerm =
  | {
      readonly kind: 'word'
      readonly text: string
      readonly hasStem: boolean
      /** Its letters and digits apart, where it has both. */
      readonly split: readonly string[]
    }
  /** Words joined by signs, as in article numbers: found one by one, or as a whole without the signs. */
  | { readonly kind: 'joined'; readonly texts: readonly string[]; readonly whole: string }
  /** Bigrams that follow each other. */
  | { readonly kind: 'pairs'; readonly texts: readonly string[]; readonly run: string }
  | { readonly kind: 'begins'; readonly text: string }

const maxSearchTerms = 20

/** A search text as it was typed, and how it is compared with what documents are called by. */
export interface Typed {
  readonly terms: readonly SearchTerm[]
  /** Without case and accents. */
  readonly plain: string
  /** With the letters that are kept in some language. */
  readonly kept: string
  /** With those of the language that is searched. */
  readonly own: string
}

/** `languageCode`: of the variation that is searched; its readers type its letters. */
export function typedText(text: string, languageCode = 'en'): Typed {
  const kept = keptForm(text)
  return { terms: searchTermsOf(text, languageCode), plain: plainForm(kept), kept, own: typedForm(kept, languageCode) }
}

/** The terms of a typed search text. */
export const searchTermsOf = (text: string, languageCode = 'en'): SearchTerm[] => [
  ...termsIn(text, languageCode).take(maxSearchTerms),
]

function* termsIn(text: string, languageCode: string): Generator<SearchTerm> {
  const kept = keptForm(text).replace(thousands, (amount) => amount.replace(/\D/g, ''))
  const typed = (run: string) => word(typedForm(run, languageCode), 0).text
  for (const [chunk] of kept.matchAll(chunks)) {
    if (chunk.match(signs) !== null) {
      yield { kind: 'begins', text: typed(trimPunctuation(chunk)) }
      continue
    }
    const found = [...chunk.matchAll(runs)].map(([run]) => run)
    const isJoined = found.length > 1 && found.length <= maxJoined && !found.some((run) => startsUnspaced.test(run))
    if (isJoined) {
      yield { kind: 'joined', texts: found.map(typed), whole: word(squashed(found.map(typed).join('')), 0).text }
      continue
    }
    for (const run of found) {
      if (!startsUnspaced.test(run)) {
        const text = typed(run)
        yield { kind: 'word', text, hasStem: /\p{L}/u.test(run), split: splitByKind(text) }
      } else if ([...run].length === 1) yield { kind: 'begins', text: run }
      else yield { kind: 'pairs', texts: bigramsOf(run).slice(0, -1), run }
    }
  }
}

const maxJoined = 8

/** The words of a term that signs join, else the term. */
export const wordsOfTerm = (term: SearchTerm): SearchTerm[] =>
  term.kind === 'joined' ? term.texts.map((text) => ({ kind: 'word', text, hasStem: true, split: [] })) : [term]

/** The parts that a word has to have one after the other in what a document is called by; none of a word that is too short. */
export function partsOfTerm(term: SearchTerm): string[] {
  if (term.kind === 'word') return partsOf(term.text)
  if (term.kind === 'joined') return partsOf(term.whole)
  return isOfCode(term) ? partsOf(squashed(term.text)) : []
}

/** Whether it has a sign that stands in codes only, whatever letters are beside it: `BOX_RED`. */
export const isOfCode = (term: SearchTerm): term is Extract<SearchTerm, { readonly kind: 'begins' }> =>
  term.kind === 'begins' && codeWithSign.test(term.text)

const codeWithSign = /^[\p{L}\p{N}\p{M}\-._/]*_[\p{L}\p{N}\p{M}\-._/]*$/u
