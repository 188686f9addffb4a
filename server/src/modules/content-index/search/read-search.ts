import type { ContentTypeKind, FieldFilter, SearchInput, Sorting, Variation } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { behaviourOf, type FilterReading } from '@pim/field-types'
import { invalidPlace } from '../../../core/problem.ts'
import type { Steps } from '../../../core/time-slices.ts'
import type { StoredType } from '../../content-model/index.ts'
import type { Condition } from '../page/filter.repository.ts'
import { fieldCondition } from '../page/filter-field.repository.ts'
import type { IndexPlace } from '../page/index-place.repository.ts'
import type { Order, OrderColumn } from '../page/list-query.ts'
import type { AskedSpaces } from '../write/space.repository.ts'

export function variationOf(variations: readonly Variation[], variationId: string | undefined): Variation {
  const chosen = variations.find((each) => (variationId ? each.variationId === variationId : each.isDefault))
  if (chosen === undefined) throw invalidPlace('body.variationId', 'NOT_FOUND', 'is no variation of the tenant')
  return chosen
}

export const kindsOf = (kind: ContentTypeKind | undefined): readonly ContentTypeKind[] =>
  kind === undefined ? ['user', 'media'] : [kind]

/** The types that a list is narrowed to; a name that is none finds nothing. */
export function chosenTypes(
  types: readonly StoredType[],
  names: readonly string[] | undefined,
): readonly StoredType[] | undefined {
  return names === undefined || names.length === 0
    ? undefined
    : types.filter(({ type }) => names.includes(type.technicalName))
}

const columns: Readonly<Record<string, OrderColumn | 'type'>> = {
  modifiedAt: 'modified_at',
  name: 'name_key',
  technicalContentTypeName: 'type',
  status: 'status',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  modifiedBy: 'modified_by',
}

const prefixOfFields = 'fields.'

/** What the index has to be asked about, before it is known where that lies. */
export const askedSpaces = ({ filtering, sorting }: SearchInput, kinds: readonly ContentTypeKind[]): AskedSpaces => ({
  technicalFieldNames: [
    ...(filtering?.fields ?? []).map(({ technicalFieldName }) => technicalFieldName),
    ...(sorting?.field.startsWith(prefixOfFields) ? [sorting.field.slice(prefixOfFields.length)] : []),
  ],
  kinds: filtering?.searchText ? kinds : [],
})

export function orderOf(
  sorting: Sorting | undefined,
  chosen: readonly StoredType[],
  place: IndexPlace & { readonly variationId: string },
): Order {
  const { field, direction } = sorting ?? { field: 'modifiedAt', direction: 'desc' }
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column !== undefined) return { by: column, direction }
  const technicalFieldName = field.startsWith(prefixOfFields) ? field.slice(prefixOfFields.length) : undefined
  const [type] = chosen
  if (technicalFieldName === undefined) throw wrongSort('UNKNOWN_FIELD', `${field} is nothing a list can be sorted by`)
  if (type === undefined || chosen.length > 1)
    throw wrongSort(
      'ONE_TYPE',
      'sorting by a field takes exactly one content type in filtering.contentTypeTechnicalNames',
    )
  const found = type.type.fields.find((each) => each.technicalName === technicalFieldName)
  if (found === undefined)
    throw wrongSort('UNKNOWN_FIELD', `${type.type.technicalName} has no field ${technicalFieldName}`)
  const { variationId, scopes } = place
  const spaces = place.spaces.of({ contentTypeId: type.contentTypeId, technicalFieldName, qualifier: '' })
  return { by: 'field', direction, keys: { spaces, scopes, variationId } }
}

const wrongSort = (code: FieldErrorCode, message: string) => invalidPlace('body.sorting.field', code, message)

export interface ReadFilter {
  readonly condition: Condition
  /** The types that have the field; no other can match. */
  readonly types: readonly StoredType[]
}

/**
 * A filter on a field, in each of the types that have it. Where types were named, it has to make sense in every one of
 * them that has the field; where none were, in one.
 */
export function* readFieldFilter(
  place: IndexPlace,
  types: readonly StoredType[],
  areNamed: boolean,
  filter: FieldFilter,
  at: string,
): Steps<ReadFilter> {
  const having: { readonly stored: StoredType; readonly reading: FilterReading }[] = []
  for (const stored of types) {
    const field = stored.type.fields.find((each) => each.technicalName === filter.technicalFieldName)
    if (field !== undefined) having.push({ stored, reading: yield* behaviourOf(field).filterInSteps(filter) })
  }
  if (having.length === 0)
    throw invalidPlace(
      `${at}.technicalFieldName`,
      'UNKNOWN_FIELD',
      `no content type here has ${filter.technicalFieldName}`,
    )
  const readable = having.flatMap(({ stored, reading }) =>
    'comparison' in reading ? [{ stored, comparison: reading.comparison }] : [],
  )
  const wrong = having.find(({ reading }) => 'issues' in reading)
  if (wrong !== undefined && 'issues' in wrong.reading && (areNamed || readable.length === 0)) {
    const [issue] = wrong.reading.issues
    throw invalidPlace(at, issue?.code ?? 'WRONG_TYPE', issue?.message ?? 'cannot be filtered like this')
  }
  const { technicalFieldName } = filter
  const compared = readable.map(({ stored: { contentTypeId }, comparison }) => ({
    contentTypeId,
    technicalFieldName,
    comparison,
  }))
  return { condition: fieldCondition(place, compared), types: readable.map(({ stored }) => stored) }
}
