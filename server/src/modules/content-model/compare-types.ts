import { isDeepStrictEqual } from 'node:util'
import type { ContentType, ContentTypeInput, Field, FieldError } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { settingsChange } from '@pim/field-types'

/** A field that exists before and after a change of its type, perhaps under another name. */
export interface KeptField {
  readonly before: Field
  readonly after: Field
}

/** The difference between two definitions of a content type: what has to happen to its items. */
export interface TypeChange {
  readonly before: ContentType
  readonly after: ContentType
  /** From the old technical name to the new one. */
  readonly renames: ReadonlyMap<string, string>
  readonly removed: readonly Field[]
  /** Another field type, or stricter settings: existing values may be invalid now. */
  readonly narrowed: readonly KeptField[]
  /** Shared before: the one value of the item becomes one for each variation. */
  readonly madeLocalizable: readonly KeptField[]
  /** Localizable before: the values of the variations become one for the item. */
  readonly madeShared: readonly KeptField[]
  /** Values have to be unique now, or in another scope than before. */
  readonly madeUnique: readonly KeptField[]
  /** The values stay, but what is derived from them (completeness, index entries) changes. */
  readonly changesDerived: boolean
}

export const changesValues = (change: TypeChange): boolean =>
  [change.removed, change.narrowed, change.madeLocalizable, change.madeShared, change.madeUnique].some(
    (list) => list.length > 0,
  )

export const touchesItems = (change: TypeChange): boolean =>
  change.renames.size > 0 || changesValues(change) || change.changesDerived

/** The field of the old definition whose values this one takes over. */
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
    madeLocalizable: kept.filter((field) => isShared(field.before) && !isShared(field.after)),
    madeShared: kept.filter((field) => !isShared(field.before) && isShared(field.after)),
    madeUnique: kept.filter(isMadeUnique),
    changesDerived:
      before.titleField !== after.titleField ||
      after.fields.some((field) => field.required !== undefined && !isKept(kept, field)) ||
      kept.some(hasOtherDerivations),
  }
}

/**
 * Errors of renames against the stored type. A missing source is no error where the field exists under its new name:
 * the same definition has been seeded before.
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
    const complain = (code: FieldErrorCode, message: string) => [{ technicalFieldName, code, message }]
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

/**
 * Whether unique values have to be reserved again: also for another scope, or the same one under another field name.
 */
const isMadeUnique = ({ before, after }: KeptField): boolean =>
  after.unique !== undefined &&
  (before.unique !== after.unique ||
    before.technicalName !== after.technicalName ||
    before.type !== after.type ||
    isShared(before) !== isShared(after) ||
    settingsChange(before, after) === 'narrowing')

const hasOtherDerivations = ({ before, after }: KeptField): boolean =>
  !isDeepStrictEqual(before.required, after.required) ||
  before.unique !== after.unique ||
  !isDeepStrictEqual(before.settings, after.settings)
