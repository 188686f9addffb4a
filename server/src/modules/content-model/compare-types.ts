import { isDeepStrictEqual } from 'node:util'
import type { ContentType, ContentTypeInput, Field, FieldError } from '@pim/contract'
import { settingsChange } from '@pim/field-types'

/** A field that was there before and still is, perhaps under another name. */
export interface KeptField {
  readonly before: Field
  readonly after: Field
}

/** What has to happen to content of the type when its description changes. */
export interface TypeChange {
  readonly before: ContentType
  readonly after: ContentType
  /** Technical names: what was, and what its values are called from now on. */
  readonly renames: ReadonlyMap<string, string>
  readonly removed: readonly Field[]
  /** Values may not fit any more: another type, or settings that let less through. */
  readonly narrowed: readonly KeptField[]
  /** One value for all variations becomes one for each. */
  readonly spread: readonly KeptField[]
  /** One value for each variation becomes one for all. */
  readonly gathered: readonly KeptField[]
  /** No two items may have the same value from now on, or within another scope than before. */
  readonly madeUnique: readonly KeptField[]
  /** Values stay as they are, but something derived from them (completeness, what they are found by) does not. */
  readonly changesDerived: boolean
}

export const changesValues = (change: TypeChange): boolean =>
  [change.removed, change.narrowed, change.spread, change.gathered, change.madeUnique].some((list) => list.length > 0)

export const touchesItems = (change: TypeChange): boolean =>
  change.renames.size > 0 || changesValues(change) || change.changesDerived

/** Which field of the type as it was gives its values to this one. */
const sourceOf = (before: ReadonlyMap<string, Field>, input: ContentTypeInput['fields'][number]): Field | undefined =>
  (input.renamedFrom === undefined ? undefined : before.get(input.renamedFrom)) ?? before.get(input.technicalName)

export function compareTypes(before: ContentType, input: ContentTypeInput, after: ContentType): TypeChange {
  const known = new Map(before.fields.map((field) => [field.technicalName, field]))
  const results = new Map(after.fields.map((field) => [field.technicalName, field]))
  const kept = input.fields.flatMap((field): KeptField[] => {
    const source = sourceOf(known, field)
    const result = results.get(field.technicalName)
    return source === undefined || result === undefined ? [] : [{ before: source, after: result }]
  })
  const sources = new Set(kept.map((field) => field.before.technicalName))
  const renamed = kept.filter((field) => field.before.technicalName !== field.after.technicalName)
  const removed = before.fields.filter(({ technicalName }) => !sources.has(technicalName))
  return {
    before,
    after,
    renames: new Map(renamed.map((field) => [field.before.technicalName, field.after.technicalName])),
    removed,
    narrowed: kept.filter(isNarrowed),
    spread: kept.filter((field) => isShared(field.before) && !isShared(field.after)),
    gathered: kept.filter((field) => !isShared(field.before) && isShared(field.after)),
    madeUnique: kept.filter(isMadeUnique),
    changesDerived:
      before.titleField !== after.titleField ||
      after.fields.some((field) => field.required === 'onPublish' && !isKept(kept, field)) ||
      kept.some(hasOtherDerivations),
  }
}

/**
 * What the renames of a description cannot mean, given the type as it is. A source that is gone is no fault where the
 * field itself is there: the description has been seeded before.
 */
export function checkRenamesAgainst(before: ContentType, input: ContentTypeInput, place: string): FieldError[] {
  const known = new Set(before.fields.map(({ technicalName }) => technicalName))
  const staying = new Set(
    input.fields.filter(({ renamedFrom }) => renamedFrom === undefined).map((field) => field.technicalName),
  )
  const moved = new Set(input.fields.flatMap(({ renamedFrom }) => renamedFrom ?? []))
  return input.fields.flatMap(({ technicalName, renamedFrom }, at): FieldError[] => {
    if (renamedFrom === undefined || renamedFrom === technicalName) return []
    const technicalFieldName = `${place}.fields[${at}].renamedFrom`
    const complain = (code: string, message: string) => [{ technicalFieldName, code, message }]
    if (!known.has(renamedFrom)) {
      return known.has(technicalName)
        ? []
        : complain('UNKNOWN_FIELD', `${renamedFrom} is not a field of this type, so ${technicalName} cannot come of it`)
    }
    if (staying.has(renamedFrom)) return complain('DUPLICATE', `${renamedFrom} is still there under its own name`)
    if (known.has(technicalName) && !moved.has(technicalName)) {
      return complain('DUPLICATE', `${technicalName} is there already and has values of its own`)
    }
    return []
  })
}

const isShared = (field: Field): boolean => field.localizable === false

const isKept = (kept: readonly KeptField[], field: Field): boolean => kept.some(({ after }) => after === field)

const isNarrowed = ({ before, after }: KeptField): boolean =>
  before.type !== after.type || settingsChange(before, after) === 'narrowing'

/** A wider scope, or the same one under another name, has to be claimed anew too. */
const isMadeUnique = ({ before, after }: KeptField): boolean =>
  after.unique !== undefined &&
  (before.unique !== after.unique ||
    before.technicalName !== after.technicalName ||
    before.type !== after.type ||
    isShared(before) !== isShared(after) ||
    settingsChange(before, after) === 'narrowing')

const hasOtherDerivations = ({ before, after }: KeptField): boolean =>
  before.required !== after.required ||
  before.unique !== after.unique ||
  !isDeepStrictEqual(before.settings, after.settings)
