import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { ExternalSection } from './external-section.ts'

/** A section on another server as it was when that server last answered. */
export async function findSeenSection(system: Transaction, manifestUrl: string): Promise<ExternalSection | undefined> {
  const found = await system
    .selectFrom('external_section')
    .select(['description', 'strings'])
    .where('manifest_url', '=', manifestUrl)
    .executeTakeFirst()
  return found && { description: found.description, strings: found.strings ?? undefined }
}

export async function storeSeenSection(
  system: Transaction,
  manifestUrl: string,
  { description, strings }: ExternalSection,
): Promise<void> {
  const values = { description: JSON.stringify(description), strings: strings ? JSON.stringify(strings) : null }
  await system
    .insertInto('external_section')
    .values({ manifest_url: manifestUrl, ...values })
    .onConflict((conflict) => conflict.column('manifest_url').doUpdateSet({ ...values, seen_at: sql<string>`now()` }))
    .execute()
}
