import type { ConceptFileChange } from '@pim/contract'
import type { StoredConcept } from '../concept-words.ts'
import { joinedWords } from './concept-cells.ts'

/** Letters of a long text that are shown, and how many of them before its first difference. */
const [shown, shownBefore] = [1_000, 100]

/** What differs between two states of a concept, each text in its language. `nameOf` names a parent as it was or as it will be. */
export function changesBetween(
  before: StoredConcept,
  after: StoredConcept,
  parts: readonly string[],
  defaultLanguage: string,
  nameOf: (conceptId: string | null, isAfter: boolean) => string | undefined,
): ConceptFileChange[] {
  const synonyms = (of: StoredConcept) =>
    Object.fromEntries(Object.entries(of.synonyms).map(([tag, words]) => [tag, joinedWords(words)]))
  const named = (of: StoredConcept) => ({ [defaultLanguage]: of.friendlyName, ...of.names })
  const described = (of: StoredConcept) => ({ [defaultLanguage]: of.description, ...of.descriptions })
  const changes = [
    ...byLanguage('name', named(before), named(after)),
    ...byLanguage('description', described(before), described(after)),
    ...byLanguage('synonyms', synonyms(before), synonyms(after)),
    ...difference('code', before.code ?? undefined, after.code ?? undefined),
  ]
  if (before.parentConceptId !== after.parentConceptId)
    changes.push({
      part: 'parent',
      ...sides(nameOf(before.parentConceptId, false), nameOf(after.parentConceptId, true)),
    })
  // Otherwise it only makes room for others.
  if (parts.includes('position')) changes.push(...difference('position', `${before.position}`, `${after.position}`))
  return changes
}

const byLanguage = (
  part: ConceptFileChange['part'],
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): ConceptFileChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((language) =>
    difference(part, before[language], after[language]).map((change) => ({ ...change, language })),
  )

function difference(
  part: ConceptFileChange['part'],
  before: string | undefined,
  after: string | undefined,
): ConceptFileChange[] {
  // No text and an empty one are the same.
  const [was, is] = [before || undefined, after || undefined]
  return was === is ? [] : [{ part, ...sides(was, is) }]
}

function sides(before: string | undefined, after: string | undefined) {
  const from = Math.max(0, firstDifference(before ?? '', after ?? '') - shownBefore)
  return {
    ...(before !== undefined && { before: around(before, from) }),
    ...(after !== undefined && { after: around(after, from) }),
  }
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1
  return at
}

function around(text: string, from: number): string {
  if (text.length <= shown) return text
  const part = text.slice(from, from + shown).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + shown < text.length ? '…' : ''}`
}
