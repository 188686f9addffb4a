import type { BulkFieldChange, FieldState } from '@pim/contract'
import type { RowDetails } from './bulk-change.ts'

/*
 * What the rehearsal has to say of a row, as the database keeps it. An item that a file makes may have hundreds of changes, of
 * which names and ids would be most of what is written: variations are named once, and a value of the variation itself stands alone.
 */

/** A value that the variation has itself is a list of one. */
type StoredState = readonly [value: unknown] | FieldState | null

type StoredChange = readonly [technicalFieldName: string, before: StoredState, after: StoredState, isLeftOut?: true]

/** `changes`: as earlier releases have stored them, until such rows are gone after thirty days. */
export interface StoredDetails extends Partial<RowDetails> {
  /** In the order of the changes. */
  readonly byVariation?: readonly (readonly [variationId: string, changes: readonly StoredChange[]])[]
}

export function storedDetails({ changes, ...others }: RowDetails): StoredDetails {
  const byVariation: [string, StoredChange[]][] = []
  for (const { variationId, technicalFieldName, before, after, isLeftOut } of changes) {
    if (byVariation.at(-1)?.[0] !== variationId) byVariation.push([variationId, []])
    const states = [storedState(before, variationId), storedState(after, variationId)] as const
    byVariation.at(-1)?.[1].push(isLeftOut ? [technicalFieldName, ...states, true] : [technicalFieldName, ...states])
  }
  return { ...others, ...(byVariation.length > 0 && { byVariation }) }
}

export function readDetails({ byVariation = [], ...others }: StoredDetails): RowDetails {
  const changes = byVariation.flatMap(([variationId, ofVariation]) =>
    ofVariation.map(
      ([technicalFieldName, before, after, isLeftOut]): BulkFieldChange => ({
        variationId,
        technicalFieldName,
        before: readState(before, variationId),
        after: readState(after, variationId),
        ...(isLeftOut && { isLeftOut }),
      }),
    ),
  )
  return { changes, leftOutChanges: 0, versions: {}, kept: [], problem: null, ...others }
}

const storedState = (state: FieldState | null, variationId: string): StoredState =>
  state !== null && !state.isInherited && state.sourceVariationId === variationId ? [state.value] : state

function readState(state: StoredState, variationId: string): FieldState | null {
  if (state === null || !('length' in state)) return state
  return { value: state[0], isInherited: false, sourceVariationId: variationId }
}
