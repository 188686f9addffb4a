import type { Concept, ConceptWords } from '@pim/contract'
import { maxLanguagesPerConcept } from '@pim/contract/taxonomies/schemas.ts'
import { fold, normalForm } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'
import { boundedLetters } from '../../core/bounded-letters.ts'
import { invalidPlace } from '../../core/problem.ts'
import { unifiedLetters } from '../../core/unified-letters.ts'
import { normalizeName } from './names.ts'

export interface StoredConcept extends Omit<Concept, 'code' | 'names' | 'descriptions' | 'synonyms'> {
  readonly path: Buffer
  readonly version: number
  readonly code: string | null
  /** By language tag, without the default language, whose words are `friendlyName` and `description`. */
  readonly names: Readonly<Record<string, string>>
  readonly descriptions: Readonly<Record<string, string>>
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

/** The words and the place of a concept before an import. */
export type ConceptBefore = Omit<StoredConcept, 'conceptId' | 'path' | 'version'>

/** Of a concept that has no more than its name. */
export const noWords = { code: null, names: {}, descriptions: {}, synonyms: {} } as const

/**
 * As a search compares words: without case and accents, each letter in the one form that stands for all that readers take for
 * it (`ß` is `ss`, `國` is `国`), white space as one space. The migrations 0095 and 0156 do the same.
 */
export function foldedWords(text: string): string {
  const plain = fold(boundedLetters(text))
  if (isAscii.test(plain)) return plain
  return unifiedLetters(
    normalForm(plain, 'NFKD')
      .replace(/\p{M}+/gu, '')
      .replaceAll('ς', 'σ'),
  ).trim()
}

const isAscii = /^[ -~]*$/

type Searched = Pick<StoredConcept, 'friendlyName' | 'code' | 'names' | 'synonyms'>

/** What a search compares, a line each, every line once: the name, the code, names and synonyms of all languages. */
export function* searchLinesInSteps(concept: Searched): Steps<string> {
  const words = [concept.friendlyName, concept.code ?? '', ...Object.values(concept.names)]
  const lines = new Set<string>()
  for (const word of [...words, ...Object.values(concept.synonyms).flat()]) {
    lines.add(foldedWords(word))
    yield
  }
  return [...lines].filter((line) => line !== '').join('\n')
}

/** The concept with other words. Those of the default language become its `friendlyName` and `description`. */
export function withWords(
  concept: StoredConcept,
  { code, names, descriptions, synonyms }: ConceptWords,
  defaultLanguage: string,
): StoredConcept {
  const [friendlyName, otherNames] = apart(byTag('names', names, normalizeName), defaultLanguage)
  const [description, otherDescriptions] = apart(
    byTag('descriptions', descriptions, (text) => text),
    defaultLanguage,
  )
  const listed = byTag('synonyms', synonyms, (list) => [...new Set(list.map(normalizeName))])
  return {
    ...concept,
    code: code === undefined ? concept.code : code,
    friendlyName: friendlyName ?? concept.friendlyName,
    // The name stays where the default language is not among the new names: a concept is never without one.
    names: otherNames ?? concept.names,
    description: descriptions === undefined ? concept.description : (description ?? ''),
    descriptions: otherDescriptions === undefined ? concept.descriptions : withoutEmpty(otherDescriptions),
    synonyms: listed === undefined ? concept.synonyms : withoutEmpty(listed),
  }
}

/** Words for a concept whose name is said elsewhere: its name in the default language stays that. */
export const keepingName = (words: ConceptWords, friendlyName: string, defaultLanguage: string): ConceptWords =>
  words.names === undefined
    ? words
    : {
        ...words,
        names: {
          ...Object.fromEntries(Object.entries(words.names).filter(([tag]) => languageTag(tag) !== defaultLanguage)),
          [defaultLanguage]: friendlyName,
        },
      }

/** What of a concept's words differs, by the names that callers know them by. */
export const changedWords = (before: StoredConcept, after: StoredConcept): string[] =>
  (['friendlyName', 'description', 'code', 'names', 'descriptions', 'synonyms'] as const).filter(
    (part) => canonical(before[part]) !== canonical(after[part]),
  )

/** As the calls for one concept answer it: with the default language among the others. */
export function shownWithWords(
  { path: _path, code, names, descriptions, synonyms, ...concept }: StoredConcept,
  defaultLanguage: string,
): Concept {
  const { friendlyName, description } = concept
  return {
    ...concept,
    ...(code !== null && { code }),
    names: { [defaultLanguage]: friendlyName, ...names },
    descriptions: { ...(description !== '' && { [defaultLanguage]: description }), ...descriptions },
    synonyms: Object.fromEntries(Object.entries(synonyms).map(([tag, list]) => [tag, [...list]])),
  }
}

/** Languages in an order of their own, so that two records of the same words are the same text. */
const canonical = (part: unknown): string =>
  JSON.stringify(part, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** `de-de` and `de-DE` are one language, written `de-DE`. */
function byTag<Written>(
  part: string,
  record: Readonly<Record<string, Written>> | undefined,
  stored: (written: Written) => Written,
): Record<string, Written> | undefined {
  if (record === undefined) return undefined
  const entries = Object.entries(record)
  if (entries.length > maxLanguagesPerConcept) {
    throw invalidPlace(`body.${part}`, 'TOO_MANY', `has more than ${maxLanguagesPerConcept} languages`)
  }
  const tagged = entries.map(([tag, written]) => [languageTag(tag), stored(written)] as const)
  if (new Set(tagged.map(([tag]) => tag)).size < tagged.length) {
    throw invalidPlace(`body.${part}`, 'DUPLICATE', 'has a language twice, in other letters')
  }
  return Object.fromEntries(tagged)
}

/** As BCP 47 writes it; a tag that is well-formed for us and not for BCP 47 stays. */
export function languageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

function apart<Written>(
  record: Record<string, Written> | undefined,
  defaultLanguage: string,
): [Written | undefined, Record<string, Written> | undefined] {
  if (record === undefined) return [undefined, undefined]
  const { [defaultLanguage]: own, ...others } = record
  return [own, others]
}

const withoutEmpty = <Written extends string | string[]>(
  record: Readonly<Record<string, Written>>,
): Record<string, Written> => Object.fromEntries(Object.entries(record).filter(([, written]) => written.length > 0))
