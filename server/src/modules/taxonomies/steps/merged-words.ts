import type { ConceptPlan } from '@pim/contract'
import { maxLanguagesPerConcept, maxSynonyms } from '@pim/contract/taxonomies/schemas.ts'
import type { StoredConcept } from '../concept-words.ts'

interface MergedWords {
  /** What the concept that stays has then. */
  readonly synonyms: StoredConcept['synonyms']
  readonly lost: ConceptPlan['lostWords']
}

/**
 * The words of a concept that another one is merged into. People go on searching for the names of the one that goes, so they become
 * synonyms. A word that is there already is not lost; one for which there is no room is, and so is each description.
 */
export function mergedWords(
  from: Pick<StoredConcept, 'friendlyName' | 'description' | 'names' | 'descriptions' | 'synonyms'>,
  to: Pick<StoredConcept, 'friendlyName' | 'names' | 'synonyms'>,
  defaultLanguage: string,
): MergedWords {
  const own = { [defaultLanguage]: to.friendlyName, ...to.names }
  const lists = new Map(Object.entries(to.synonyms))
  const withoutRoom = new Map<string, string[]>()
  const add = (tag: string, word: string) => {
    const list = lists.get(tag)
    if (own[tag] === word || list?.includes(word)) return
    const hasRoom = list === undefined ? lists.size < maxLanguagesPerConcept : list.length < maxSynonyms
    if (hasRoom) lists.set(tag, [...(list ?? []), word])
    else withoutRoom.set(tag, [...new Set([...(withoutRoom.get(tag) ?? []), word])])
  }
  for (const [tag, name] of Object.entries({ [defaultLanguage]: from.friendlyName, ...from.names })) add(tag, name)
  for (const [tag, list] of Object.entries(from.synonyms)) for (const word of list) add(tag, word)
  const descriptions = Object.entries({ [defaultLanguage]: from.description, ...from.descriptions })
  return {
    synonyms: Object.fromEntries(lists),
    lost: [
      ...[...withoutRoom].map(([language, words]) => ({ kind: 'synonyms' as const, language, words })),
      ...descriptions.flatMap(([language, text]) =>
        text === '' ? [] : [{ kind: 'description' as const, language, words: [text] }],
      ),
    ],
  }
}
