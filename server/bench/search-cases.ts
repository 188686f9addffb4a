import { fold } from '@pim/field-types'
import { squashed } from '../src/core/spelling.ts'
import { type Random, randomFrom } from './random.ts'
import type { RealItem } from './search-catalogue.ts'

export interface SearchCase {
  readonly searchText: string
  /** Whether the first five items that a search finds are right. */
  readonly isHit: (ids: readonly string[]) => boolean
}

const perLanguage = 40

/** Some of `all` from its beginning to its end; another seed has others of them. */
function spread<T>(all: readonly T[], seed: number): T[] {
  const step = Math.max(1, Math.floor(all.length / perLanguage))
  return all.filter((_, at) => at % step === seed % step).slice(0, perLanguage)
}

/** Items with a title of their own in the language. */
function sampleOf(items: readonly RealItem[], language: string, seed: number): { item: RealItem; title: string }[] {
  const titled = items.flatMap((item) => {
    const title = item.titles[language]
    return title === undefined ? [] : [{ item, title }]
  })
  return spread(titled, seed)
}

/** Titles are not unique: any item of the title will do. */
const ofTitle = (items: readonly RealItem[], language: string, title: string): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ titles }) => fold(titles[language] ?? titles.en ?? '') === fold(title))
      .map(({ contentItemId }) => contentItemId),
  )

export const exactCases = (items: readonly RealItem[], language: string, seed: number): SearchCase[] =>
  sampleOf(items, language, seed).map(({ title }) => {
    const wanted = ofTitle(items, language, title)
    return { searchText: title, isHit: ([first = '']) => wanted.has(first) }
  })

/** Codes are the same in all languages, and searched as parts in each: some of these are enough. */
const withCodes: ReadonlySet<string> = new Set(['en', 'de', 'ja', 'ar', 'ru'])

/** The middle of a code, from four characters. */
export function partCases(items: readonly RealItem[], language: string, seed: number): SearchCase[] {
  const coded = items.filter(({ codes: [code = ''] }) => squashed(code).length >= 6)
  if (!withCodes.has(language)) return []
  return spread(coded, seed).map((item, at) => {
    const code = item.codes.at(at % item.codes.length) ?? ''
    const from = 1 + (at % 2)
    const part = squashed(fold(code)).slice(from, from + 4 + (at % 3))
    const having = new Set(
      items
        .filter(({ codes }) => codes.some((each) => squashed(fold(each)).includes(part)))
        .map(({ contentItemId }) => contentItemId),
    )
    return { searchText: part, isHit: (ids) => ids.length > 0 && ids.every((id) => having.has(id)) }
  })
}

/** One letter of a word wrong, missing, added, or changed with its neighbour. */
export const typoCases = (items: readonly RealItem[], language: string, seed: number): SearchCase[] => {
  const random = randomFrom(7 + seed)
  return sampleOf(items, language, seed).flatMap(({ title }) => {
    const typed = withTypo(title, random)
    if (typed === undefined) return []
    const wanted = ofTitle(items, language, title)
    return [{ searchText: typed, isHit: (ids) => ids.some((id) => wanted.has(id)) }]
  })
}

function withTypo(title: string, random: Random): string | undefined {
  const words = [...title.matchAll(/[\p{L}\p{M}]{5,}/gu)]
  const word = words[random.below(words.length)]
  if (word === undefined) return undefined
  const letters = [...word[0]]
  const at = 1 + random.below(letters.length - 2)
  const [one = '', other = ''] = letters.slice(at, at + 2)
  const wrong = letters[(at + 2) % letters.length] === one ? 'e' : (letters[(at + 2) % letters.length] ?? 'e')
  const kinds = [[wrong, other], [other], [one, one, other], [other, one]]
  letters.splice(at, 2, ...(kinds[random.below(kinds.length)] ?? [other]))
  const typed = title.slice(0, word.index) + letters.join('') + title.slice(word.index + word[0].length)
  return fold(typed) === fold(title) ? undefined : typed
}

const withCompounds: ReadonlySet<string> = new Set(['da', 'de', 'fi', 'nb', 'nl', 'sv'])

/** Words that end with another word of the catalogue. */
export function compoundCases(items: readonly RealItem[], language: string, seed: number): SearchCase[] {
  if (!withCompounds.has(language)) return []
  const titles = items.map(({ contentItemId, titles: own }) => ({ contentItemId, title: fold(own[language] ?? '') }))
  const vocabulary = new Set(titles.flatMap(({ title }) => title.match(/[\p{L}]{4,}/gu) ?? []))
  const parts = new Map<string, string>()
  for (const word of vocabulary)
    for (let at = 3; at <= word.length - 4; at++) {
      const tail = word.slice(at)
      if (vocabulary.has(tail)) parts.set(word, tail)
    }
  return spread([...parts], seed).map(([, part]) => {
    // Other forms of the word are right, too.
    const having = new Set(
      titles.filter(({ title }) => title.includes(part.slice(0, -1))).map(({ contentItemId }) => contentItemId),
    )
    return {
      searchText: part,
      // Where fewer have it than are shown, what only its texts have stands behind them.
      isHit: (ids) => ids.length >= Math.min(5, having.size) && ids.slice(0, having.size).every((id) => having.has(id)),
    }
  })
}
