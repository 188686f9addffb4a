import type { ContentVariation, FieldConflict, FieldError } from '@pim/contract'
import type { Edit } from './edit.ts'

/** A field as its editor shows it. The same object as long as nothing about it changed. */
export interface DraftField {
  readonly value: unknown
  readonly isInherited: boolean
  readonly sourceVariationId: string | null
  readonly isEdited: boolean
  readonly errors: readonly FieldError[]
  readonly conflict: FieldConflict | undefined
}

interface FieldParts {
  readonly edit: Edit | undefined
  readonly errors: readonly FieldError[]
  readonly conflict: FieldConflict | undefined
}

/** What the server has of a field, with what a person did to it since. */
export function readField(server: ContentVariation, name: string, { edit, errors, conflict }: FieldParts): DraftField {
  const state = server.fields[name]
  const own = edit?.kind === 'set'
  const isReset = edit?.kind === 'reset'
  return {
    value: own ? edit.value : isReset && !state?.isInherited ? undefined : state?.value,
    isInherited: own ? false : isReset ? true : (state?.isInherited ?? false),
    sourceVariationId: own ? server.variationId : (state?.sourceVariationId ?? null),
    isEdited: edit !== undefined,
    errors,
    conflict,
  }
}

/** Every field that somebody looks at, read once and told of its own changes only: typing in one redraws no other. */
export class DraftFields {
  readonly #read: (name: string) => DraftField
  readonly #known = new Map<string, DraftField>()
  readonly #listeners = new Map<string, Set<() => void>>()

  constructor(read: (name: string) => DraftField) {
    this.#read = read
  }

  get(name: string): DraftField {
    const known = this.#known.get(name)
    if (known) return known
    const field = this.#read(name)
    this.#known.set(name, field)
    return field
  }

  /** Those that were looked at since they last changed. */
  names(): string[] {
    return [...this.#known.keys()]
  }

  forget(names: readonly string[]): void {
    for (const name of names) this.#known.delete(name)
  }

  subscribe(name: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  tell(names: readonly string[]): void {
    for (const name of names) for (const listener of this.#listeners.get(name) ?? []) listener()
  }
}
