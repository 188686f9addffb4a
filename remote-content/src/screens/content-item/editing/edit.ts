import type { FieldState } from '@pim/contract'

/** What a person did to a field and the server does not have yet. */
export type Edit = { readonly kind: 'set'; readonly value: unknown } | { readonly kind: 'reset' }
export type Edits = Readonly<Record<string, Edit>>

/** What is kept in the browser until it is saved: enough to go on, and to see whether somebody else went on meanwhile. */
export interface KeptDraft {
  readonly edits: Edits
  /** By field: the version that the person saw when the edit began. */
  readonly bases: Readonly<Record<string, number>>
}

export function isSameEdit(a: Edit, b: Edit): boolean {
  if (a.kind !== b.kind) return false
  return a.kind === 'reset' || b.kind === 'reset' || JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** What would bring a field to where the server has it. */
export const editTo = (state: FieldState | undefined): Edit =>
  state !== undefined && !state.isInherited && state.sourceVariationId !== null
    ? { kind: 'set', value: state.value }
    : { kind: 'reset' }
