import type { ContentVariation, FieldState } from '@pim/contract'

/** What a person did to a field and the server does not have yet. */
export type Edit = { readonly kind: 'set'; readonly value: unknown } | { readonly kind: 'reset' }
export type Edits = Readonly<Record<string, Edit>>

/** The channels of the variation, edited like a field: no technical name of a field begins with `$`. */
export const targetsEntry = '$deliveryTargets'

/** The name that the server gives them in a conflict or a refusal; a field of the type may have it, too. */
const targetsOfServer = 'deliveryTargets'

export const entryOf = ({ fields }: ContentVariation, name: string): string =>
  name === targetsOfServer && !Object.hasOwn(fields, name) ? targetsEntry : name

/** What is kept in the browser until it is saved: enough to go on, and to see whether somebody else went on meanwhile. */
export interface KeptDraft {
  readonly edits: Edits
  /** By field: the version that the person saw when the edit began. */
  readonly bases: Readonly<Record<string, number>>
}

export function isSameEdit(a: Edit, b: Edit): boolean {
  if (a.kind !== b.kind) return false
  return a.kind === 'reset' || b.kind === 'reset' || isSameValue(a.value, b.value)
}

/** Texts are compared as they stand: writing two long ones as JSON first is felt at every key press. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The edit that gives a field, or the channels, the value on the server. */
export const standingEdit = ({ fields, deliveryTargets }: ContentVariation, name: string): Edit =>
  name === targetsEntry ? { kind: 'set', value: deliveryTargets } : editTo(fields[name])

const editTo = (state: FieldState | undefined): Edit =>
  state !== undefined && !state.isInherited && state.sourceVariationId !== null
    ? { kind: 'set', value: state.value }
    : { kind: 'reset' }
