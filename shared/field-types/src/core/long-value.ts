import type { IndexKeys, PlacedReference } from './field-type-model.ts'

/** Facts about a long value that are stored with its marker, so that its content need not be read for them. */
export interface LongValueFacts {
  /** Characters of its JSON, as it is stored or as it is delivered, whichever is more. */
  readonly size: number
  readonly keys: IndexKeys
  /** Without what their places allow, which the settings of the field say. */
  readonly references: readonly PlacedReference[]
  readonly hasText: boolean
}

/**
 * Stands among the values of an item for a long one that is stored apart, by the hash of its type and JSON. Two are the same
 * value where their hashes are the same; so nothing else of them takes part in a comparison by properties.
 */
export class LongValue {
  readonly hash: string
  readonly #facts: LongValueFacts
  readonly #content: { readonly value: unknown } | undefined

  constructor(hash: string, facts: LongValueFacts, content?: { readonly value: unknown }) {
    this.hash = hash
    this.#facts = facts
    this.#content = content
  }

  get facts(): LongValueFacts {
    return this.#facts
  }

  get hasContent(): boolean {
    return this.#content !== undefined
  }

  /** Throws where it was not read from its store. */
  get content(): unknown {
    if (this.#content === undefined) throw new Error(`the long value ${this.hash} was not read from its store`)
    return this.#content.value
  }

  withContent(value: unknown): LongValue {
    return new LongValue(this.hash, this.#facts, { value })
  }

  /** In an answer it is the value itself. Where that was not read, no answer is better than a wrong one. */
  toJSON(): unknown {
    return this.content
  }
}
