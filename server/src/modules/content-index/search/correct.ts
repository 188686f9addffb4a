import { lettersBetween, longestWord, mayBeWrong, nearestPart, oneLetterOff } from '../../../core/spelling.ts'
import { partsOf } from '../write/heads.ts'
import { keptForm, plainForm } from '../write/letters.ts'
import { type SearchTerm, typedText, wordsOfTerm } from '../write/search-terms.ts'
import { runs, startsUnspaced } from '../write/search-words.ts'
import { formsOfTerms } from './forms.ts'
import { stemsOfTerms } from './read-words.ts'
import type { AskedWords, SearchPlace } from './search-place.ts'
import { either, lexemesIn, quoted, termQuery } from './search-query.ts'

/** Documents whose names are looked at for the right word. */
const mostLooked = 300
/** Words of texts that are looked at for it, and of these the nearest, which are tried. */
const mostWords = 2_000
const mostNear = 8
/** Words that are tried in turn where every one of them is a word of the catalogue. */
const tried = 8

/**
 * What somebody may have meant where nothing has what was typed: the same with one letter of a word put right, of long
 * words two, as something is called or as it stands in a text. Undefined where nothing is.
 */
export async function correctedText(place: SearchPlace, asked: AskedWords): Promise<string | undefined> {
  const [languageCode = 'en'] = asked.languageCodes
  // Words that signs join are corrected one by one.
  const terms = typedText(asked.searchText, languageCode).terms.flatMap(wordsOfTerm)
  const stems = await stemsOfTerms(place, asked, terms)
  const forms = await formsOfTerms(place, asked, terms, stems)
  for (const where of ['in the name', 'anywhere'] as const) {
    const queries = terms.map((term, at) =>
      termQuery(lexemesIn(where), term, [...new Set(stems.flatMap((each) => each?.[at] ?? []))], {
        isBegun: at === terms.length - 1,
        parts: 'of all',
        forms: forms[at] ?? [],
      }),
    )
    const unknown = await place.ask('unknown', { where: place.where, queries })
    const wrong = terms.flatMap((_term, at) => (unknown[at] === true ? [at] : []))
    const tries =
      wrong.length > 0 ? [wrong] : terms.flatMap((term, at) => (canBeWrong(term) ? [[at]] : [])).slice(0, tried)
    const replaced = await (where === 'anywhere' ? correctedInTexts : correctedInNames)(place, terms, queries, tries)
    if (replaced !== undefined) return replaceAll(asked.searchText, replaced)
  }
  return undefined
}

/** By what something is called. `tries`: the places of the terms that are wrong, in turn. */
async function correctedInNames(
  place: SearchPlace,
  terms: readonly SearchTerm[],
  queries: readonly string[],
  tries: readonly (readonly number[])[],
): Promise<Replaced[] | undefined> {
  for (const near of [oneOff, twoOff])
    for (const places of tries) {
      const words = queryOf(terms, queries, places, near)
      if (words === undefined) continue
      const heads = await place.ask('heads', { where: place.where, words, most: mostLooked })
      const replaced = nearest(
        places.flatMap((at) => terms[at] ?? []),
        heads,
      )
      if (replaced !== undefined) return replaced
    }
  return undefined
}

/** By a word of some text, the nearest and of these the most frequent first; one that the other terms stand with. */
async function correctedInTexts(
  place: SearchPlace,
  terms: readonly SearchTerm[],
  queries: readonly string[],
  tries: readonly (readonly number[])[],
): Promise<Replaced[] | undefined> {
  for (const places of tries) {
    const [at] = places
    const term = at === undefined || places.length > 1 ? undefined : terms[at]
    if (term === undefined || term.kind !== 'word' || mayBeWrong(term.text) === 0) continue
    const text = plainForm(term.text)
    // Beginnings that the right word may have: that of the typed one, or of a short word all with one letter changed.
    const beginnings = mayBeWrong(text) > 1 ? [[...text].slice(0, 4).join('')] : oneLetterOff(text)
    const words = await place.ask('vocabulary', { where: place.where, beginnings, most: mostWords })
    const most = mayBeWrong(term.text)
    const candidates = [...new Set(words.flat())]
      .map((word) => ({ word, off: lettersBetween(text, plainForm(word), most) }))
      .filter(({ off }) => off <= most)
      .toSorted((one, other) => one.off - other.off)
      .slice(0, mostNear)
    const others = queries.filter((_query, other) => other !== at)
    const unknown = await place.ask('unknown', {
      where: place.where,
      queries: candidates.map(({ word }) => [...others, quoted(word)].filter((query) => query !== '').join(' AND ')),
    })
    const meant = candidates.find((_candidate, number) => unknown[number] === false)
    if (meant !== undefined) return [{ typed: term.text, meant: meant.word }]
  }
  return undefined
}

const isShortRun = (term: SearchTerm): boolean => term.kind === 'pairs' && term.texts.length < longestWord

const canBeWrong = (term: SearchTerm): boolean =>
  isShortRun(term) || (term.kind === 'word' && mayBeWrong(term.text) > 0)

type Near = (term: SearchTerm) => string | undefined

/** What a term that is typed wrong may be found by; undefined where it cannot be. */
const oneOff: Near = (term) => {
  const words = changed(term)
  if (words.length > 0) return either(words.map((word) => lexemesIn('in the name')(word)))
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
      return `(${others.map((text) => lexemesIn('in the name')(text)).join(' AND ')})`
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
    const parts = partsOf(stretch)
    return parts.length === 0 ? [] : [quoted(parts.join(' '))]
  })
  return queries.length === 0 ? undefined : either(queries)
}

const changed = (term: SearchTerm): string[] =>
  term.kind === 'word' && mayBeWrong(term.text) > 0 ? oneLetterOff(plainForm(term.text)) : []

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
    else if (near === twoOff || isOnlyOne || !canBeWrong(term)) return undefined
  }
  return all.filter((query) => query !== '').join(' AND ')
}

interface Replaced {
  readonly typed: string
  readonly meant: string
}

/** For each term the word nearest to it in one of the heads, which has the nearest of them all. */
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
