import type { DeliveredRow } from '../content-index/index.ts'
import type { DeliveryList } from './delivery-list.ts'
import type { Dependencies, ListDependencies } from './dependencies.ts'
import type { ReadFilter, ReadOrder } from './read-delivery.ts'

export const itemsOf = (rows: readonly DeliveredRow[]): string[] => rows.map(({ contentItemId }) => contentItemId)

export const dependenciesOf = (
  contentItemIds: readonly string[],
  list?: ListDependencies,
  linked: readonly DeliveredRow[] = [],
): Dependencies => ({ items: new Set([...contentItemIds, ...itemsOf(linked)]), list })

export function listOf(
  { typeIds, variationIds, order }: DeliveryList,
  filters: readonly ReadFilter[],
  { isForAll }: { readonly isForAll: boolean },
): ListDependencies {
  const fields = filters.map(({ technicalFieldName }) => technicalFieldName)
  return {
    typeIds: new Set(typeIds),
    variationIds: new Set(variationIds),
    fields: new Set(order.technicalFieldName === undefined ? fields : [...fields, order.technicalFieldName]),
    order: orderOf(order),
    required: isForAll ? filters.flatMap(({ required }) => (required === undefined ? [] : [required])) : [],
  }
}

function orderOf({ column, technicalFieldName }: ReadOrder): ListDependencies['order'] {
  if (technicalFieldName !== undefined) return 'field'
  if (column === 'published_at') return 'publication'
  return column === 'name_key' ? 'name' : 'id'
}

/** An item that is linked to and not live is shown once it is: the answer changes where rows come. */
export const linksOf = (variationId: string | undefined): ListDependencies => ({
  variationIds: variationId === undefined ? undefined : new Set([variationId]),
  fields: new Set(),
  order: 'id',
  required: [],
})

export const withLinks = (list: ListDependencies): ListDependencies => ({ ...list, typeIds: undefined, required: [] })
