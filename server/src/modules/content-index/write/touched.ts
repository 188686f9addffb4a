import { isDeepStrictEqual } from 'node:util'
import { behaviourOf, type Comparison } from '@pim/field-types'
import { sortableKey } from '../../../core/sortable-key.ts'
import { keyFingerprint, type TouchedDelivery, type TouchedList } from '../../events/index.ts'
import type { DeliveredChange } from './entries.ts'
import type { ProjectedVariation, PublishedVariation } from './projected-variation.ts'

/** Where a delivered variation stands. */
export interface DeliveredPlace {
  readonly contentItemId: string
  readonly contentTypeId: string
  readonly variationId: string
}

/** A notification has no room for the keys of more documents, so that they need not be made. */
const maxDocumentsWithKeys = 50

/** What is touched where it is known what was live before: the fields that differ, and the keys before and after. */
export const touchedByChanges = (changes: readonly DeliveredChange[]): TouchedDelivery => ({
  items: itemsOf(changes.flatMap(({ before, after }) => after ?? before ?? [])),
  lists: changes.flatMap(({ before, after }) => {
    const documents = [before, after].filter((document) => document !== undefined)
    const [document] = documents
    if (document === undefined) return []
    const keys = changes.length > maxDocumentsWithKeys ? undefined : [...new Set(documents.flatMap(keysOf))]
    return [{ ...(before && after ? difference(before, after) : anyChange(document)), ...(keys && { keys }) }]
  }),
})

export const touchedByRemoval = (places: readonly DeliveredPlace[]): TouchedDelivery => ({
  items: itemsOf(places),
  lists: places.map(anyChange),
})

const itemsOf = (places: readonly DeliveredPlace[]): string[] => [
  ...new Set(places.map(({ contentItemId }) => contentItemId)),
]

const anyChange = ({ contentTypeId, variationId }: DeliveredPlace): TouchedList => ({
  contentTypeId,
  variationId,
  rows: true,
  name: true,
})

function difference(before: PublishedVariation, after: PublishedVariation): TouchedList {
  const { contentTypeId, variationId, contentType } = after
  if (before.contentType !== contentType) return anyChange(after)
  const valueIn = ({ values }: ProjectedVariation, name: string) => values[name]?.value ?? null
  const fields = contentType.fields
    .map(({ technicalName }) => technicalName)
    .filter((name) => {
      const [was, is] = [valueIn(before, name), valueIn(after, name)]
      return was !== is && !isDeepStrictEqual(was, is)
    })
  return {
    contentTypeId,
    variationId,
    rows: !isDeepStrictEqual(before.deliveryTargets, after.deliveryTargets),
    name: before.name !== after.name,
    fields,
  }
}

/** The fingerprints of what filters for equality find the document by. */
const keysOf = (document: PublishedVariation): number[] =>
  document.contentType.fields.flatMap((field) => {
    const value = document.values[field.technicalName]?.value
    const behaviour = behaviourOf(field)
    if (value === undefined || behaviour.isEmpty(value)) return []
    const { text = [], number = [], refs = [] } = behaviour.indexKeys(value)
    const keys = [
      ...text.map((each) => sortableKey('text', each)),
      ...number.map((each) => sortableKey('number', each.number)),
      ...refs.map(({ id }) => sortableKey('ref', id)),
    ]
    return keys.map((key) => keyFingerprint(field.technicalName, key))
  })

/** The fingerprints of which a row has one at least, if it meets the comparison; undefined where that is not known. */
export function requiredKeys(technicalFieldName: string, comparison: Comparison): readonly number[] | undefined {
  const { operator, negated, column, values } = comparison
  if (negated || (operator !== 'eq' && operator !== 'in')) return undefined
  return values.map((value) => keyFingerprint(technicalFieldName, sortableKey(column, value)))
}
