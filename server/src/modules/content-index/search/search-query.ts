import { headLexeme, partsOf } from '../write/heads.ts'
import { isOfCode, partsOfTerm, type SearchTerm, type Typed } from '../write/search-terms.ts'

/** The stems of the terms by one of the stemmers that texts may have been stemmed with; null for stop words. */
export type StemsOfTerms = readonly (string | null)[]

export interface QueryOptions {
  /** Words as they are written and their other forms only, or also what the last of them begins. */
  readonly words: 'whole' | 'begun'
  /** Of which terms parts of words are looked for: those with digits, or all. */
  readonly parts: 'of codes' | 'of all' | 'none'
  /** For each term the marks of documents that refer to items and concepts that it names. */
  readonly named?: readonly (readonly string[])[]
  /** For each term the words of the documents that are other forms of it; see `formsOfTerms`. */
  readonly forms?: readonly (readonly string[])[]
}

/** The name is that of the item or the title. */
export type SearchedPart = 'anywhere' | 'in the name' | 'in the title'

/**
 * The terms as a query of SQLite's full-text index. A word is found as it is written or in one of its forms; the last one is a prefix,
 * as it may still be typed. Empty where there is nothing to look for. `stems`: the first are those of the language that is searched in,
 * which says what stop words are; undefined where it has no stemmer.
 */
export function wordQueryOf(
  where: SearchedPart,
  terms: readonly SearchTerm[],
  [own, ...others]: readonly (StemsOfTerms | undefined)[],
  options: QueryOptions = { words: 'begun', parts: 'none' },
): string {
  const tooCommon = (term: SearchTerm, at: number): boolean =>
    own !== undefined && term.kind === 'word' && term.hasStem && own[at] === null
  const stemmed = terms.map((term, at) => ({
    term,
    stems: [...new Set([own, ...others].flatMap((stems) => stems?.[at] ?? []))],
    named: options.named?.[at] ?? [],
    forms: options.forms?.[at] ?? [],
    isLast: at === terms.length - 1,
    isTooCommon: tooCommon(term, at),
  }))
  // Stop words narrow nothing and are left out, but for the last one, which may be the beginning of another word.
  const kept = stemmed.filter(({ isTooCommon, isLast }) => isLast || !isTooCommon)
  const lexemes = lexemesIn(where)
  return kept
    .map(({ term, stems, named, forms, isLast }) =>
      termQuery(lexemes, term, stems, {
        isBegun: isLast && options.words === 'begun',
        parts: options.parts,
        named,
        forms,
      }),
    )
    .join(' AND ')
}

export interface TermOptions {
  readonly isBegun: boolean
  readonly parts: QueryOptions['parts']
  readonly named?: readonly string[]
  readonly forms?: readonly string[]
}

/** One term, in all ways in which it is found. */
export const termQuery = (
  lexemes: Lexemes,
  term: SearchTerm,
  stems: readonly string[],
  { isBegun, parts, named = [], forms = [] }: TermOptions,
): string =>
  either([...termQueries(lexemes, term, forms, isBegun), ...partQueries(term, stems, parts), ...named.map(quoted)])

/** What begins with what was typed, whatever signs and spaces are in between; and what is called so. */
export function headQueryOf({ own }: Typed): { readonly begins: string; readonly is: string } | undefined {
  const text = headLexeme(own)
  return [...text].length < minHeadLength ? undefined : { begins: `${quoted(text)} *`, is: quoted(text) }
}

/** Query for a title or name that is this text; `squashed`: as `otherTitlesOf` gives it. */
export const calledQueryOf = (squashed: string): string => quoted(headLexeme(squashed))

/** With its mark: a single character begins too much. */
const minHeadLength = 3

export const either = (queries: readonly string[]): string => {
  const all = [...new Set(queries)]
  return all.length < 2 ? (all[0] ?? '') : `(${all.join(' OR ')})`
}

/** A word of a query, or several that follow each other; `begins`: or what the last of them begins. */
type Lexemes = (text: string, begins?: boolean) => string

const columnsOf: Readonly<Record<SearchedPart, string>> = {
  anywhere: '',
  'in the name': '{title name} : ',
  'in the title': 'title : ',
}

export const lexemesIn =
  (where: SearchedPart): Lexemes =>
  (text, begins = false) =>
    `${columnsOf[where]}${quoted(text)}${begins ? ' *' : ''}`

function termQueries(lexemes: Lexemes, term: SearchTerm, forms: readonly string[], isBegun: boolean): string[] {
  switch (term.kind) {
    case 'pairs':
      return [lexemes(term.texts.join(' '))]
    case 'begins':
      return [lexemes(term.text, true)]
    case 'joined':
      return [all(lexemes, term.texts, isBegun), lexemes(term.whole, isBegun)]
    case 'word':
      return [
        lexemes(term.text, isBegun),
        ...forms.filter((form) => form !== term.text).map((form) => lexemes(form)),
        ...(term.split.length > 0 ? [all(lexemes, term.split, isBegun)] : []),
      ]
  }
}

const all = (lexemes: Lexemes, texts: readonly string[], isBegun: boolean): string =>
  `(${texts.map((text, at) => lexemes(text, isBegun && at === texts.length - 1)).join(' AND ')})`

function partQueries(term: SearchTerm, stems: readonly string[], which: QueryOptions['parts']): string[] {
  if (which === 'none') return []
  const all = [partsOfTerm(term), ...(which === 'of all' ? partStems(term, stems).map(partsOf) : [])]
  return all.flatMap((parts) => {
    const isCode = isOfCode(term) || parts.some((part) => /\p{N}/u.test(part))
    if (parts.length === 0 || (which === 'of codes' && !isCode)) return []
    return [quoted(parts.join(' '))]
  })
}

/** A part of a compound is found in its other forms, too: `seile` in `Kletterseil`. Shorter stems stand in too many words. */
const shortestPartStem = 4

/** What a term may stand as inside of a word: anywhere as it was typed, at the end in its other forms. */
export interface PartsOfTerm {
  readonly anywhere: string
  readonly atTheEnd: readonly string[]
}

export const partsOfTerms = (
  terms: readonly SearchTerm[],
  stems: readonly (StemsOfTerms | undefined)[],
): PartsOfTerm[] =>
  terms.map((term, at) => ({
    anywhere: term.kind === 'joined' ? term.whole : term.kind === 'pairs' ? term.run : term.text,
    atTheEnd: [
      ...new Set(
        partStems(
          term,
          stems.flatMap((each) => each?.[at] ?? []),
        ),
      ),
    ],
  }))

/** Stems of a word that are looked for inside of other words. */
const partStems = (term: SearchTerm, stems: readonly string[]): string[] =>
  term.kind === 'word' ? stems.filter((stem) => stem !== term.text && [...stem].length >= shortestPartStem) : []

/** No word of ours has a quotation mark; two of them stand for one. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
