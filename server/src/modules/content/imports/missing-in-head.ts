import type { ContentType, ProposedImportColumn } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { fieldsOf } from '../domain/values.ts'
import { missingIn } from './missing-names.ts'
import { findNamedThings, type Names, namesConcepts } from './named-things.ts'
import type { SampledColumns } from './propose-code-columns.ts'
import { readCell } from './read-cells.ts'

/** Cells of a column that are looked at, and names that are told: somebody says of each what it means. */
const most = { cells: 1_000, names: 50 }

/** The columns with what their first cells name that is no concept. */
export async function withMissingConcepts(
  trx: Transaction,
  tenantId: string,
  type: ContentType,
  proposal: readonly ProposedImportColumn[],
  columns: SampledColumns,
): Promise<ProposedImportColumn[]> {
  const values = new Map<string, Names>()
  for (const { column, target, reading = {} } of proposal) {
    const field = target.kind === 'field' ? fieldsOf(type).get(target.technicalFieldName) : undefined
    if (field === undefined || !namesConcepts(field)) continue
    const names = (columns.get(column) ?? []).slice(0, most.cells).flatMap((cell) => {
      const read = readCell(field, cell, 'csv', reading)
      return read.kind === 'names' ? read.names : []
    })
    if (names.length > 0) values.set(column, { kind: 'names', field, column, names: [...new Set(names)] })
  }
  if (values.size === 0) return [...proposal]
  const things = await findNamedThings(trx, tenantId, [...values.values()])
  return proposal.map((each) => {
    const value = values.get(each.column)
    const missing = value === undefined ? [] : missingIn(value, things).slice(0, most.names)
    return missing.length === 0 ? each : { ...each, openCells: missing }
  })
}
