import { fold } from '@pim/field-types'
import { bigramsOf, chunks, runs, signs, startsUnspaced, trimPunctuation, word } from './search-words.ts'

/** One term of a search; a document has to match all of them. */
export type SearchTerm =
  | { readonly kind: 'word'; readonly text: string; readonly hasStem: boolean }
  /** Bigrams that follow each other. */
  | { readonly kind: 'pairs'; readonly texts: readonly string[] }
  | { readonly kind: 'begins'; readonly text: string }

const maxSearchTerms = 20

/** The terms of a typed search text. */
export const searchTermsOf = (text: string): SearchTerm[] => [...termsIn(text).take(maxSearchTerms)]

function* termsIn(text: string): Generator<SearchTerm> {
  for (const [chunk] of fold(text).matchAll(chunks)) {
    if (chunk.match(signs) !== null) {
      yield { kind: 'begins', text: word(trimPunctuation(chunk), 0).text }
      continue
    }
    for (const [run] of chunk.matchAll(runs)) {
      if (!startsUnspaced.test(run)) yield { kind: 'word', text: word(run, 0).text, hasStem: /\p{L}/u.test(run) }
      else if ([...run].length === 1) yield { kind: 'begins', text: run }
      else yield { kind: 'pairs', texts: bigramsOf(run).slice(0, -1) }
    }
  }
}
