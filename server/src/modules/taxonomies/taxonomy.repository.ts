import type { Taxonomy } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { nameKeyOf } from './names.ts'

const columns = [
  'taxonomy_id as taxonomyId',
  'friendly_name as friendlyName',
  'description',
  'concept_count as conceptCount',
  'revision as version',
] as const

export interface StoredTaxonomy extends Taxonomy {
  readonly version: number
}

export const findTaxonomies = (trx: Transaction, tenantId: string): Promise<Taxonomy[]> =>
  trx
    .selectFrom('taxonomy')
    .where('tenant_id', '=', tenantId)
    .select(columns)
    .orderBy('name_key')
    .orderBy('taxonomy_id')
    .execute()

export const findTaxonomy = (
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
): Promise<StoredTaxonomy | undefined> =>
  trx
    .selectFrom('taxonomy')
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .select(columns)
    .executeTakeFirst()

/** Undefined where the name is taken. Waits for a transaction that is inserting the same name. */
export const insertTaxonomy = (
  trx: Transaction,
  tenantId: string,
  taxonomy: Omit<Taxonomy, 'conceptCount' | 'version'>,
  userId: string,
): Promise<Taxonomy | undefined> =>
  trx
    .insertInto('taxonomy')
    .values({
      tenant_id: tenantId,
      taxonomy_id: taxonomy.taxonomyId,
      friendly_name: taxonomy.friendlyName,
      name_key: nameKeyOf(taxonomy.friendlyName),
      description: taxonomy.description,
      created_by: userId,
      modified_by: userId,
    })
    .onConflict((conflict) => conflict.constraint('taxonomy_one_per_name').doNothing())
    .returning(columns)
    .executeTakeFirst()

/**
 * Locks the taxonomy's row until the transaction ends and raises its revision. Every change of a taxonomy or its
 * concepts begins with this, so positions, counts and paths are changed by one transaction at a time.
 */
export const lockTaxonomy = (
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  userId: string,
): Promise<StoredTaxonomy | undefined> =>
  trx
    .updateTable('taxonomy')
    .set({ revision: sql`revision + 1`, modified_at: sql`now()`, modified_by: userId })
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .returning(columns)
    .executeTakeFirst()

export async function isTaxonomyNameTaken(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  friendlyName: string,
): Promise<boolean> {
  const twin = await trx
    .selectFrom('taxonomy')
    .where('tenant_id', '=', tenantId)
    .where('name_key', '=', nameKeyOf(friendlyName))
    .where('taxonomy_id', '<>', taxonomyId)
    .select('taxonomy_id')
    .executeTakeFirst()
  return twin !== undefined
}

export const updateTaxonomy = (
  trx: Transaction,
  tenantId: string,
  taxonomy: Pick<Taxonomy, 'taxonomyId' | 'friendlyName' | 'description'>,
): Promise<Taxonomy> =>
  trx
    .updateTable('taxonomy')
    .set({
      friendly_name: taxonomy.friendlyName,
      name_key: nameKeyOf(taxonomy.friendlyName),
      description: taxonomy.description,
    })
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomy.taxonomyId)
    .returning(columns)
    .executeTakeFirstOrThrow()

export async function changeConceptCount(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  by: number,
): Promise<void> {
  await trx
    .updateTable('taxonomy')
    .set({ concept_count: sql`concept_count + ${by}` })
    .where('tenant_id', '=', tenantId)
    .where('taxonomy_id', '=', taxonomyId)
    .execute()
}

/** Its concepts have to be deleted before. */
export async function deleteTaxonomy(trx: Transaction, tenantId: string, taxonomyId: string): Promise<void> {
  await trx.deleteFrom('taxonomy').where('tenant_id', '=', tenantId).where('taxonomy_id', '=', taxonomyId).execute()
}

export const taxonomyExists = async (trx: Transaction, tenantId: string, taxonomyId: string): Promise<boolean> =>
  (await findTaxonomy(trx, tenantId, taxonomyId)) !== undefined
