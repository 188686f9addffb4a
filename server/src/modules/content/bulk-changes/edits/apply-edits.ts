import type { AskedEdit, BulkEdit, ContentType, FieldError } from '@pim/contract'
import { contentOf } from '@pim/field-types'
import type { ItemState, Outdated } from '../../domain/item-state.ts'
import { applyEdits, slotNow } from '../../domain/merge.ts'
import { variationOf } from '../../domain/presentation.ts'
import { isSameSlot, type Slot } from '../../domain/values.ts'
import { assign } from './assign.ts'
import { changeChannels } from './change-channels.ts'
import { copyValues } from './copy-values.ts'
import type { EditOutcome, EditPlace } from './edit-place.ts'
import { editValue } from './edit-value.ts'

export interface EditedItem {
  /** By variation and name, what differs from the item as it was; undefined resets. */
  readonly edits: ReadonlyMap<string, ReadonlyMap<string, Slot>>
  /** By variation, the fields whose texts are behind their sources from then on, where the edits say so. */
  readonly outdated: ReadonlyMap<string, Outdated>
  readonly errors: readonly FieldError[]
}

function outcomeOf(place: EditPlace, edit: BulkEdit): EditOutcome {
  switch (edit.kind) {
    case 'set':
    case 'clear':
    case 'reset':
      return assign(place, edit)
    case 'channels':
      return changeChannels(place, edit)
    case 'copyValues':
      return copyValues(place, edit)
    default:
      return editValue(place, edit)
  }
}

/** The edits of one item, one after the other, each on what the ones before it have made. Pure. */
export function editItem(
  before: ItemState,
  edits: readonly AskedEdit[],
  { variationIds, inherited }: { readonly variationIds: readonly string[]; readonly inherited: EditPlace['inherited'] },
): EditedItem {
  const places = variationIds.filter((id) => before.variations.has(id))
  const touched = new Map<string, Set<string>>()
  const errors: FieldError[] = []
  const outdated = new Map<string, Outdated>()
  let item = before
  for (const edit of edits) {
    if (edit.kind === 'markTranslated') {
      for (const variationId of places)
        if (Object.keys(variationOf(before, variationId).outdated).length > 0) outdated.set(variationId, {})
      continue
    }
    for (const [index, variationId] of places.entries()) {
      const variation = variationOf(item, variationId)
      const outcome = outcomeOf({ item, variation, isFirst: index === 0, inherited }, edit)
      const slots = new Map<string, Slot>()
      for (const [name, made] of outcome) {
        if ('errors' in made) errors.push(...made.errors.map((error) => ({ ...error, variationId })))
        else slots.set(name, made.slot)
      }
      if (slots.size === 0) continue
      item = applyEdits(item, variation, slots)
      touched.set(variationId, new Set([...(touched.get(variationId) ?? []), ...slots.keys()]))
    }
  }
  return { edits: differences(before, item, touched), outdated, errors }
}

function differences(
  before: ItemState,
  after: ItemState,
  touched: ReadonlyMap<string, ReadonlySet<string>>,
): EditedItem['edits'] {
  return new Map(
    [...touched].flatMap(([variationId, names]) => {
      const [was, is] = [variationOf(before, variationId), variationOf(after, variationId)]
      const slots = [...names].flatMap((name): [string, Slot][] => {
        const [old, made] = [slotNow(before, was, name), slotNow(after, is, name)]
        return isSameSlot(inFull(old), inFull(made)) ? [] : [[name, made]]
      })
      return slots.length === 0 ? [] : [[variationId, new Map(slots)] as const]
    }),
  )
}

const inFull = (slot: Slot): Slot => slot && { value: contentOf(slot.value) }

/** The fields whose values the edits look into: long ones have to be read for that. */
export const fieldsLookedInto = (edits: readonly AskedEdit[], { fields }: ContentType): ReadonlySet<string> =>
  new Set(
    edits.flatMap((edit) => {
      if (edit.kind === 'copyValues')
        return edit.technicalFieldNames ?? fields.map(({ technicalName }) => technicalName)
      return 'technicalFieldName' in edit && edit.kind !== 'clear' && edit.kind !== 'reset'
        ? [edit.technicalFieldName]
        : []
    }),
  )
