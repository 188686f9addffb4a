import type { Concept, ConceptWords } from '@pim/contract'

/** What a concept is called in one language. Synonyms are written a line each. */
export interface WordsOfLanguage {
  readonly name: string
  readonly description: string
  readonly synonyms: string
}
export type WordField = keyof WordsOfLanguage

/** What was typed and is not saved: the code, and words by language tag. */
export interface WordsDraft {
  readonly code?: string
  readonly words: Readonly<Record<string, Partial<WordsOfLanguage>>>
}
export const nothingTyped: WordsDraft = { words: {} }

export const storedWords = (concept: Concept | undefined, tag: string): WordsOfLanguage => ({
  name: concept?.names?.[tag] ?? '',
  description: concept?.descriptions?.[tag] ?? '',
  synonyms: (concept?.synonyms?.[tag] ?? []).join('\n'),
})

/** The draft with one thing more; what is as it is stored is no longer in it. */
export function withTyped(
  draft: WordsDraft,
  concept: Concept | undefined,
  tag: string,
  typed: Partial<WordsOfLanguage>,
): WordsDraft {
  const stored = storedWords(concept, tag)
  const words = Object.entries({ ...draft.words[tag], ...typed }).filter(
    ([field, text]) => stored[field as WordField] !== text,
  )
  const { [tag]: _before, ...others } = draft.words
  return { ...draft, words: words.length === 0 ? others : { ...others, [tag]: Object.fromEntries(words) } }
}

export function withCode(
  { code: _before, ...draft }: WordsDraft,
  concept: Concept | undefined,
  code: string,
): WordsDraft {
  return code === (concept?.code ?? '') ? draft : { ...draft, code }
}

export const isTyped = ({ code, words }: WordsDraft): boolean => code !== undefined || Object.keys(words).length > 0

/** What the draft changes, as the call takes it: a part goes with the words of all languages, those that stay as well. */
export function wordsToSend(draft: WordsDraft, concept: Concept): ConceptWords {
  const part = <Value>(
    field: WordField,
    stored: Readonly<Record<string, Value>> | undefined,
    read: (text: string) => Value | undefined,
  ): Record<string, Value> | undefined => {
    const typed = Object.entries(draft.words).filter(([, words]) => words[field] !== undefined)
    if (typed.length === 0) return undefined
    const all = new Map(Object.entries(stored ?? {}))
    for (const [tag, words] of typed) {
      const value = read(words[field] ?? '')
      if (value === undefined) all.delete(tag)
      else all.set(tag, value)
    }
    return Object.fromEntries(all)
  }
  const names = part('name', concept.names, (text) => text.trim() || undefined)
  const descriptions = part('description', concept.descriptions, (text) => text || undefined)
  const synonyms = part('synonyms', concept.synonyms, (text) => {
    const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
    return lines.length === 0 ? undefined : lines
  })
  return {
    ...(draft.code !== undefined && { code: draft.code.trim() || null }),
    ...(names && { names }),
    ...(descriptions && { descriptions }),
    ...(synonyms && { synonyms }),
  }
}
