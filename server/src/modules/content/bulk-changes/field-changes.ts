import { createHash } from 'node:crypto'
import type { BulkFieldChange, ChangedSince, FieldState } from '@pim/contract'
import { LongValue } from '@pim/field-types'
import type { Entry } from '../batch/batch-entry.ts'
import { nameEntry, outdatedEntry, publishEntry, targetsEntry } from '../domain/derived-changes.ts'
import { chainOf, linksOf, resolveValue } from '../domain/fallback.ts'
import type { ItemState } from '../domain/item-state.ts'
import { applyEdits, slotNow } from '../domain/merge.ts'
import type { PlannedItem } from '../domain/planned-item.ts'
import { variationOf } from '../domain/presentation.ts'
import { marksOf } from '../domain/translation.ts'
import { fieldsOf, isSameSlot, type Slot } from '../domain/values.ts'

/** Characters of a value that a row keeps; the history has the others. */
const maxValueLength = 2_000
/** Changes that one row keeps. */
const maxChanges = 100

/** One value of an item before and after, as they are in memory: long values as what stands for them. */
interface Difference {
  readonly variationId: string
  readonly name: string
  readonly before: FieldState | null
  readonly after: FieldState | null
}

/** The states of one variation, by name. */
function statesIn(item: ItemState, variationId: string): (name: string) => FieldState | null {
  const variation = item.variations.get(variationId)
  if (variation === undefined) return () => null
  const fields = fieldsOf(item.type)
  const links = linksOf(chainOf(item.fallbacks, variationId), (id) => item.variations.get(id)?.own)
  return (name) => {
    if (name === targetsEntry || name === nameEntry) {
      const value = slotNow(item, variation, name)?.value
      return { value, isInherited: false, sourceVariationId: variationId }
    }
    const field = fields.get(name)
    return field === undefined ? null : resolveValue(field, variationId, links, item.shared)
  }
}

const stateOf = (item: ItemState, variationId: string, name: string): FieldState | null =>
  statesIn(item, variationId)(name)

/** What an entry of a batch would change, by variation and name. */
export function differencesOf(entry: Entry): Difference[] {
  return [...differencesInValues(entry), ...differencesInMarks(entry), ...differencesInLives(entry)]
}

/** The version that is live, where that changes. */
export function differencesInLives({
  before,
  state,
  planned,
}: Pick<Entry, 'before' | 'state'> & { readonly planned: Pick<PlannedItem, 'steps'> | undefined }): Difference[] {
  return [...(planned?.steps.keys() ?? [])].flatMap((variationId): Difference[] => {
    const was = before?.variations.get(variationId)?.snapshot ?? null
    const is = state.variations.get(variationId)?.snapshot ?? null
    if (was === is) return []
    const shown = (value: number | null) => ({ value, isInherited: false, sourceVariationId: variationId })
    const versions = [shown(was?.version ?? null), shown(is?.version ?? null)] as const
    return [{ variationId, name: publishEntry, before: before && versions[0], after: versions[1] }]
  })
}

/** The texts that are behind their sources, where that is what changes. */
function differencesInMarks({ before, state, asked }: Entry): Difference[] {
  return [...(asked.outdated?.keys() ?? [])].flatMap((variationId): Difference[] => {
    const fieldsIn = (item: ItemState) => Object.keys(variationOf(item, variationId).outdated).sort()
    const [was, is] = [before === null ? [] : fieldsIn(before), fieldsIn(state)]
    const shown = (value: readonly string[]) => ({ value, isInherited: false, sourceVariationId: variationId })
    return [{ variationId, name: outdatedEntry, before: shown(was), after: shown(is) }]
  })
}

function differencesInValues({ before, state, edits }: Entry): Difference[] {
  const found = [...edits].flatMap(([variationId, asked]) => {
    const after = statesIn(state, variationId)
    if (before === null) return [...asked.keys()].map((name) => ({ variationId, name, before, after: after(name) }))
    const [was, is] = [variationOf(before, variationId), variationOf(state, variationId)]
    const stood = statesIn(before, variationId)
    return [...asked.keys()].flatMap((name): Difference[] =>
      isSameSlot(slotNow(before, was, name), slotNow(state, is, name))
        ? []
        : [{ variationId, name, before: stood(name), after: after(name) }],
    )
  })
  const [first] = state.variations.keys()
  if (first === undefined || before?.name === state.name) return found
  const named = { variationId: first, name: nameEntry, before: before && stateOf(before, first, nameEntry) }
  return [{ ...named, after: stateOf(state, first, nameEntry) }, ...found]
}

/**
 * Stands for all that would be written, and for what it was made of: long values by their hashes, links by the keys that were asked
 * for, since an item that the same batch makes has another id each time it is planned.
 */
export function fingerprintOf({ before, actions, asked }: Entry, differences: readonly Difference[]): string {
  const standIn = (state: FieldState | null) =>
    state?.value instanceof LongValue ? { ...state, value: { $long: state.value.hash } } : state
  const keysOf = ({ name, variationId }: Difference) =>
    asked.links.find((link) => link.technicalFieldName === name && (link.variationId ?? variationId) === variationId)
      ?.toKeys
  // Which version a publish will make is no matter: a change of another field makes it another one.
  const stood = differences.flatMap((each) => {
    if (each.name === publishEntry) return []
    const toKeys = keysOf(each)
    const after = toKeys === undefined ? standIn(each.after) : { ...each.after, value: { $keys: toKeys } }
    return { ...each, before: standIn(each.before), after }
  })
  const steps = [...actions].filter(([, action]) => action !== 'edit')
  const marked = [...(asked.outdated ?? [])].flatMap(([variationId, outdated]) =>
    before === null ? [] : [[variationId, outdated, marksOf(before, variationOf(before, variationId))]],
  )
  const lives = [...(asked.livesBack ?? [])].map(([variationId, { snapshot, status }]) => {
    const now = before?.variations.get(variationId)?.snapshot
    return [variationId, status, snapshot?.version ?? null, now?.version ?? null, now?.publishedAt ?? null]
  })
  const more = [marked, lives].filter(({ length }) => length > 0)
  const seen = [before?.contentItemId ?? null, steps, stood, ...more]
  const text = JSON.stringify(seen)
  return createHash('sha256').update(text).digest('base64url')
}

/** As a row keeps them, short enough for a table. */
export function shownChanges(differences: readonly Difference[]): {
  readonly changes: BulkFieldChange[]
  readonly leftOutChanges: number
} {
  const changes = differences.slice(0, maxChanges).map(({ variationId, name, before, after }): BulkFieldChange => {
    const change = { variationId, technicalFieldName: name }
    if (isShort(before) && isShort(after)) return { ...change, before, after }
    return { ...change, before: emptied(before), after: emptied(after), isLeftOut: true }
  })
  return { changes, leftOutChanges: Math.max(0, differences.length - maxChanges) }
}

/** The values that somebody has changed since an import of the profile wrote them, as they stand and as the file has them. */
export function changedSinceOf({ before, changedSince }: Entry): ChangedSince[] {
  if (before === null) return []
  return changedSince.slice(0, maxChanges).flatMap(({ variationId, name, wanted, choice, by, at }) => {
    const { changes } = shownChanges([{ variationId, name, ...statesOf(before, variationId, name, wanted) }])
    return changes.map((change) => ({ ...change, choice, by, at }))
  })
}

function statesOf(
  item: ItemState,
  variationId: string,
  name: string,
  wanted: Slot,
): Pick<Difference, 'before' | 'after'> {
  const variation = variationOf(item, variationId)
  const shown = (value: unknown): FieldState => ({ value, isInherited: false, sourceVariationId: variationId })
  if (name === publishEntry) return { before: shown(variation.snapshot?.version ?? null), after: null }
  const before = stateOf(item, variationId, name)
  if (name === nameEntry) return { before, after: shown(wanted?.value) }
  return { before, after: stateOf(applyEdits(item, variation, new Map([[name, wanted]])), variationId, name) }
}

function isShort(state: FieldState | null): boolean {
  if (state === null) return true
  const { value } = state
  // A character takes six in JSON at most: most texts need not be written to be measured.
  if (typeof value === 'string' && value.length < maxValueLength / 7) return true
  return !(value instanceof LongValue) && (JSON.stringify(value) ?? '').length <= maxValueLength
}

const emptied = (state: FieldState | null): FieldState | null => state && { ...state, value: null }
