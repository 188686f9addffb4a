import type { AskedItem } from '../batch/batch-entry.ts'
import { targetsEntry } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { Slot } from '../domain/values.ts'

/** Edits of an item as a part of a batch. */
export function askedOf(
  { contentItemId, type }: ItemState,
  edits: ReadonlyMap<string, ReadonlyMap<string, Slot>>,
  {
    name,
    outdated,
    livesBack,
  }: { readonly name?: string | undefined } & Pick<AskedItem, 'outdated' | 'livesBack'> = {},
): AskedItem {
  return {
    contentItemId,
    technicalContentTypeName: type.technicalName,
    ...(name !== undefined && { name }),
    ...(outdated !== undefined && outdated.size > 0 && { outdated }),
    ...(livesBack !== undefined && livesBack.size > 0 && { livesBack }),
    fields: [],
    links: [],
    variations: [...edits].map(([variationId, slots]) => {
      const targets = slots.get(targetsEntry)?.value
      const ofFields = [...slots].filter(([each]) => each !== targetsEntry)
      return {
        variationId,
        fields: ofFields.flatMap(([technicalFieldName, slot]) =>
          slot === undefined ? [] : [{ technicalFieldName, value: slot.value }],
        ),
        resetFields: ofFields.flatMap(([each, slot]) => (slot === undefined ? [each] : [])),
        ...(Array.isArray(targets) && { deliveryTargets: targets.map(String) }),
      }
    }),
  }
}
