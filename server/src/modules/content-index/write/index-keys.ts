import { behaviourOf, type IndexKeys, type SortKey } from '@pim/field-types'
import type { ProjectedVariation, ProjectionScope } from './projected-variation.ts'
import { presenceKey, sortableKey } from './sortable-key.ts'
import { spaceOf } from './space.ts'

/** What a key is for: found by, found and ordered by, or ordered by alone. */
export const keyUse = { find: 0, findAndSort: 1, sort: 2 } as const
export type KeyUse = (typeof keyUse)[keyof typeof keyUse]

export interface IndexKeyRow {
  readonly contentVariationId: string
  readonly space: string
  readonly key: string
  readonly use: KeyUse
}

/** Everything that filters and sorts of fields find the document by. */
export function indexKeysOf(scope: ProjectionScope, document: ProjectedVariation): IndexKeyRow[] {
  return document.contentType.fields.flatMap((field) => {
    const value = document.values[field.technicalName]?.value
    const behaviour = behaviourOf(field)
    if (value === undefined || behaviour.isEmpty(value)) return []
    return rowsOf(scope, document, field.technicalName, behaviour.indexKeys(value), behaviour.sortKey(value))
  })
}

function rowsOf(
  scope: ProjectionScope,
  { contentVariationId, variationId, contentTypeId }: ProjectedVariation,
  technicalFieldName: string,
  keys: IndexKeys,
  sort: SortKey | null,
): IndexKeyRow[] {
  const space = (qualifier?: string) => spaceOf(scope, { variationId, contentTypeId, technicalFieldName, qualifier })
  const own = space()
  const rows = new Map<string, IndexKeyRow>()
  const add = (place: string, key: string, use: KeyUse) => {
    const at = `${place}|${key}`
    const known = rows.get(at)
    rows.set(at, { contentVariationId, space: place, key, use: known && known.use !== use ? keyUse.findAndSort : use })
  }
  for (const text of keys.text ?? []) add(own, sortableKey('text', text), keyUse.find)
  for (const { number, qualifier } of keys.number ?? [])
    add(qualifier === undefined ? own : space(qualifier), sortableKey('number', number), keyUse.find)
  for (const { id } of keys.refs ?? []) add(own, sortableKey('ref', id), keyUse.find)
  if (sort !== null) add(own, sortableKey(sort.column, sort.value), keyUse.sort)
  // Whether there is a value at all is asked of the field's own space.
  if (![...rows.values()].some((row) => row.space === own)) add(own, presenceKey, keyUse.find)
  return [...rows.values()]
}
