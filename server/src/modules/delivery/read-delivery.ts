import type { FieldFilter, Sorting } from '@pim/contract'
import { behaviourOf, type FieldBehaviour, type FilterReading } from '@pim/field-types'
import { each, type Steps } from '@pim/field-types/steps'
import { invalidPlace } from '../../core/problem.ts'
import {
  type Condition,
  type DeliveryColumn,
  fieldCondition,
  type IndexPlace,
  type ListOrder,
  requiredKeys,
  sortKeyOfColumn,
  sortKeyOfField,
} from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'

export interface FilterPlace extends IndexPlace {
  /** The types that the caller asks for, as far as the key may read them. */
  readonly types: readonly StoredType[]
}

export interface ReadFilter {
  readonly condition: Condition
  /** The types that have the field; no other can match. */
  readonly types: readonly StoredType[]
  readonly technicalFieldName: string
  /** Fingerprints of keys of which every matching row has one; undefined where that is not known. */
  readonly required: readonly number[] | undefined
}

/** A filter in every type that has the field. It has to make sense in one of them. */
function* readFilter(
  place: FilterPlace,
  technicalFieldName: string,
  at: { readonly field: string; readonly filter: string },
  read: (behaviour: FieldBehaviour) => Steps<FilterReading>,
): Steps<ReadFilter> {
  const having: { readonly stored: StoredType; readonly reading: FilterReading }[] = []
  for (const stored of place.types) {
    const field = stored.type.fields.find((each) => each.technicalName === technicalFieldName)
    if (field !== undefined) having.push({ stored, reading: yield* read(behaviourOf(field)) })
  }
  if (having.length === 0) throw invalidPlace(at.field, 'UNKNOWN_FIELD', `there is no field ${technicalFieldName}`)
  const readable = having.flatMap(({ stored, reading }) =>
    'comparison' in reading ? [{ stored, comparison: reading.comparison }] : [],
  )
  if (readable.length === 0) {
    const [wrong] = having.flatMap(({ reading }) => ('issues' in reading ? reading.issues : []))
    throw invalidPlace(at.filter, wrong?.code ?? 'WRONG_TYPE', wrong?.message ?? 'cannot be filtered like this')
  }
  return {
    condition: fieldCondition(
      place,
      readable.map(({ stored: { contentTypeId }, comparison }) => ({ contentTypeId, technicalFieldName, comparison })),
    ),
    types: readable.map(({ stored }) => stored),
    technicalFieldName,
    required: requiredOf(readable.map(({ comparison }) => requiredKeys(technicalFieldName, comparison))),
  }
}

/** Those of all types together. */
const requiredOf = (all: readonly (readonly number[] | undefined)[]): readonly number[] | undefined => {
  const known = all.flatMap((keys) => (keys === undefined ? [] : [keys]))
  return known.length === all.length ? known.flat() : undefined
}

export const readFieldFilters = (place: FilterPlace, filters: readonly FieldFilter[]): Steps<ReadFilter[]> =>
  each([...filters.entries()], ([at, filter]) =>
    readFilter(
      place,
      filter.technicalFieldName,
      { field: `body.filters[${at}].technicalFieldName`, filter: `body.filters[${at}]` },
      (behaviour) => behaviour.filterInSteps(filter),
    ),
  )

/** `field.colour=red&field.colour=blue`: is one of these. */
export const readTextFilters = (
  place: FilterPlace,
  texts: Readonly<Record<string, readonly string[]>> = {},
): Steps<ReadFilter[]> =>
  each(Object.entries(texts), ([name, values]) => {
    const at = `query.field.${name}`
    return readFilter(place, name, { field: at, filter: at }, (behaviour) => behaviour.filterByTextsInSteps(values))
  })

const columns: Readonly<Record<string, DeliveryColumn>> = {
  contentVariationId: 'content_variation_id',
  publishedAt: 'published_at',
  // What is live was last changed when it was published.
  modifiedAt: 'published_at',
  name: 'name_key',
}

export interface ReadOrder extends Omit<ListOrder, 'scan'> {
  readonly column?: DeliveryColumn
  /** The field that it is the order of. */
  readonly technicalFieldName?: string
}

const byId: Sorting = { field: 'contentVariationId', direction: 'asc' }

/** Ids are made in the order of time and never change: whoever pages by them misses nothing while content changes. */
export function readOrder(
  sorting: Sorting = byId,
  { tenantId, scopes, spaces }: IndexPlace,
  variationId: string,
  { contentTypeId, type }: StoredType,
): ReadOrder {
  const { field, direction } = sorting
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column !== undefined) return { direction, column, sortKey: sortKeyOfColumn(column) }
  const technicalFieldName = sortedField(sorting)
  if (technicalFieldName === undefined || !type.fields.some((each) => each.technicalName === technicalFieldName))
    throw invalidPlace('body.sorting.field', 'UNKNOWN_FIELD', `${field} is nothing to sort by`)
  const keys = { spaces: spaces.of({ contentTypeId, technicalFieldName, qualifier: '' }), scopes, variationId }
  return { direction, keys, technicalFieldName, sortKey: sortKeyOfField(tenantId, keys) }
}

export const sortedField = ({ field }: Sorting): string | undefined => /^fields\.(.+)$/.exec(field)?.[1]

export const defaultOrder: ReadOrder = {
  direction: 'asc',
  column: 'content_variation_id',
  sortKey: sortKeyOfColumn('content_variation_id'),
}
