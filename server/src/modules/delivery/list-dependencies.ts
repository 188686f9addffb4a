import type { DeliveredRow } from '../content-index/index.ts'
import type { LiveQuestion } from '../reader/index.ts'
import type { Dependencies, ListDependencies } from './dependencies.ts'
import type { ReadFilter } from './read-delivery.ts'

export const itemsOf = (rows: readonly DeliveredRow[]): string[] => rows.map(({ contentItemId }) => contentItemId)

export const dependenciesOf = (
  contentItemIds: readonly string[],
  list?: ListDependencies,
  linked: readonly DeliveredRow[] = [],
): Dependencies => ({ items: new Set([...contentItemIds, ...itemsOf(linked)]), list })

export function listOf(
  { contentTypeIds, variationIds, order }: LiveQuestion,
  filters: readonly ReadFilter[],
  { isForAll }: { readonly isForAll: boolean },
): ListDependencies {
  const fields = filters.map(({ technicalFieldName }) => technicalFieldName)
  return {
    typeIds: new Set(contentTypeIds),
    variationIds: new Set(variationIds),
    fields: new Set(order.by === 'field' ? [...fields, order.technicalFieldName] : fields),
    order: order.by,
    required: isForAll ? filters.flatMap(({ required }) => (required === undefined ? [] : [required])) : [],
  }
}

/** An item that is linked to and not live is shown once it is: the answer changes where rows come. */
export const linksOf = (variationId: string | undefined): ListDependencies => ({
  variationIds: variationId === undefined ? undefined : new Set([variationId]),
  fields: new Set(),
  order: 'id',
  required: [],
})

export const withLinks = (list: ListDependencies): ListDependencies => ({ ...list, typeIds: undefined, required: [] })
