/** That a text was said to be right, in a form that shows later whether that still stands. */
export interface TranslationMark {
  /** Fingerprint of the text of the source that the own text had been translated from. */
  readonly of: string
  /** Of the text of the source that it was said to be right for. */
  readonly source: string
  /** Of the own text. */
  readonly text: string
}

export type TranslationMarks = Readonly<Record<string, TranslationMark>>
