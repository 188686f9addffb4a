import { isDeepStrictEqual } from 'node:util'
import type { Variation } from '@pim/contract'
import type { Condition, Order, RankSteps } from '../../reader/index.ts'
import { type SearchTerm, typedText, wordsOfTerm } from '../write/search-terms.ts'
import { amountConditions, amountsMeant } from './by-amount.ts'
import { formsOfTerms } from './forms.ts'
import { soughtTerm } from './matches/places.ts'
import type { Sought } from './matches/read-matches.ts'
import { namedBy } from './named.ts'
import { otherTitlesOf } from './other-titles.ts'
import type { AskedWords, SearchPlace } from './search-place.ts'
import {
  calledQueryOf,
  either,
  headQueryOf,
  partsOfTerms,
  type QueryOptions,
  quoted,
  type SearchedPart,
  type StemsOfTerms,
  wordQueryOf,
} from './search-query.ts'
import { stemsOf } from './stem.repository.ts'
import { stemmersOf } from './stemmers.ts'

/**
 * How near a document has to be to what was typed. `near`: all words, in the forms that readers of the language mean by
 * them. `wide`, where nothing is near: what the last word begins, and parts of words, in every language.
 */
export type Nearness = 'near' | 'wide'

/** Words that are compounds of others: a part of one is looked for as a word is. */
const compoundLanguages = new Set(['da', 'de', 'et', 'fi', 'hu', 'is', 'nb', 'nl', 'nn', 'no', 'sv'])
/** Roots are short, so that a word that begins with another is mostly none of its forms: сыр, сырья. */
const wholeWordLanguages = new Set(['ar', 'be', 'bg', 'fa', 'he', 'ru', 'uk', 'ur', 'yi'])

export interface FoundWords {
  readonly conditions: readonly Condition[]
  /** Query of the file's words for the same. */
  readonly words: string
  readonly order: Order
  readonly sought: Sought
}

/** What a search text asks for. A text without a single word finds nothing. */
export async function readWords(place: SearchPlace, asked: AskedWords, nearness: Nearness): Promise<FoundWords> {
  const [languageCode = 'en'] = asked.languageCodes
  const typed = typedText(asked.searchText, languageCode)
  const stems = await stemsOfTerms(place, asked, typed.terms)
  const words = typed.terms.flatMap(wordsOfTerm)
  const formsOfWords = await formsOfTerms(place, asked, words, await stemsOfTerms(place, asked, words))
  // Forms of words that signs join count in whole titles alone (`otherTitles`).
  const formsOf = new Map(words.map((word, at) => [word, formsOfWords[at] ?? []]))
  const forms = typed.terms.map((term) => formsOf.get(term) ?? [])
  const otherTitles = otherTitlesOf(typed, words, formsOfWords, asked.languageCodes)
  const options = optionsFor(languageCode, nearness)
  // Names of more than one word are looked for as they were typed; where a text splits otherwise, only these are.
  const typedWords = asked.searchText.trim().split(/\s+/)
  const separate = typedWords.length === typed.terms.length ? typedWords : []
  const [namedWhole = [], ...named] = await namedBy(place, asked.types, [asked.searchText, ...separate], languageCode)
  const query = (where: SearchedPart, more: Partial<QueryOptions> = {}) =>
    wordQueryOf(where, typed.terms, stems, { ...options, forms, ...more })
  const head = headQueryOf(typed)
  const headWords = options.words === 'whole' ? head?.is : head?.begins
  const others = otherTitles.map(calledQueryOf)
  const orHead = (words: string) => either([words, headWords ?? '', ...others].filter((each) => each !== ''))
  const matching = (words: string): Condition => ({ is: 'with words', words })
  const references = namedWhole.map(quoted)
  const anywhere = either([orHead(query('anywhere', { named })), ...references].filter((each) => each !== ''))
  const inName = orHead(query('in the name'))
  const stepsIn = (where: SearchedPart): RankSteps => ({
    written: wordQueryOf(where, typed.terms, [], { words: 'whole', parts: 'none' }),
    whole: query(where, { words: 'whole', parts: 'none' }),
    begun: query(where, { words: 'begun', parts: 'none' }),
  })
  const amounts = await amountConditions(asked.searchText, asked.types, languageCode, async (text) => {
    const { terms } = typedText(text, languageCode)
    const ofTerms = await stemsOfTerms(place, asked, terms)
    const others = await formsOfTerms(place, asked, terms, ofTerms)
    const words = wordQueryOf('anywhere', terms, ofTerms, { ...options, forms: others })
    return words === '' ? undefined : matching(words)
  })
  const byWords = matching(anywhere)
  const all: Condition = amounts.length === 0 ? byWords : { is: 'any of', conditions: [byWords, ...amounts] }
  const heads =
    head === undefined ? [] : [...new Set([head.is, either([head.is, ...others]), headWords ?? head.begins])]
  const order: Order = {
    by: 'relevance',
    ranking: {
      plain: typed.plain,
      kept: typed.kept,
      otherTitles,
      title: stepsIn('in the title'),
      name: stepsIn('in the name'),
      parts: options.parts === 'of all' ? partsOfTerms(typed.terms, stems) : [],
      inName,
      amounts,
      tiers: [...heads.map(matching), matching(inName), all],
    },
  }
  const sought: Sought = {
    terms: typed.terms.flatMap((term, at) => {
      const isTooCommon = term.kind === 'word' && term.hasStem && stems[0]?.[at] === null
      if ((isTooCommon && typed.terms.length > 1) || isRepeated(typed.terms, at)) return []
      return soughtTerm(term, [...new Set(stems.flatMap((each) => each?.[at] ?? []))], named[at] ?? [])
    }),
    references: new Set(namedWhole),
    amounts: amounts.length === 0 ? [] : amountsMeant(asked.searchText, asked.types, languageCode),
  }
  return { conditions: [all], words: anywhere, order, sought }
}

/** Each is looked for in all texts of a page. */
const isRepeated = (terms: readonly SearchTerm[], at: number): boolean =>
  terms.findIndex((term) => isDeepStrictEqual(term, terms[at])) < at

function optionsFor(languageCode: string, nearness: Nearness): QueryOptions {
  const language = languageOf(languageCode)
  if (nearness === 'wide') return { words: 'begun', parts: 'of all' }
  return {
    words: wholeWordLanguages.has(language) ? 'whole' : 'begun',
    parts: compoundLanguages.has(language) ? 'of all' : 'of codes',
  }
}

/** By the stemmers of the languages that texts may be in; undefined: that of the variation has none. */
export async function stemsOfTerms(
  { read }: Pick<SearchPlace, 'read'>,
  { languageCodes }: AskedWords,
  terms: readonly SearchTerm[],
): Promise<(StemsOfTerms | undefined)[]> {
  const typed = terms.map((term) => (term.kind === 'word' && term.hasStem ? term.text : ''))
  const stemmers = stemmersOf(languageCodes)
  const asked = stemmers.flatMap((stemmer) => (stemmer === null ? [] : typed.map((word) => ({ stemmer, word }))))
  const stemOf = await stemsOf(read, asked)
  const found = stemmers.map((stemmer) => (stemmer === null ? undefined : typed.map((word) => stemOf(stemmer, word))))
  const hasPlurals = languageCodes.some((languageCode) => compoundLanguages.has(languageOf(languageCode)))
  const plurals = typed.map((text) => (loanPlural.test(text) ? text.slice(0, -1) : null))
  return hasPlurals && plurals.some((plural) => plural !== null) ? [...found, plurals] : found
}

/** Plurals of borrowed words, which the stemmers of Germanic languages leave alone: `Sofas`, `Etuis`. */
const loanPlural = /^\p{L}{2,}[aeiouy]s$/u

const languageOf = (languageCode: string): string => languageCode.toLowerCase().split('-')[0] ?? ''

/** Of the variation and of those that it inherits from, nearest first: its texts may be in any of them. */
export function languagesOf(variations: readonly Variation[], variation: Variation): string[] {
  const chain = new Set<Variation>()
  for (let at: Variation | undefined = variation; at !== undefined && !chain.has(at); ) {
    chain.add(at)
    const next: string | null = at.fallbackVariationId
    at = variations.find(({ variationId }) => variationId === next)
  }
  return [...chain].map(({ languageCode }) => languageCode)
}
