import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findDelivered, refuseTooLarge } from '../../long-values/index.ts'
import { hasLongValues, longValuesIn, withLongValues } from '../write/delivered.ts'
import type { DeliveredRow } from './delivered-row.ts'

export const isWholeRow = ({ fields }: DeliveredRow): boolean => !hasLongValues(fields)

/** The rows with the JSON of their long values; most have none. `only`: the fields that are answered. */
export async function wholeRows(
  trx: Transaction,
  tenantId: string,
  rows: readonly DeliveredRow[],
  only?: ReadonlySet<string>,
): Promise<readonly DeliveredRow[]> {
  if (rows.every(isWholeRow)) return rows
  const answered = rows.map((row) =>
    only === undefined || isWholeRow(row) ? row : { ...row, fields: pickedFields(row.fields, only) },
  )
  const long = answered.flatMap(({ contentItemId, fields }) =>
    longValuesIn(fields).map((each) => ({ contentItemId, ...each })),
  )
  refuseTooLarge(long.map(({ size }) => size))
  const unlike = new Map(long.map((each) => [each.contentItemId + each.hash, each]))
  const found = new Map(
    (await findDelivered(trx, tenantId, [...unlike.values()])).map((each) => [
      each.contentItemId + each.hash,
      each.json,
    ]),
  )
  return answered.map((row) => ({
    ...row,
    fields: withLongValues(row.fields, (hash) => {
      const json = found.get(row.contentItemId + hash)
      // The item was purged since the row was read.
      if (json === undefined) throw new Problem('UNAVAILABLE', { retryAfter: 1 })
      return json
    }),
  }))
}

/** Picks fields before their long values are read. What stands for one is a text meanwhile, so that the rest is JSON. */
function pickedFields(fields: string, only: ReadonlySet<string>): string {
  const places = new Map(longValuesIn(fields).map(({ hash, size }) => [`\u0001${hash}`, `\u0001${hash}${size}\u0001`]))
  const values: unknown = JSON.parse(withLongValues(fields, (hash) => JSON.stringify(`\u0001${hash}`)))
  const picked = Object.entries(values ?? {}).flatMap(([name, value]) => {
    if (!only.has(name)) return []
    const json = (typeof value === 'string' ? places.get(value) : undefined) ?? JSON.stringify(value)
    return [`${JSON.stringify(name)}:${json}`]
  })
  return `{${picked.join(',')}}`
}
