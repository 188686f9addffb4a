import type { ContentType, Variation } from '@pim/contract'
import { factsOf } from '@pim/field-types/facts'
import type { NewItem } from './use-make-item.ts'

/** An item whose name is its title, too, where its type has a title that would be empty. */
export function titledItem(type: ContentType, name: string, variations: readonly Variation[]): NewItem {
  const title = type.fields.find(({ technicalName }) => technicalName === type.titleField)
  const item: NewItem = { technicalContentTypeName: type.technicalName, name }
  if (!title || !factsOf(title.type).isPlainText || title.defaultValue !== undefined) return item
  const fields = [{ technicalFieldName: title.technicalName, value: name }]
  if (title.localizable === false) return { ...item, fields }
  // A name is in the language of the default variation; the others inherit it, or are to be translated.
  const source = variations.find(({ isDefault }) => isDefault)
  return source ? { ...item, variations: [{ variationId: source.variationId, fields }] } : item
}
