import { sql } from 'kysely'
import { Problem } from '../../../core/problem.ts'
import { prepared, type Transaction } from '../../../platform/database/transaction.ts'
import { type Claim, type ClaimChange, type ClaimKey, claimKey } from '../domain/unique-values.ts'

export interface ClaimHolder {
  readonly scopeKey: string
  readonly valueKey: string
  readonly contentItemId: string
  readonly name: string
}

const columns = (claims: readonly ClaimKey[]) =>
  [claims.map(({ scopeKey }) => scopeKey), claims.map(({ valueKey }) => valueKey)] as const

/** Sorted, so that two transactions that take the same values cannot deadlock. */
const inOrder = (claims: readonly Claim[]): readonly Claim[] =>
  claims.toSorted((a, b) => compare(a.scopeKey, b.scopeKey) || compare(a.valueKey, b.valueKey))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Inserts the claims that are free and answers those that are not. The unique index decides; a concurrent transaction
 * with the same claim is waited for. Who holds a claim is a statement of its own (`findHolders`), which sees its commit.
 */
export async function takeClaims(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  claims: readonly Claim[],
): Promise<Claim[]> {
  if (claims.length === 0) return []
  const [scopes, values] = columns(inOrder(claims))
  const rows = await prepared(
    trx,
    'take-claims',
    sql<{ scope_key: string; value_key: string }>`
    insert into unique_claim (tenant_id, scope_key, value_key, content_item_id)
    select ${tenantId}::uuid, claim.scope_key, claim.value_key, ${contentItemId}::uuid
    from unnest(${scopes}::text[], ${values}::text[]) with ordinality as claim (scope_key, value_key, place)
    order by claim.place
    on conflict do nothing
    returning scope_key, value_key`,
  )
  const taken = new Set(rows.map((row) => claimKey({ scopeKey: row.scope_key, valueKey: row.value_key })))
  return claims.filter((claim) => !taken.has(claimKey(claim)))
}

export async function releaseClaims(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  claims: readonly ClaimKey[],
): Promise<void> {
  if (claims.length === 0) return
  const [scopes, values] = columns(claims)
  await prepared(
    trx,
    'release-claims',
    sql`delete from unique_claim held
    using unnest(${scopes}::text[], ${values}::text[]) as claim (scope_key, value_key)
    where held.tenant_id = ${tenantId} and held.content_item_id = ${contentItemId}
      and held.scope_key = claim.scope_key and held.value_key = claim.value_key`,
  )
}

/** The items that hold these claims. */
export async function findHolders(
  trx: Transaction,
  tenantId: string,
  claims: readonly ClaimKey[],
): Promise<ClaimHolder[]> {
  if (claims.length === 0) return []
  const [scopes, values] = columns(claims)
  const { rows } = await sql<ClaimHolder>`
    select held.scope_key as "scopeKey", held.value_key as "valueKey", item.content_item_id as "contentItemId", item.name
    from unnest(${scopes}::text[], ${values}::text[]) as claim (scope_key, value_key)
    join unique_claim held
      on held.tenant_id = ${tenantId} and held.scope_key = claim.scope_key and held.value_key = claim.value_key
    join content_item item
      on item.tenant_id = ${tenantId} and item.content_item_id = held.content_item_id`.execute(trx)
  return rows
}

/** All claims of these items. */
export async function findClaims(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<(ClaimKey & { readonly contentItemId: string })[]> {
  return trx
    .selectFrom('unique_claim')
    .select(['scope_key as scopeKey', 'value_key as valueKey', 'content_item_id as contentItemId'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', 'in', [...contentItemIds])
    .execute()
}

const attempts = 3

/**
 * Releases and takes claims. `refuse` throws UNIQUENESS_CONFLICT where another item holds one. `leave` is for changes of
 * many items, where no person can answer: the first keeps the claim, the other item keeps the value without a claim.
 */
export async function updateClaims(
  trx: Transaction,
  tenantId: string,
  contentItemId: string,
  { taken, released }: ClaimChange,
  onConflict: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  // Pipelined: the release runs before the take.
  const releasing = releaseClaims(trx, tenantId, contentItemId, released)
  const taking = takeClaims(trx, tenantId, contentItemId, taken)
  let missing: readonly Claim[] = (await Promise.all([taking, releasing]))[0]
  for (let attempt = 1; missing.length > 0 && attempt <= attempts; attempt += 1) {
    if (attempt > 1) missing = await takeClaims(trx, tenantId, contentItemId, missing)
    const holders = await findHolders(trx, tenantId, missing)
    const others = holders.filter((holder) => holder.contentItemId !== contentItemId)
    if (others.length > 0 && onConflict === 'leave') return
    if (others.length > 0) throw uniquenessConflict(taken, others)
    // Not held by anybody any more: released between the two statements. Try again.
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
