import type { ListedValue } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { AskedFields, ListedFields } from '../../content-index/index.ts'
import { lengthOfBeginning, listedReferences, listedValue } from '../domain/listed-value.ts'
import { beginningsOf, resolveRows } from './read-row-values.ts'

/**
 * The values of a few fields of the rows of a page, as a row shows them. One query reads them all, and a second one the
 * beginnings of long values where there are any.
 */
export async function readListedFields(trx: Transaction, tenantId: string, asked: AskedFields): Promise<ListedFields> {
  const { rows, variation } = asked
  const { typeOf, resolved } = await resolveRows(trx, tenantId, asked)
  if (![...typeOf.values()].some(({ fields }) => fields.length > 0))
    return { byRow: new Map(), itemIds: [], conceptIds: [] }
  const beginningOf = await beginningsOf(trx, tenantId, rows, resolved, lengthOfBeginning)
  const itemIds = new Set<string>()
  const conceptIds = new Set<string>()
  const byRow = new Map<string, Readonly<Record<string, ListedValue>>>()
  for (const [at, { contentVariationId, contentItemId, contentTypeId }] of rows.entries()) {
    const values: Record<string, ListedValue> = {}
    for (const field of typeOf.get(contentTypeId)?.fields ?? []) {
      const value = resolved[at]?.[field.technicalName]
      if (value === undefined) continue
      const listed = listedValue(field, value, variation.languageCode, (long) => beginningOf(contentItemId, long))
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
