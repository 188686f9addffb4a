import type { ContentType, FieldError, UpdateRequest } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { behaviourOf, issuesOfReading } from '@pim/field-types'
import { charactersOf, Pace, type Steps } from '@pim/field-types/steps'
import { longValueInSteps } from '../../../core/long-value.ts'
import { Problem } from '../../../core/problem.ts'
import { nameEntry, targetsEntry } from './derived-changes.ts'
import { type ItemState, type VariationState, withVariation } from './item-state.ts'
import { fieldsOf, isSameSlot, isShared, mayBeLong, type Slot, slotOf, withSlots } from './values.ts'

/** What a request may change: values of fields, resets of fields, and the delivery targets. */
export type EditRequest = Pick<UpdateRequest, 'fields' | 'resetFields' | 'deliveryTargets'>

const fieldError = (
  technicalFieldName: string,
  code: FieldErrorCode,
  message: string,
  params: NonNullable<FieldError['params']> = {},
): FieldError => ({
  technicalFieldName,
  code,
  message,
  ...(Object.keys(params).length > 0 && { params }),
})

/**
 * Validates and normalises a request against the content type. Throws VALIDATION_FAILED with all field errors at once.
 * `targets`: the delivery targets that the tenant has; only needed where the request names some.
 */
export function* readEditsInSteps(
  type: ContentType,
  request: EditRequest,
  targets: readonly string[] = [],
): Steps<Edits> {
  const edits = new Map<string, Slot>()
  const errors: FieldError[] = []
  const fields = fieldsOf(type)
  const seen = new Set<string>()
  const pace = new Pace()

  const fieldNamed = (name: string) => {
    const field = fields.get(name)
    if (field === undefined) errors.push(fieldError(name, 'UNKNOWN_FIELD', 'is not a field of this content type'))
    else if (seen.has(name)) errors.push(fieldError(name, 'AMBIGUOUS', 'is named more than once'))
    seen.add(name)
    return field
  }
  for (const { technicalFieldName, value } of request.fields) {
    const field = fieldNamed(technicalFieldName)
    if (field === undefined) continue
    const reading = yield* behaviourOf(field).readInSteps(value)
    if (pace.isDue(charactersOf(value))) yield
    if (reading.issues.length === 0) {
      const long = mayBeLong(field, reading.value) ? yield* longValueInSteps(field, reading.value) : undefined
      edits.set(technicalFieldName, { value: long ?? reading.value })
    } else {
      errors.push(
        ...issuesOfReading(field, reading).map(({ code, message, params }) =>
          fieldError(technicalFieldName, code, message, params),
        ),
      )
    }
  }
  for (const name of request.resetFields ?? []) {
    const field = fieldNamed(name)
    if (field === undefined) continue
    if (isShared(field)) {
      errors.push(fieldError(name, 'NOT_LOCALIZABLE', 'is shared by all variations and has nothing to fall back to'))
    } else edits.set(name, undefined)
  }
  if (request.deliveryTargets !== undefined) {
    const unknown = request.deliveryTargets.filter((target) => !targets.includes(target))
    for (const target of unknown) {
      errors.push(fieldError('deliveryTargets', 'UNKNOWN_TARGET', `${target} is not a delivery target of the tenant`))
    }
    edits.set(targetsEntry, { value: [...new Set(request.deliveryTargets)].sort() })
  }
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors: errors })
  return edits
}

/** The current value under the name of an edit: a field, the item's name or the delivery targets. */
export function slotNow(item: ItemState, variation: VariationState, name: string): Slot {
  if (name === targetsEntry) return { value: variation.deliveryTargets }
  if (name === nameEntry) return { value: item.name }
  const field = fieldsOf(item.type).get(name)
  return slotOf(field !== undefined && isShared(field) ? item.shared : variation.own, name)
}

export function applyEdits(item: ItemState, variation: VariationState, edits: Edits): ItemState {
  const fields = fieldsOf(item.type)
  const ofPlace = (wantShared: boolean): Map<string, Slot> =>
    new Map(
      [...edits].filter(([name]) => {
        const field = fields.get(name)
        return field !== undefined && isShared(field) === wantShared
      }),
    )
  const targets = edits.get(targetsEntry)?.value
  return withVariation(
    { ...item, shared: withSlots(item.shared, ofPlace(true)) },
    {
      ...variation,
      own: withSlots(variation.own, ofPlace(false)),
      deliveryTargets: Array.isArray(targets) ? targets : variation.deliveryTargets,
    },
  )
}

/** New values by field name; `undefined` resets the field, so that it inherits again. */
export type Edits = ReadonlyMap<string, Slot>

export interface MergeConflict {
  readonly name: string
  readonly base: Slot
  readonly mine: Slot
  readonly theirs: Slot
}

export interface Merged {
  /** Edits that still differ from the current values and conflict with nobody. */
  readonly apply: Edits
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Three-way merge by field. `changedSince` has the base value (what the writer saw) of each field that changed after
 * the writer's base version. A field that only one side changed takes that side; equal changes agree; everything else
 * is a conflict, also a reset against an edit.
 */
export function merge(edits: Edits, current: (name: string) => Slot, changedSince: ReadonlyMap<string, Slot>): Merged {
  const apply = new Map<string, Slot>()
  const conflicts: MergeConflict[] = []
  for (const [name, mine] of edits) {
    const theirs = current(name)
    if (isSameSlot(mine, theirs)) continue
    if (!changedSince.has(name)) {
      apply.set(name, mine)
      continue
    }
    const base = changedSince.get(name)
    // Theirs equals the base: changed and changed back. Mine equals the base: the writer did not edit this field.
    if (isSameSlot(base, theirs)) apply.set(name, mine)
    else if (!isSameSlot(base, mine)) conflicts.push({ name, base, mine, theirs })
  }
  return { apply, conflicts }
}
