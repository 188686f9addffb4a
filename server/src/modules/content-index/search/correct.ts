import { lettersBetween, longestWord, mayBeWrong, nearestPart, oneLetterOff } from '../../../core/spelling.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { IndexPlace } from '../page/index-place.repository.ts'
import { findHeads, findUnknown, findWords } from '../page/search.repository.ts'
import { either, lexeme, lexemesIn, type StemsOfTerms, termQuery } from '../page/search-query.ts'
import { partsOf } from '../write/heads.ts'
import { keptForm, plainForm } from '../write/letters.ts'
import { type SearchTerm, typedText } from '../write/search-terms.ts'
import { runs, startsUnspaced } from '../write/search-words.ts'
import { nameMark } from '../write/space.ts'
import { type AskedWords, documentSpaces, stemsOfTerms } from './read-words.ts'

/** Documents that are looked at for the right word: by what they are called, and by all their words, which are many more. */
const looked = { 'in the name': 300, anywhere: 60 }
/** Words that are tried in turn where every one of them is a word of the catalogue. */
const tried = 8

/**
 * What somebody may have meant where nothing has what was typed: the same with one letter of a word put right, of long
 * words two, as something is called or as it stands in a text. Undefined where nothing is.
 */
export async function correctedText(
  trx: Transaction,
  place: IndexPlace,
  asked: AskedWords,
): Promise<string | undefined> {
  const [languageCode = 'en'] = asked.languageCodes
  const terms = typedText(asked.searchText, languageCode).terms.flatMap(wordsOfTerm)
  const stems = await stemsOfTerms(trx, asked, terms)
  for (const where of ['in the name', 'anywhere'] as const) {
    const replaced = await correctedIn(where, trx, place, asked, terms, stems)
    if (replaced !== undefined) return replaceAll(asked.searchText, replaced)
  }
  return undefined
}

type Where = keyof typeof looked

async function correctedIn(
  where: Where,
  trx: Transaction,
  place: IndexPlace,
  asked: AskedWords,
  terms: readonly SearchTerm[],
  stems: readonly (StemsOfTerms | undefined)[],
): Promise<Replaced[] | undefined> {
  const queries = terms.map((term, at) =>
    termQuery(lexemesIn(where), term, [...new Set(stems.flatMap((each) => each?.[at] ?? []))], {
      isBegun: at === terms.length - 1,
      parts: 'of all',
    }),
  )
  const spaces = documentSpaces(place, asked.kinds)
  const unknown = await findUnknown(trx, place.tenantId, place, spaces, queries)
  const wrong =
    unknown.length > 0 ? [unknown] : terms.flatMap((term, at) => (canBeWrong(term) ? [[at]] : [])).slice(0, tried)
  const nears: readonly Near[] = where === 'anywhere' ? [oneOffInText, twoOffInText] : [oneOff, twoOff]
  for (const near of nears)
    for (const places of wrong) {
      const query = queryOf(terms, queries, places, near)
      if (query === undefined) continue
      const meant = places.flatMap((at) => terms[at] ?? [])
      const search = { spaces, words: query }
      const found =
        where === 'anywhere'
          ? await findWords(trx, place.tenantId, place, search, looked[where], wordsNear(meant, near))
          : await findHeads(trx, place.tenantId, place, search, looked[where])
      const replaced = nearest(meant, found)
      if (replaced !== undefined) return replaced
    }
  return undefined
}

/** Of words joined by signs, one of them is wrong. */
const wordsOfTerm = (term: SearchTerm): SearchTerm[] =>
  term.kind === 'joined' ? term.texts.map((text) => ({ kind: 'word', text, hasStem: true, split: [] })) : [term]

const isShortRun = (term: SearchTerm): boolean => term.kind === 'pairs' && term.texts.length < longestWord

const canBeWrong = (term: SearchTerm): boolean =>
  isShortRun(term) || (term.kind === 'word' && mayBeWrong(term.text) > 0)

type Near = (term: SearchTerm) => string | undefined

/** What a term that is typed wrong may be found by; undefined where it cannot be. */
const oneOff: Near = (term) => {
  const words = changed(term)
  if (words.length > 0) return either(words.map((word) => lexeme(nameMark, word)))
  // A wrong character is in two pairs.
  return pairsWithout(term, term.kind === 'pairs' && term.texts.length < 5 ? 2 : 3)
}

/** What is left of a run without spaces where neighbouring pairs of it are wrong, wherever they stand. */
function pairsWithout(term: SearchTerm, wrong: number): string | undefined {
  if (term.kind !== 'pairs' || !isShortRun(term)) return undefined
  const last = term.texts.length - wrong
  if (last < 1) return undefined
  return either(
    Array.from({ length: last + 1 }, (_, from) => {
      const others = term.texts.filter((_text, at) => at < from || at >= from + wrong)
      return `(${others.map((text) => lexeme(nameMark, text)).join(' & ')})`
    }),
  )
}

/** With two letters wrong, one of three stretches of a word is right. Two characters that changed places are in three pairs. */
const twoOff: Near = (term) => {
  if (term.kind === 'pairs') return pairsWithout(term, 3)
  if (term.kind !== 'word' || mayBeWrong(term.text) < 2) return undefined
  const text = plainForm(term.text)
  const size = Math.floor([...text].length / 3)
  const stretches = [0, 1, 2].map((at) => [...text].slice(at * size, at === 2 ? undefined : (at + 1) * size).join(''))
  const queries = stretches.flatMap((stretch) => {
    const parts = partsOf(stretch).map((part) => lexeme('', part))
    return parts.length === 0 ? [] : [`(${parts.join(' <-> ')})`]
  })
  return queries.length === 0 ? undefined : either(queries)
}

/** A word of a text is found as a whole or by its beginning: texts have no parts. */
const oneOffInText: Near = (term) => {
  const words = changed(term)
  return words.length === 0 ? undefined : either(words.map((word) => lexeme('', word)))
}

const twoOffInText: Near = (term) => {
  const start = beginning(term)
  return start === undefined ? undefined : `${lexeme('', start)}:*`
}

const changed = (term: SearchTerm): string[] =>
  term.kind === 'word' && mayBeWrong(term.text) > 0 ? oneLetterOff(plainForm(term.text)) : []

/** What of a long word is taken to be right. */
const beginning = (term: SearchTerm): string | undefined =>
  term.kind === 'word' && mayBeWrong(term.text) > 1 ? [...plainForm(term.text)].slice(0, 4).join('') : undefined

/** The words that such a query may have found. */
const wordsNear = (terms: readonly SearchTerm[], near: Near) => ({
  words: near === oneOffInText ? terms.flatMap(changed) : [],
  beginnings: near === twoOffInText ? terms.flatMap((term) => beginning(term) ?? []) : [],
})

/** All terms, those in these places by what they may be; where those cannot be found by themselves, by the others. */
function queryOf(
  terms: readonly SearchTerm[],
  queries: readonly string[],
  wrong: readonly number[],
  near: Near,
): string | undefined {
  const isOnlyOne = terms.length === wrong.length
  const all: string[] = []
  for (const [at, term] of terms.entries()) {
    if (!wrong.includes(at)) {
      all.push(queries[at] ?? '')
      continue
    }
    const query = near(term)
    if (query !== undefined) all.push(query)
    else if (near === twoOff || near === twoOffInText || isOnlyOne || !canBeWrong(term)) return undefined
  }
  return all.filter((query) => query !== '').join(' & ')
}

interface Replaced {
  readonly typed: string
  readonly meant: string
}

/** For each term the word nearest to it in one of the heads, or in the words of one text, which has the nearest of them all. */
function nearest(terms: readonly SearchTerm[], heads: readonly string[]): Replaced[] | undefined {
  let best: { off: number; length: number; replaced: Replaced[] } | undefined
  for (const line of heads.flatMap((each) => each.split('\n'))) {
    const head = line.slice(1)
    const found = terms.map((term) => nearestIn(term, head))
    if (head === '' || found.some((each) => each === undefined)) continue
    const off = found.reduce((sum, each) => sum + (each?.off ?? 0), 0)
    if (best !== undefined && (best.off < off || (best.off === off && best.length <= head.length))) continue
    best = { off, length: head.length, replaced: found.flatMap((each) => each ?? []) }
  }
  return best?.replaced
}

function nearestIn(term: SearchTerm, head: string): (Replaced & { readonly off: number }) | undefined {
  if (term.kind === 'pairs') {
    const { part, off } = nearestPart(term.run, head, 1)
    return off > 1 ? undefined : { typed: term.run, meant: part, off }
  }
  if (term.kind !== 'word') return undefined
  const most = mayBeWrong(term.text)
  const text = plainForm(term.text)
  let best: (Replaced & { readonly off: number }) | undefined
  for (const [word] of head.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const off = lettersBetween(text, plainForm(word), most)
    if (off <= most && (best === undefined || off < best.off)) best = { typed: term.text, meant: word, off }
  }
  return best
}

/** The text as it was typed, but for the words that were wrong. */
function replaceAll(searchText: string, replaced: readonly Replaced[]): string {
  return searchText.normalize('NFC').replace(runs, (run) => {
    const kept = keptForm(run)
    const found = replaced.find(({ typed }) => typed === kept || typed === plainForm(kept))
    return found === undefined ? run : asTyped(found.meant, run)
  })
}

/** Traditional characters where somebody types these: what is stored is simplified. */
function asTyped(meant: string, run: string): string {
  if (!startsUnspaced.test(run)) return meant
  const typed = new Map([...run].map((character) => [keptForm(character), character]))
  return [...meant].map((character) => typed.get(character) ?? character).join('')
}
