import type { Changes } from './file/write-items.ts'
import type { ListAnswer, ListQuestion, SelectionAnswer, SelectionQuestion } from './list-question.ts'
import type { LiveAnswer, LiveItemsAnswer, LiveItemsQuestion, LiveQuestion } from './live-question.ts'
import type { WordsPlace } from './words-place.ts'

/** What a thread is asked of one file, and what it answers. */
export interface Answers {
  list: { readonly ask: ListQuestion; readonly answer: ListAnswer }
  selection: { readonly ask: SelectionQuestion; readonly answer: SelectionAnswer }
  live: { readonly ask: LiveQuestion; readonly answer: LiveAnswer }
  liveItems: { readonly ask: LiveItemsQuestion; readonly answer: LiveItemsAnswer }
  unknown: {
    readonly ask: { readonly where: WordsPlace; readonly queries: readonly string[] }
    readonly answer: readonly boolean[]
  }
  items: {
    readonly ask: { readonly where: WordsPlace; readonly queries: readonly string[]; readonly most: number }
    readonly answer: readonly (readonly string[])[]
  }
  heads: {
    readonly ask: { readonly where: WordsPlace; readonly words: string; readonly most: number }
    readonly answer: readonly string[]
  }
  vocabulary: {
    readonly ask: { readonly where: WordsPlace; readonly beginnings: readonly string[]; readonly most: number }
    readonly answer: readonly (readonly string[])[]
  }
  /** For each of these, whether an item that is not deleted has one of the keys, in its working copy or live. */
  used: {
    readonly ask: readonly { readonly of: string; readonly keys: readonly string[] }[]
    readonly answer: readonly boolean[]
  }
  facts: { readonly ask: readonly string[]; readonly answer: Readonly<Record<string, string | number>> }
  write: { readonly ask: Changes; readonly answer: null }
  close: { readonly ask: null; readonly answer: null }
}

export type Kind = keyof Answers

export interface Request<Asked extends Kind = Kind> {
  readonly id: number
  readonly path: string
  readonly kind: Asked
  readonly ask: Answers[Asked]['ask']
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: number | undefined } }
