import type { ListedValue } from '@pim/contract'
import { LongValue } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { AskedFields, ListedFields } from '../../content-index/index.ts'
import type { StoredType } from '../../content-model/index.ts'
import { findBeginnings } from '../../long-values/index.ts'
import { chainOf, type ResolvedValues, resolveValues } from '../domain/fallback.ts'
import { lengthOfBeginning, listedReferences, listedValue } from '../domain/listed-value.ts'
import { isShared, readStored, type Values } from '../domain/values.ts'
import { findStoredValues } from '../store/listed-value.repository.ts'

const empty: Values = {}

/** The type with those of its fields alone that are asked for. */
const narrowed = ({ type }: StoredType, names: readonly string[]) => ({
  ...type,
  fields: type.fields.filter(({ technicalName }) => names.includes(technicalName)),
})

/**
 * The values of a few fields of the rows of a page, each resolved along the fallbacks like anywhere else. One query reads
 * them all, and a second one the beginnings of long values where there are any.
 */
export async function readListedFields(
  trx: Transaction,
  tenantId: string,
  { names, rows, types, variation, variations, published }: AskedFields,
): Promise<ListedFields> {
  const shownIds = new Set(rows.map(({ contentTypeId }) => contentTypeId))
  const typeOf = new Map(
    types
      .filter(({ contentTypeId }) => shownIds.has(contentTypeId))
      .map((stored) => [stored.contentTypeId, narrowed(stored, names)]),
  )
  const fields = [...typeOf.values()].flatMap((type) => type.fields)
  if (fields.length === 0) return { byRow: new Map(), itemIds: [], conceptIds: [] }
  const fallbacks = new Map(variations.map((each) => [each.variationId, each.fallbackVariationId]))
  const chain = chainOf(fallbacks, variation.variationId)
  const namesOf = (place: 'own' | 'shared') => [
    ...new Set(fields.filter((field) => isShared(field) === (place === 'shared')).map((field) => field.technicalName)),
  ]
  const stored = await findStoredValues(trx, tenantId, {
    contentItemIds: rows.map(({ contentItemId }) => contentItemId),
    chain,
    own: namesOf('own'),
    shared: namesOf('shared'),
    published,
  })
  const byItem = Map.groupBy(stored, ({ contentItemId }) => contentItemId)
  const resolved = rows.map(({ contentItemId, contentTypeId }): ResolvedValues => {
    const type = typeOf.get(contentTypeId)
    if (type === undefined) return {}
    const known = new Map<string, LongValue>()
    const own = new Map((byItem.get(contentItemId) ?? []).map((each) => [each.variationId, each]))
    const shared = own.get(variation.variationId)?.shared ?? empty
    const ownOf = (variationId: string) => {
      const values = own.get(variationId)?.own
      return values && readStored(values, known)
    }
    return resolveValues(type, chain, ownOf, readStored(shared, known))
  })
  const beginnings = await beginningsOf(trx, tenantId, rows, resolved)
  const itemIds = new Set<string>()
  const conceptIds = new Set<string>()
  const byRow = new Map<string, Readonly<Record<string, ListedValue>>>()
  for (const [at, { contentVariationId, contentItemId, contentTypeId }] of rows.entries()) {
    const values: Record<string, ListedValue> = {}
    for (const field of typeOf.get(contentTypeId)?.fields ?? []) {
      const value = resolved[at]?.[field.technicalName]
      if (value === undefined) continue
      const listed = listedValue(
        field,
        value,
        variation.languageCode,
        (long) => beginnings.get(`${contentItemId} ${long.hash}`) ?? '',
      )
      values[field.technicalName] = listed
      for (const { kind, id } of listedReferences(field, listed)) {
        if (kind === 'item') itemIds.add(id)
        if (kind === 'concept') conceptIds.add(id)
      }
    }
    byRow.set(contentVariationId, values)
  }
  return { byRow, itemIds: [...itemIds], conceptIds: [...conceptIds] }
}

/** The first characters of the JSON of long values, by item and hash. */
async function beginningsOf(
  trx: Transaction,
  tenantId: string,
  rows: AskedFields['rows'],
  resolved: readonly ResolvedValues[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = rows.flatMap(({ contentItemId }, at) =>
    Object.values(resolved[at] ?? {}).flatMap(({ value }) =>
      value instanceof LongValue ? [{ contentItemId, hash: value.hash }] : [],
    ),
  )
  if (wanted.length === 0) return new Map()
  const found = await findBeginnings(trx, tenantId, wanted, lengthOfBeginning)
  return new Map(found.map(({ contentItemId, hash, json }) => [`${contentItemId} ${hash}`, json]))
}
