import type { RawBuilder } from 'kysely'
import type { Actor } from '../../core/actor.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, TransactionOptions } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { featureTogglesOf } from '../tenants/index.ts'

/** What happens to content when concepts go; whoever keeps content says how. */
export interface ConceptContent {
  /** Items that have one of the concepts whose ids a subquery finds. */
  users(
    trx: Transaction,
    tenantId: string,
    conceptIds: RawBuilder<unknown>,
    limit: number,
  ): Promise<{ contentItemId: string; name: string }[]>
  /** Takes concepts that are gone out of every working copy, as edits of this person: at once, or as a job. */
  detach(trx: Transaction, actor: Actor, conceptIds: readonly string[]): Promise<void>
}

export interface TaxonomiesDependencies {
  readonly database: Database
  readonly content: ConceptContent
}

/** Taking out a tree of many thousands takes longer than a request usually may. */
export const patience: TransactionOptions = { statementMs: 10_000, deadlineMs: 14_000 }

/** A tenant without taxonomies has none to read either; asked in the same breath as the work itself. */
export async function requireTaxonomies(trx: Transaction, tenantId: string): Promise<void> {
  const toggles = await featureTogglesOf(trx, tenantId)
  if (toggles.taxonomyEnabled !== true) throw new Problem('FEATURE_DISABLED')
}
