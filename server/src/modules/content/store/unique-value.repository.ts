import { sql } from 'kysely'
import { Problem } from '../../../core/problem.ts'
import { prepared, type Transaction, written } from '../../../platform/database/transaction.ts'
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
const inOrder = <Any extends ClaimKey>(claims: readonly Any[]): readonly Any[] =>
  claims.toSorted((a, b) => compare(a.scopeKey, b.scopeKey) || compare(a.valueKey, b.valueKey))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A claim and the item that makes it. */
interface ItemClaim extends Claim {
  readonly contentItemId: string
}

/**
 * Inserts the claims that are free and answers those that are not. The unique index decides; a concurrent transaction
 * with the same claim is waited for. Who holds a claim is a statement of its own (`findHolders`), which sees its commit.
 */
async function takeClaims(trx: Transaction, tenantId: string, claims: readonly ItemClaim[]): Promise<ItemClaim[]> {
  if (claims.length === 0) return []
  const ordered = inOrder(claims)
  const [scopes, values] = columns(ordered)
  const rows = await prepared(
    trx,
    'take-claims',
    sql<{ scope_key: string; value_key: string; content_item_id: string }>`
    insert into unique_claim (tenant_id, scope_key, value_key, content_item_id)
    select ${tenantId}::uuid, claim.scope_key, claim.value_key, claim.content_item_id
    from unnest(${scopes}::text[], ${values}::text[], ${ordered.map((claim) => claim.contentItemId)}::uuid[])
      with ordinality as claim (scope_key, value_key, content_item_id, place)
    order by claim.place
    on conflict do nothing
    returning scope_key, value_key, content_item_id`,
  )
  const holderOf = new Map(
    rows.map((row) => [claimKey({ scopeKey: row.scope_key, valueKey: row.value_key }), row.content_item_id]),
  )
  return claims.filter((claim) => holderOf.get(claimKey(claim)) !== claim.contentItemId)
}

async function releaseClaims(
  trx: Transaction,
  tenantId: string,
  claims: readonly (ClaimKey & { readonly contentItemId: string })[],
): Promise<void> {
  if (claims.length === 0) return
  const [scopes, values] = columns(claims)
  await written(
    trx,
    'release-claims',
    sql`delete from unique_claim held
    using unnest(${scopes}::text[], ${values}::text[], ${claims.map((claim) => claim.contentItemId)}::uuid[])
      as claim (scope_key, value_key, content_item_id)
    where held.tenant_id = ${tenantId} and held.content_item_id = claim.content_item_id
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
  // Defence 15, with "held.tenant_id" for "${tenantId}"
  const { rows } = await sql<ClaimHolder>`
    select held.scope_key as "scopeKey", held.value_key as "valueKey", item.content_item_id as "contentItemId", item.name
    from unnest(${scopes}::text[], ${values}::text[]) as claim (scope_key, value_key)
    join unique_claim held
      on held.tenant_id = ${tenantId} and held.scope_key = claim.scope_key and held.value_key = claim.value_key
    join content_item item
      on item.tenant_id = ${tenantId} and item.content_item_id = held.content_item_id`.execute(trx)
  return rows
}

/** The items that have a value in one of these scopes that another item has in one of them. */
export async function findSharedClaims(
  trx: Transaction,
  tenantId: string,
  scopeKeys: readonly string[],
): Promise<string[]> {
  if (scopeKeys.length < 2) return []
  const { rows } = await sql<{ contentItemId: string }>`
    select distinct held.content_item_id as "contentItemId"
    from unique_claim held
    join unique_claim other
      on other.tenant_id = ${tenantId} and other.scope_key = any(${[...scopeKeys]}) and other.value_key = held.value_key
      and other.content_item_id <> held.content_item_id
    where held.tenant_id = ${tenantId} and held.scope_key = any(${[...scopeKeys]})`.execute(trx)
  return rows.map(({ contentItemId }) => contentItemId)
}

/** All claims of these items. */
export async function findClaims(
  trx: Transaction,
  tenantId: string,
  contentItemIds: readonly string[],
): Promise<(ClaimKey & { readonly contentItemId: string })[]> {
  if (contentItemIds.length === 0) return []
  return trx
    .selectFrom('unique_claim')
    .select(['scope_key as scopeKey', 'value_key as valueKey', 'content_item_id as contentItemId'])
    .where('tenant_id', '=', tenantId)
    .where('content_item_id', 'in', [...contentItemIds])
    .execute()
}

const attempts = 3

/** What one item claims and gives up. */
export interface ItemClaimChange extends ClaimChange {
  readonly contentItemId: string
}

/**
 * Releases and takes claims of any number of items. `refuse` throws UNIQUENESS_CONFLICT where another item holds one.
 * `leave` is for changes of many items, where no person can answer: the first keeps the claim, the other item keeps the
 * value without a claim.
 */
export async function updateClaims(
  trx: Transaction,
  tenantId: string,
  changes: readonly ItemClaimChange[],
  onConflict: 'refuse' | 'leave' = 'refuse',
): Promise<void> {
  const ofItems = <Key extends ClaimKey>(claims: (change: ItemClaimChange) => readonly Key[]) =>
    changes.flatMap((change) => claims(change).map((claim) => ({ ...claim, contentItemId: change.contentItemId })))
  const taken = ofItems((change) => change.taken)
  const released = ofItems((change) => change.released)
  // Pipelined: the release runs before the take.
  const releasing = releaseClaims(trx, tenantId, released)
  const taking = takeClaims(trx, tenantId, taken)
  let missing: readonly ItemClaim[] = (await Promise.all([taking, releasing]))[0]
  for (let attempt = 1; missing.length > 0 && attempt <= attempts; attempt += 1) {
    if (attempt > 1) missing = await takeClaims(trx, tenantId, missing)
    const holders = new Map((await findHolders(trx, tenantId, missing)).map((holder) => [claimKey(holder), holder]))
    const holderOf = (claim: ItemClaim) => holders.get(claimKey(claim))
    const lost = missing.filter(
      (claim) => (holderOf(claim)?.contentItemId ?? claim.contentItemId) !== claim.contentItemId,
    )
    if (lost.length > 0 && onConflict === 'refuse')
      throw uniquenessConflict(
        lost,
        lost.flatMap((claim) => holderOf(claim) ?? []),
      )
    // Not held by anybody any more: released between the two statements. Try again.
    missing = missing.filter((claim) => holderOf(claim) === undefined)
  }
  if (missing.length > 0 && onConflict === 'refuse') throw uniquenessConflict(missing, [])
}

function uniquenessConflict(lost: readonly Claim[], holders: readonly ClaimHolder[]): Problem {
  const fields = new Set(lost.map(({ technicalFieldName }) => technicalFieldName))
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
