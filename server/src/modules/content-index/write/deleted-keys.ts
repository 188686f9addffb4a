import type { Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { keysOfValue } from './index-keys.ts'
import type { IndexedItem } from './projected-variation.ts'

/** A key by which a source names an item, of an item that is deleted. */
export interface DeletedKey {
  readonly contentTypeId: string
  readonly technicalFieldName: string
  readonly key: string
  readonly contentItemId: string
}

/** Whether a value of the field names one item, wherever it stands. */
export const namesItems = ({ unique = 'none' }: Field): boolean => unique === 'tenant' || unique === 'contentType'

/** Rows of `deleted_key` of an item; none where it is not deleted. */
export function deletedKeysOf({
  contentItemId,
  contentTypeId,
  contentType,
  isDeleted,
  working,
}: IndexedItem): DeletedKey[] {
  if (!isDeleted) return []
  return contentType.fields.filter(namesItems).flatMap((field) => {
    const { technicalName: technicalFieldName } = field
    const values = new Set(working.map(({ values }) => values[technicalFieldName]?.value))
    const keys = new Set(
      [...values].flatMap((value) =>
        value === undefined || behaviourOf(field).isEmpty(value) ? [] : keysOfField(field, value),
      ),
    )
    return [...keys].map((key) => ({ contentTypeId, technicalFieldName, key, contentItemId }))
  })
}

/** Without those of single currencies or units. */
const keysOfField = (field: Field, value: unknown): string[] =>
  keysOfValue(field, value).flatMap(({ qualifier, key }) => (qualifier === '' ? [key] : []))
