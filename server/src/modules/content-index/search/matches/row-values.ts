import type { Transaction } from '../../../../platform/database/transaction.ts'
import type { AskedFields } from '../listed-fields.ts'

export interface RowValue {
  /** Null where it is empty, and where it is stored apart. */
  readonly value: unknown
  /** The first words of a value that is stored apart. */
  readonly beginning?: string
  /** The variation that has the value; null where none has one. */
  readonly sourceVariationId: string | null
}

export interface AskedRowValues extends AskedFields {
  /** Characters of the JSON of a value that is stored apart. */
  readonly lengthOfBeginning: number
}

/** By the id of the content variation, the values of fields of rows of a page as they are. Handed in by the module that owns them. */
export type ReadRowValues = (
  trx: Transaction,
  tenantId: string,
  asked: AskedRowValues,
) => Promise<ReadonlyMap<string, Readonly<Record<string, RowValue>>>>
