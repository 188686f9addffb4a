import type { BulkFieldChange, FieldState } from '@pim/contract'
import { isSameValue } from '../domain/values.ts'
import type { AskedOfRow, RowDetails } from './bulk-change.ts'

/*
 * What the rehearsal has to say of a row, as the database keeps it: only what the row itself does not say. An item that a file makes may have
 * hundreds of changes, of which names, ids and the values that are asked for would be most of what is written: variations are named once, a
 * value of the variation itself stands alone, and one that is as the row asks is left out.
 */

/** A value that the variation has itself is a list of one. */
type StoredState = readonly [value: unknown] | FieldState | null
/** The value that the row asks for is an empty list. */
type StoredAfter = StoredState | readonly []

type StoredChange = readonly [technicalFieldName: string, before: StoredState, after: StoredAfter, isLeftOut?: true]

/** `changes`: as earlier releases have stored them, until such rows are gone after thirty days. */
export interface StoredDetails extends Partial<RowDetails> {
  /** In the order of the changes. */
  readonly byVariation?: readonly (readonly [variationId: string, changes: readonly StoredChange[]])[]
}

export function storedDetails(
  { changes, leftOutChanges, versions, kept, problem, ...others }: RowDetails,
  asked: AskedOfRow | null,
): StoredDetails {
  const byVariation: [string, StoredChange[]][] = []
  const given = givenBy(asked)
  for (const { variationId, technicalFieldName: name, before, after, isLeftOut } of changes) {
    if (byVariation.at(-1)?.[0] !== variationId) byVariation.push([variationId, []])
    const was = storedState(before, variationId)
    const is = storedState(after, variationId)
    const isAsked = is !== null && 'length' in is && isGiven(is[0], given(variationId, name))
    const states = [was, isAsked && !isLeftOut ? ([] as const) : is] as const
    byVariation.at(-1)?.[1].push(isLeftOut ? [name, ...states, true] : [name, ...states])
  }
  return {
    ...others,
    ...(leftOutChanges > 0 && { leftOutChanges }),
    ...(Object.keys(versions).length > 0 && { versions }),
    ...(kept.length > 0 && { kept }),
    ...(problem !== null && { problem }),
    ...(byVariation.length > 0 && { byVariation }),
  }
}

export function readDetails({ byVariation = [], ...others }: StoredDetails, asked: AskedOfRow | null): RowDetails {
  const given = givenBy(asked)
  const changes = byVariation.flatMap(([variationId, ofVariation]) =>
    ofVariation.map(
      ([technicalFieldName, before, after, isLeftOut]): BulkFieldChange => ({
        variationId,
        technicalFieldName,
        before: readState(before, variationId),
        after: readState(isOfRow(after) ? [given(variationId, technicalFieldName)] : after, variationId),
        ...(isLeftOut && { isLeftOut }),
      }),
    ),
  )
  return { changes, leftOutChanges: 0, versions: {}, kept: [], problem: null, ...others }
}

/** What a row asks a field of a variation to become; what it asks of the item goes for its default variation. */
function givenBy(asked: AskedOfRow | null): (variationId: string, name: string) => unknown {
  if (asked === null || !('item' in asked)) return () => undefined
  const byName = (fields: readonly { readonly technicalFieldName: string; readonly value: unknown }[] = []) =>
    new Map(fields.map(({ technicalFieldName, value }) => [technicalFieldName, value]))
  const { fields, variations = [] } = asked.item
  const ofItem = byName(fields)
  const ofVariations = new Map(variations.map((each) => [each.variationId, byName(each.fields)]))
  return (variationId, name) => {
    const own = ofVariations.get(variationId)
    return own?.has(name) ? own.get(name) : ofItem.get(name)
  }
}

/** A value of `undefined` has no JSON, so that it is not one that is asked for. */
const isGiven = (value: unknown, given: unknown): boolean => value !== undefined && isSameValue(value, given)

const isOfRow = (state: StoredAfter): state is readonly [] => state !== null && 'length' in state && state.length === 0

const storedState = (state: FieldState | null, variationId: string): StoredState =>
  state !== null && !state.isInherited && state.sourceVariationId === variationId ? [state.value] : state

function readState(state: StoredState, variationId: string): FieldState | null {
  if (state === null || !('length' in state)) return state
  return { value: state[0], isInherited: false, sourceVariationId: variationId }
}
