import type { FieldFilter, Sorting } from '@pim/contract'
import { behaviourOf, type FieldBehaviour, type FilterReading } from '@pim/field-types'
import { each, type Steps } from '@pim/field-types/steps'
import { invalidPlace } from '../../core/problem.ts'
import { requiredKeys } from '../content-index/index.ts'
import type { StoredType } from '../content-model/index.ts'
import type { Condition, LiveOrder } from '../reader/index.ts'

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
  types: readonly StoredType[],
  technicalFieldName: string,
  at: { readonly field: string; readonly filter: string },
  read: (behaviour: FieldBehaviour) => Steps<FilterReading>,
): Steps<ReadFilter> {
  const having: { readonly stored: StoredType; readonly reading: FilterReading }[] = []
  for (const stored of types) {
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
    condition: {
      is: 'field',
      fields: readable.map(({ stored: { contentTypeId }, comparison }) => ({
        contentTypeId,
        technicalFieldName,
        comparison,
      })),
    },
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

/** `types`: those that the caller asks for, as far as the key may read them. */
export const readFieldFilters = (types: readonly StoredType[], filters: readonly FieldFilter[]): Steps<ReadFilter[]> =>
  each([...filters.entries()], ([at, filter]) =>
    readFilter(
      types,
      filter.technicalFieldName,
      { field: `body.filters[${at}].technicalFieldName`, filter: `body.filters[${at}]` },
      (behaviour) => behaviour.filterInSteps(filter),
    ),
  )

/** `field.colour=red&field.colour=blue`: is one of these. */
export const readTextFilters = (
  types: readonly StoredType[],
  texts: Readonly<Record<string, readonly string[]>> = {},
): Steps<ReadFilter[]> =>
  each(Object.entries(texts), ([name, values]) => {
    const at = `query.field.${name}`
    return readFilter(types, name, { field: at, filter: at }, (behaviour) => behaviour.filterByTextsInSteps(values))
  })

const orders: Readonly<Record<string, 'id' | 'publication' | 'name'>> = {
  contentVariationId: 'id',
  publishedAt: 'publication',
  // What is live was last changed when it was published.
  modifiedAt: 'publication',
  name: 'name',
}

/** Ids are made in the order of time and never change: whoever pages by them misses nothing while content changes. */
export const defaultOrder: LiveOrder = { by: 'id', direction: 'asc' }

export function readOrder(sorting: Sorting | undefined, { contentTypeId, type }: StoredType): LiveOrder {
  if (sorting === undefined) return defaultOrder
  const { field, direction } = sorting
  const by = Object.hasOwn(orders, field) ? orders[field] : undefined
  if (by !== undefined) return { by, direction }
  const technicalFieldName = /^fields\.(.+)$/.exec(field)?.[1]
  if (technicalFieldName === undefined || !type.fields.some((each) => each.technicalName === technicalFieldName))
    throw invalidPlace('body.sorting.field', 'UNKNOWN_FIELD', `${field} is nothing to sort by`)
  return { by: 'field', direction, contentTypeId, technicalFieldName }
}
