import type { RawBuilder } from 'kysely'
import type { Actor } from '../../core/actor.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, TransactionOptions } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { featureTogglesOf } from '../tenants/index.ts'

/** What taxonomies need from the content module, which implements it. */
export interface ConceptContent {
  /** Items that refer to one of the concepts, whose ids a subquery finds. */
  users(
    trx: Transaction,
    tenantId: string,
    conceptIds: RawBuilder<unknown>,
    limit: number,
  ): Promise<{ contentItemId: string; name: string }[]>
  /**
   * Removes deleted concepts from all working copies, as edits of this person: at once, or as a job where there are
   * many.
   */
  detach(trx: Transaction, actor: Actor, conceptIds: readonly string[]): Promise<void>
}

export interface TaxonomiesDependencies {
  readonly database: Database
  readonly content: ConceptContent
}

/** Longer time-outs than usual, for reading and deleting trees of many thousand concepts. */
export const longTransaction: TransactionOptions = { statementMs: 10_000, deadlineMs: 14_000 }

/** Throws FEATURE_DISABLED where the tenant has taxonomies switched off; for reading calls too. */
export async function requireTaxonomies(trx: Transaction, tenantId: string): Promise<void> {
  const toggles = await featureTogglesOf(trx, tenantId)
  if (toggles.taxonomyEnabled !== true) throw new Problem('FEATURE_DISABLED')
}
