import type { ContentItem, ContentType, ContentVariation } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { LeftOutValue, NewItem } from '../../../parts/new-item/use-make-item.ts'

/**
 * A new item with the own values, links and concepts of all variations of another. `unique`: values that are left out, because
 * no second item may have them.
 */
export function copiedItem(
  { contentItemId: copyOf }: ContentItem,
  type: ContentType,
  name: string,
  variations: readonly ContentVariation[],
): { readonly item: NewItem; readonly unique: readonly LeftOutValue[] } {
  const unique: LeftOutValue[] = []
  const valuesOf = (variation: ContentVariation, isShared: boolean) =>
    type.fields.flatMap((field) => {
      const technicalFieldName = field.technicalName
      const state = variation.fields[technicalFieldName]
      const isOwn = isShared || (state?.sourceVariationId === variation.variationId && !state.isInherited)
      if (!state || !isOwn || (field.localizable === false) !== isShared) return []
      if ((field.unique ?? 'none') === 'none') {
        // Nothing in a shared field is the beginning of a new item as well.
        return isShared && state.value === null ? [] : [{ technicalFieldName, value: state.value }]
      }
      const { variationId } = variation
      if (!behaviourOf(field).isEmpty(state.value))
        unique.push(isShared ? { technicalFieldName } : { technicalFieldName, variationId })
      return []
    })
  const [first] = variations
  const item: NewItem = {
    technicalContentTypeName: type.technicalName,
    name,
    copyOf,
    fields: first ? valuesOf(first, true) : [],
    variations: variations.map((variation) => ({
      variationId: variation.variationId,
      fields: valuesOf(variation, false),
      deliveryTargets: variation.deliveryTargets,
    })),
  }
  return { item, unique }
}
