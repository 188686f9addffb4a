import { LongValue } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { AskedFields, AskedRowValues, RowValue } from '../../content-index/index.ts'
import type { StoredType } from '../../content-model/index.ts'
import { findBeginnings } from '../../long-values/index.ts'
import { chainOf, type ResolvedValues, resolveValues } from '../domain/fallback.ts'
import { textOfBeginning } from '../domain/listed-value.ts'
import { isShared, readStored, type Values } from '../domain/values.ts'
import { findStoredValues } from '../store/listed-value.repository.ts'

const empty: Values = {}

/** The type with those of its fields alone that are asked for. */
const narrowed = ({ type }: StoredType, names: ReadonlySet<string>) => ({
  ...type,
  fields: type.fields.filter(({ technicalName }) => names.has(technicalName)),
})

/** The content types of the rows with the fields that are asked for, and the values of each row, in the order of the rows. */
export interface ResolvedRows {
  readonly typeOf: ReadonlyMap<string, StoredType['type']>
  readonly resolved: readonly ResolvedValues[]
}

/** Values of fields of the rows of a page, each resolved along the fallbacks like anywhere else. One query reads them all. */
export async function resolveRows(
  trx: Transaction,
  tenantId: string,
  { names, rows, types, variation, variations, published }: AskedFields,
): Promise<ResolvedRows> {
  const shownIds = new Set(rows.map(({ contentTypeId }) => contentTypeId))
  const asked = new Set(names)
  const typeOf = new Map(
    types
      .filter(({ contentTypeId }) => shownIds.has(contentTypeId))
      .map((stored) => [stored.contentTypeId, narrowed(stored, asked)]),
  )
  const fields = [...typeOf.values()].flatMap((type) => type.fields)
  if (fields.length === 0) return { typeOf, resolved: rows.map(() => ({})) }
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
  return { typeOf, resolved }
}

/** The first characters of the JSON of long values, by item and hash. */
export async function beginningsOf(
  trx: Transaction,
  tenantId: string,
  rows: AskedFields['rows'],
  resolved: readonly ResolvedValues[],
  length: number,
): Promise<(contentItemId: string, long: LongValue) => string> {
  const wanted = rows.flatMap(({ contentItemId }, at) =>
    Object.values(resolved[at] ?? {}).flatMap(({ value }) =>
      value instanceof LongValue ? [{ contentItemId, hash: value.hash }] : [],
    ),
  )
  if (wanted.length === 0) return () => ''
  const found = await findBeginnings(trx, tenantId, wanted, length)
  const beginnings = new Map(found.map(({ contentItemId, hash, json }) => [`${contentItemId} ${hash}`, json]))
  return (contentItemId, { hash }) => beginnings.get(`${contentItemId} ${hash}`) ?? ''
}

/** The values as they are, with the first words of those that are stored apart. */
export async function readRowValues(
  trx: Transaction,
  tenantId: string,
  asked: AskedRowValues,
): Promise<ReadonlyMap<string, Readonly<Record<string, RowValue>>>> {
  const { resolved } = await resolveRows(trx, tenantId, asked)
  const beginningOf = await beginningsOf(trx, tenantId, asked.rows, resolved, asked.lengthOfBeginning)
  return new Map(
    asked.rows.map(({ contentVariationId, contentItemId }, at) => [
      contentVariationId,
      Object.fromEntries(
        Object.entries(resolved[at] ?? {}).map(([name, { value, sourceVariationId }]): [string, RowValue] => [
          name,
          value instanceof LongValue
            ? { value: null, beginning: textOfBeginning(beginningOf(contentItemId, value)), sourceVariationId }
            : { value, sourceVariationId },
        ]),
      ),
    ]),
  )
}
