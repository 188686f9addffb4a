import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type Claim, type ClaimChange, claimKey } from '../domain/unique-values.ts'
import { type ClaimHolder, findHolders, releaseClaims, takeClaims } from './unique-value.repository.ts'

const attempts = 3

/**
 * Gives back what the item no longer shows and wins what it newly does. `leave` is for upkeep of many items, which
 * nobody can answer a question about: who was first keeps the value, and the other shows it without having it.
 */
export async function settleClaims(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  { taken, released }: ClaimChange,
  onConflict: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  // Asked for in one go: the database gives back before it takes.
  const releasing = releaseClaims(trx, tenantId, contentItemId, released)
  const taking = takeClaims(trx, tenantId, contentItemId, taken)
  let missing: readonly Claim[] = (await Promise.all([taking, releasing]))[0]
  for (let attempt = 1; missing.length > 0 && attempt <= attempts; attempt += 1) {
    if (attempt > 1) missing = await takeClaims(trx, tenantId, contentItemId, missing)
    const holders = await findHolders(trx, tenantId, missing)
    const others = holders.filter((holder) => holder.contentItemId !== contentItemId)
    if (others.length > 0 && onConflict === 'leave') return
    if (others.length > 0) throw uniquenessConflict(taken, others)
    // Given back between the two statements: it can be had after all.
    const mine = new Set(holders.map(claimKey))
    missing = missing.filter((claim) => !mine.has(claimKey(claim)))
  }
  if (missing.length > 0) throw uniquenessConflict(missing, [])
}

function uniquenessConflict(taken: readonly Claim[], holders: readonly ClaimHolder[]): Problem {
  const lost = new Set(holders.map(claimKey))
  const fields = new Set(
    taken
      .filter((claim) => holders.length === 0 || lost.has(claimKey(claim)))
      .map(({ technicalFieldName }) => technicalFieldName),
  )
  const usedBy = new Map(holders.map(({ contentItemId, name }) => [contentItemId, { contentItemId, name }]))
  return new Problem('UNIQUENESS_CONFLICT', {
    fieldErrors: [...fields].map((technicalFieldName) => ({
      technicalFieldName,
      code: 'NOT_UNIQUE',
      message: 'is taken by another item',
    })),
    usedBy: [...usedBy.values()],
  })
}
