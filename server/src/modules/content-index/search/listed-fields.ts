import type { ListedValue, Variation } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { StoredType } from '../../content-model/index.ts'
import type { ListedRow } from '../../reader/index.ts'

export interface AskedFields {
  /** Technical names of fields; a type need not have them all, nor any. */
  readonly names: readonly string[]
  readonly rows: readonly Pick<ListedRow, 'contentVariationId' | 'contentItemId' | 'contentTypeId'>[]
  readonly types: readonly StoredType[]
  /** The one that the rows are in, and all of the tenant. */
  readonly variation: Variation
  readonly variations: readonly Variation[]
  /** The values that are live instead of those of the working copies. */
  readonly published: boolean
}

export interface ListedFields {
  /** By the id of the content variation. */
  readonly byRow: ReadonlyMap<string, Readonly<Record<string, ListedValue>>>
  /** The items and concepts in these values, each once. */
  readonly itemIds: readonly string[]
  readonly conceptIds: readonly string[]
}

/** Reads the values that the rows of a page show. Handed in by the module that owns them, which depends on this one. */
export type ReadListedFields = (trx: Transaction, tenantId: string, asked: AskedFields) => Promise<ListedFields>
