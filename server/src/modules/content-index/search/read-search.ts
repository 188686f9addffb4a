import type { ContentTypeKind, FieldFilter, Sorting, Variation } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { behaviourOf, type FilterReading } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'
import { invalidPlace } from '../../../core/problem.ts'
import type { StoredType } from '../../content-model/index.ts'
import type { Condition, Order, OrderColumn } from '../../reader/index.ts'

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
  modifiedAt: 'modifiedAt',
  name: 'name',
  technicalContentTypeName: 'type',
  status: 'status',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  modifiedBy: 'modifiedBy',
}

const prefixOfFields = 'fields.'

/** `types`: all that are listed, by name; `chosen`: those that were named. */
export function orderOf(
  sorting: Sorting | undefined,
  types: readonly StoredType[],
  chosen: readonly StoredType[],
): Order {
  const { field, direction } = sorting ?? { field: 'modifiedAt', direction: 'desc' }
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column === 'type') return { by: 'type', direction, contentTypeIds: types.map((each) => each.contentTypeId) }
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
  return { by: 'field', direction, contentTypeId: type.contentTypeId, technicalFieldName }
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
  return { condition: { is: 'field', fields: compared }, types: readable.map(({ stored }) => stored) }
}
