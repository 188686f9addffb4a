import type { ContentType, FieldError, UpdateRequest } from '@pim/contract'
import { behaviourOf, validateField } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import { nameEntry, targetsEntry } from './derived-changes.ts'
import { type ItemState, type VariationState, withVariation } from './item-state.ts'
import { fieldsOf, isSameSlot, isShared, type Slot, slotOf, withSlots } from './values.ts'

/** What a request may change: values of fields, and (under a name of its own) the delivery targets. */
export type Wishes = Pick<UpdateRequest, 'fields' | 'resetFields' | 'deliveryTargets'>

const fieldError = (technicalFieldName: string, code: string, message: string): FieldError => ({
  technicalFieldName,
  code,
  message,
})

/**
 * Reads a request against the content type: values normalised, and everything that is wrong said at once. `targets`:
 * those that the tenant has, asked for where some are named.
 */
export function readEdits(type: ContentType, wishes: Wishes, targets: readonly string[] = []): Edits {
  const edits = new Map<string, Slot>()
  const errors: FieldError[] = []
  const fields = fieldsOf(type)
  const seen = new Set<string>()

  const fieldNamed = (name: string) => {
    const field = fields.get(name)
    if (field === undefined) errors.push(fieldError(name, 'UNKNOWN_FIELD', 'is not a field of this content type'))
    else if (seen.has(name)) errors.push(fieldError(name, 'AMBIGUOUS', 'is named more than once'))
    seen.add(name)
    return field
  }
  for (const { technicalFieldName, value } of wishes.fields) {
    const field = fieldNamed(technicalFieldName)
    if (field === undefined) continue
    const reading = behaviourOf(field).read(value)
    if (reading.issues.length === 0) edits.set(technicalFieldName, { value: reading.value })
    else {
      errors.push(
        ...validateField(field, value).map(({ code, message }) => fieldError(technicalFieldName, code, message)),
      )
    }
  }
  for (const name of wishes.resetFields ?? []) {
    const field = fieldNamed(name)
    if (field === undefined) continue
    if (isShared(field)) {
      errors.push(fieldError(name, 'NOT_LOCALIZABLE', 'is shared by all variations and has nothing to fall back to'))
    } else edits.set(name, undefined)
  }
  if (wishes.deliveryTargets !== undefined) {
    const unknown = wishes.deliveryTargets.filter((target) => !targets.includes(target))
    for (const target of unknown) {
      errors.push(fieldError('deliveryTargets', 'UNKNOWN_TARGET', `${target} is not a delivery target of the tenant`))
    }
    edits.set(targetsEntry, { value: [...new Set(wishes.deliveryTargets)].sort() })
  }
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors: errors })
  return edits
}

/** What stands now in a place that an edit names. */
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

/** A wish for one place: a value, or (undefined) to give it back to the fallback. */
export type Edits = ReadonlyMap<string, Slot>

export interface MergeConflict {
  readonly name: string
  readonly base: Slot
  readonly mine: Slot
  readonly theirs: Slot
}

export interface Merged {
  /** What is left to be done to the places as they are now. */
  readonly apply: Edits
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Three ways to one: `changedSince` holds, for each place that has changed since the writer read it, what the writer
 * saw there. A place that only one side changed takes that side; both sides the same is agreement; anything else is a
 * conflict, a reset against an edit too.
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
    // Changed and changed back is no change; and who sends back what they saw has not edited it.
    if (isSameSlot(base, theirs)) apply.set(name, mine)
    else if (!isSameSlot(base, mine)) conflicts.push({ name, base, mine, theirs })
  }
  return { apply, conflicts }
}
