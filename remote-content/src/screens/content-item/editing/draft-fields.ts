import type { ContentVariation, FieldConflict, FieldError } from '@pim/contract'
import { createStore, type StoreApi } from 'zustand'
import { type Edit, isSameValue, targetsEntry } from './edit.ts'

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
  const state =
    name === targetsEntry
      ? { value: server.deliveryTargets, isInherited: false, sourceVariationId: server.variationId }
      : server.fields[name]
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

/** The server's state with the value that somebody else wrote, which a conflict names. */
export function withTheirs(server: ContentVariation, { technicalFieldName: name, theirs }: FieldConflict) {
  if (name === targetsEntry) return { ...server, deliveryTargets: targetsIn(theirs) }
  const known = server.fields[name]
  return known ? { ...server, fields: { ...server.fields, [name]: { ...known, value: theirs } } } : server
}

/** Delivery targets in a value that is kept as one of any field. */
export const targetsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** A save answers every field anew; those that it did not change are not drawn again for that. */
const isSameField = ({ value, ...rest }: DraftField, after: DraftField): boolean =>
  Object.entries(rest).every(([name, part]) => Object.is(part, after[name as keyof typeof rest])) &&
  isSameValue(value, after.value)

/** One store for each field that somebody looks at, so that a change of one field renders no other field again. */
export class DraftFields {
  readonly #read: (name: string) => DraftField
  readonly #stores = new Map<string, StoreApi<DraftField>>()

  constructor(read: (name: string) => DraftField) {
    this.#read = read
  }

  store(name: string): StoreApi<DraftField> {
    const known = this.#stores.get(name)
    if (known) return known
    const store = createStore(() => this.#read(name))
    this.#stores.set(name, store)
    return store
  }

  /** Those that were looked at. */
  names(): string[] {
    return [...this.#stores.keys()]
  }

  readAgain(names: readonly string[]): void {
    for (const name of names) {
      const store = this.#stores.get(name)
      const field = this.#read(name)
      if (store && !isSameField(store.getState(), field)) store.setState(field, true)
    }
  }
}
