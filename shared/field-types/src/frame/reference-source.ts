import { useEffect, useState } from 'react'
import type { FoundBy, Marks } from './field-services.tsx'

/** Something that can be chosen, or is chosen already. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** The language that the name is in. */
  readonly languageTag?: string | undefined
  /** What tells it from another of the same name: its type, its place in the tree. */
  readonly detail?: string | undefined
  readonly binaryId?: string | undefined
  readonly isDeleted?: boolean | undefined
  /** The text that it was found by, where nothing has what was typed. */
  readonly shownFor?: string | undefined
  readonly nameMarks?: Marks | undefined
  readonly foundBy?: FoundBy | undefined
}

/** Where the things of one kind come from. Stays the same from one render to the next. */
export interface ReferenceSource {
  search(text: string, signal: AbortSignal): Promise<readonly Choice[]>
  label(id: string, signal: AbortSignal): Promise<Choice | undefined>
  address?(id: string): string
  picture?(binaryId: string, signal: AbortSignal): Promise<Blob | { readonly reason: string }>
}

export type Labelling =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly choice: Choice }
  | { readonly state: 'missing' }
  | { readonly state: 'failed' }

/** What has been chosen from a list a moment ago need not be asked for again. */
const seen = new WeakMap<ReferenceSource, Map<string, Choice>>()

const seenIn = (source: ReferenceSource): Map<string, Choice> => {
  const known = seen.get(source) ?? new Map<string, Choice>()
  seen.set(source, known)
  return known
}

export const remember = (source: ReferenceSource, choices: readonly Choice[]): void => {
  for (const choice of choices) seenIn(source).set(choice.id, choice)
}

export function useLabelling(source: ReferenceSource, id: string): Labelling {
  const [found, setFound] = useState<{ id: string; labelling: Labelling }>()
  useEffect(() => {
    const abort = new AbortController()
    const settle = (labelling: Labelling): void => {
      if (!abort.signal.aborted) setFound({ id, labelling })
    }
    source.label(id, abort.signal).then(
      (choice) => settle(choice === undefined ? { state: 'missing' } : { state: 'known', choice }),
      () => settle({ state: 'failed' }),
    )
    return () => abort.abort()
  }, [source, id])
  if (found?.id === id) return found.labelling
  const choice = seenIn(source).get(id)
  return choice === undefined ? { state: 'loading' } : { state: 'known', choice }
}

/** A pause in typing; shorter ones would ask for words that nobody means. */
const pause = 200

export interface Search {
  readonly choices: readonly Choice[]
  readonly state: 'idle' | 'searching' | 'done' | 'failed'
}

const idle: Search = { choices: [], state: 'idle' }

/** Asks for what is wanted once typing pauses; an answer to what is not asked any more is dropped. */
export function useSearch(source: ReferenceSource, text: string, isOpen: boolean): Search {
  const [search, setSearch] = useState<Search>(idle)
  useEffect(() => {
    if (!isOpen) return setSearch(idle)
    const abort = new AbortController()
    setSearch(({ choices }) => ({ choices, state: 'searching' }))
    const settle = (now: Search): void => {
      if (!abort.signal.aborted) setSearch(now)
    }
    const ask = (): void => {
      source.search(text, abort.signal).then(
        (choices) => {
          remember(source, choices)
          settle({ choices, state: 'done' })
        },
        () => settle({ choices: [], state: 'failed' }),
      )
    }
    const timer = setTimeout(ask, text === '' ? 0 : pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [source, text, isOpen])
  return search
}
