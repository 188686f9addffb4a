import type { Transaction } from '../../platform/database/transaction.ts'
import type { ItemDocument } from './item-document.ts'

/** Reads from the truth what is written into files. Handed in by the module that owns the items, which depends on this one. */
export interface ReadDocuments {
  /** Those of the items that are there; the others are no more. */
  ofItems(trx: Transaction, tenantId: string, contentItemIds: readonly string[]): Promise<ItemDocument[]>
  /** How many items there are, about. */
  count(trx: Transaction, tenantId: string): Promise<number>
  /** Ids of items in their order; `after` null: from the first. */
  idsAfter(trx: Transaction, tenantId: string, after: string | null, limit: number): Promise<string[]>
}
