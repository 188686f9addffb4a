import type { RawBuilder } from 'kysely'
import type { Actor } from '../../core/caller.ts'
import { Problem } from '../../core/problem.ts'
import type { Database, TransactionOptions } from '../../platform/database/database.ts'
import { lockTargets } from '../../platform/database/target-locks.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { FileWorkers } from '../exchange/index.ts'
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
  /** Locks the items that refer to one of the concepts, where they are few; answers the ids of those it has locked. */
  lockUsers(trx: Transaction, tenantId: string, conceptIds: RawBuilder<unknown>): Promise<ReadonlySet<string>>
  /** How many items that are not deleted carry one of the concepts, and how many are live with one. */
  countUsers(
    trx: Transaction,
    tenantId: string,
    conceptIds: RawBuilder<unknown>,
  ): Promise<{ readonly itemCount: number; readonly liveItemCount: number }>
  /**
   * Removes deleted concepts from all items, or puts in their places the concepts that they lead to, as edits of this
   * person: at once where `lockUsers` has locked all the items, otherwise as a job.
   */
  detach(
    trx: Transaction,
    actor: Actor,
    ended: ReadonlyMap<string, string | null>,
    locked: ReadonlySet<string>,
  ): Promise<void>
  /** The same for a concept that stays, and whose assignments another one takes. */
  reassign(trx: Transaction, actor: Actor, from: string, to: string, locked: ReadonlySet<string>): Promise<void>
  /**
   * Puts a concept whose merge is taken back where items named it before, but where somebody has changed that since: at once where
   * the items are few, otherwise as a job.
   */
  restore(
    trx: Transaction,
    actor: Actor,
    conceptId: string,
  ): Promise<{ readonly itemCount: number; readonly itemsLeftCount: number; readonly followsByJob: boolean }>
}

export interface TaxonomiesDependencies {
  readonly database: Database
  readonly fileWorkers: FileWorkers
  readonly content: ConceptContent
}

/** Longer time-outs than usual, for reading and deleting trees of many thousand concepts. */
export const longTransaction: TransactionOptions = { statementMs: 10_000, deadlineMs: 14_000 }

/**
 * Before concepts of a taxonomy are deleted, and after its row is locked: waits for those who are about to refer to
 * one, and then makes sure that no item does, or (`detach`) locks those that do. Answers what `detach` is to be given.
 */
export async function endUse(
  { content }: TaxonomiesDependencies,
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  { conceptIds, detach }: { readonly conceptIds: RawBuilder<unknown>; readonly detach: boolean },
): Promise<ReadonlySet<string>> {
  if (detach) return lockForEnd({ content }, trx, tenantId, taxonomyId, conceptIds)
  await lockTargets(trx, tenantId, [{ kind: 'taxonomy', id: taxonomyId }], 'exclusive')
  const usedBy = await content.users(trx, tenantId, conceptIds, maxUsersListed)
  if (usedBy.length > 0) throw new Problem('IN_USE', { usedBy })
  return new Set()
}

/** Locks the items that carry these concepts, where they are few, and waits for those who are about to refer to one. */
export async function lockForEnd(
  { content }: Pick<TaxonomiesDependencies, 'content'>,
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  conceptIds: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  // Items before targets, the order of all transactions: see `target-locks.ts`.
  const locked = await content.lockUsers(trx, tenantId, conceptIds)
  await lockTargets(trx, tenantId, [{ kind: 'taxonomy', id: taxonomyId }], 'exclusive')
  return locked
}

/** Items listed in an IN_USE problem. */
const maxUsersListed = 50

/** Throws FEATURE_DISABLED where the tenant has taxonomies switched off; for reading calls too. */
export async function requireTaxonomies(trx: Transaction, tenantId: string): Promise<void> {
  const toggles = await featureTogglesOf(trx, tenantId)
  if (toggles.taxonomyEnabled !== true) throw new Problem('FEATURE_DISABLED')
}
