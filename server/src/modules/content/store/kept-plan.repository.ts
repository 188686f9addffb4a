import type { PlanItemResult, PlanState } from '@pim/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { withoutCopy } from '../../../platform/database/without-copy.ts'
import type { ItemRequest } from '../plans/item-request.ts'
import { type KeptItem, type KeptPlan, type PlanFigures, storedSteps } from '../plans/kept-plan.ts'

/** How long a plan is kept, in days. */
const keptDays = 7

/** Stores a plan and deletes expired ones of the tenant. */
export async function insertPlan(
  trx: Transaction,
  tenantId: string,
  { planId, createdBy, request, jobId }: Pick<KeptPlan, 'planId' | 'createdBy' | 'request' | 'jobId'>,
): Promise<void> {
  await sql`delete from publish_plan
    where tenant_id = ${tenantId} and created_at < now() - make_interval(days => ${keptDays})`.execute(trx)
  await trx
    .insertInto('publish_plan')
    .values({
      tenant_id: tenantId,
      plan_id: planId,
      created_by: createdBy,
      request: JSON.stringify(request),
      state: 'planning',
      job_id: jobId,
      fingerprint: null,
      figures: null,
    })
    .execute()
}

/**
 * Plans of the last hour that are not made yet; one whose job has failed no longer counts after that. Callers at the same time
 * may pass the limit together.
 */
export async function countPlanning(trx: Transaction, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from publish_plan where tenant_id = ${tenantId} and state = 'planning'
      and created_at > now() - interval '1 hour'`.execute(trx)
  return rows[0]?.count ?? 0
}

const planColumns = sql`plan_id as "planId", created_by as "createdBy", created_at as "createdAt", request, state,
  job_id as "jobId", fingerprint, figures`

/** A page of the plans, the latest first. */
export async function findPlans(
  trx: Transaction,
  tenantId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly plans: readonly KeptPlan[]; readonly totalCount: number }> {
  const [found, counted] = await Promise.all([
    sql<KeptPlan>`
      select ${planColumns} from publish_plan where tenant_id = ${tenantId}
      order by created_at desc, plan_id limit ${limit} offset ${offset}`.execute(trx),
    sql<{ count: number }>`
      select count(*)::integer as count from publish_plan where tenant_id = ${tenantId}`.execute(trx),
  ])
  return { plans: found.rows, totalCount: counted.rows[0]?.count ?? 0 }
}

/** With `lock`, its row is locked: two calls that do the same plan wait for each other. */
export async function findPlan(
  trx: Transaction,
  tenantId: string,
  planId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<KeptPlan | undefined> {
  const { rows } = await sql<KeptPlan>`
    select ${planColumns} from publish_plan where tenant_id = ${tenantId} and plan_id = ${planId} ${lock ? sql`for update` : sql``}`.execute(
    trx,
  )
  return rows[0]
}

export async function movePlan(
  trx: Transaction,
  tenantId: string,
  planId: string,
  to: {
    readonly state: PlanState
    readonly jobId?: string
    readonly fingerprint?: string
    readonly figures?: PlanFigures
  },
): Promise<void> {
  await trx
    .updateTable('publish_plan')
    .set({
      state: to.state,
      ...(to.jobId !== undefined && { job_id: to.jobId }),
      ...(to.fingerprint !== undefined && { fingerprint: to.fingerprint }),
      ...(to.figures !== undefined && { figures: JSON.stringify(to.figures) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('plan_id', '=', planId)
    .execute()
}

/** Replaces the items of an earlier attempt of the job. */
export async function replaceItems(
  trx: Transaction,
  tenantId: string,
  planId: string,
  requests: readonly ItemRequest[],
): Promise<void> {
  await trx.deleteFrom('publish_plan_item').where('tenant_id', '=', tenantId).where('plan_id', '=', planId).execute()
  await sql`
    insert into publish_plan_item (tenant_id, plan_id, position, content_item_id, steps)
    select ${tenantId}::uuid, ${planId}::uuid, row.position, row.content_item_id, row.steps::jsonb
    from unnest(${requests.map((_, at) => at)}::integer[], ${requests.map(({ contentItemId }) => contentItemId)}::uuid[],
      ${requests.map((request) => JSON.stringify(storedSteps(request)))}::text[])
      as row (position, content_item_id, steps)
    ${withoutCopy}`.execute(trx)
}

const itemColumns = sql`position, content_item_id as "contentItemId", steps, fingerprint, is_blocked as "isBlocked", result`

/** The items from a position on, in the order in which they were found. */
export async function findItemsFrom(
  trx: Transaction,
  tenantId: string,
  planId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${itemColumns} from publish_plan_item
    where tenant_id = ${tenantId} and plan_id = ${planId} and position >= ${from} and result is null
    order by position limit ${limit}`.execute(trx)
  return rows
}

/** A page of items: what was left out when it was executed first, then blocked ones, then those with warnings. */
export async function findItemPage(
  trx: Transaction,
  tenantId: string,
  planId: string,
  { offset, limit, hasResults }: { readonly offset: number; readonly limit: number; readonly hasResults: boolean },
): Promise<KeptItem[]> {
  const { rows } = await sql<KeptItem>`
    select ${itemColumns} from publish_plan_item
    where tenant_id = ${tenantId} and plan_id = ${planId}
    order by ${hasResults ? sql`case result when 'blocked' then 0 when 'outdated' then 1 else 2 end,` : sql``}
      is_blocked desc, is_warned desc, position offset ${offset} limit ${limit}`.execute(trx)
  return rows
}

export async function findItemsById(
  trx: Transaction,
  tenantId: string,
  planId: string,
  contentItemIds: readonly string[],
): Promise<KeptItem[]> {
  if (contentItemIds.length === 0) return []
  const { rows } = await sql<KeptItem>`
    select ${itemColumns} from publish_plan_item
    where tenant_id = ${tenantId} and plan_id = ${planId} and content_item_id = any(${contentItemIds}::uuid[])`.execute(
    trx,
  )
  return rows
}

export interface PlannedFacts {
  readonly position: number
  readonly fingerprint: string
  readonly isBlocked: boolean
  readonly isWarned: boolean
}

export async function updateItems(
  trx: Transaction,
  tenantId: string,
  planId: string,
  facts: readonly PlannedFacts[],
): Promise<void> {
  await sql`
    update publish_plan_item item
    set fingerprint = row.fingerprint, is_blocked = row.is_blocked, is_warned = row.is_warned
    from unnest(${facts.map(({ position }) => position)}::integer[], ${facts.map(({ fingerprint }) => fingerprint)}::text[],
      ${facts.map(({ isBlocked }) => isBlocked)}::boolean[], ${facts.map(({ isWarned }) => isWarned)}::boolean[])
      as row (position, fingerprint, is_blocked, is_warned)
    where item.tenant_id = ${tenantId} and item.plan_id = ${planId} and item.position = row.position`.execute(trx)
}

export async function recordResults(
  trx: Transaction,
  tenantId: string,
  planId: string,
  results: ReadonlyMap<number, PlanItemResult>,
): Promise<void> {
  await sql`
    update publish_plan_item item set result = row.result
    from unnest(${[...results.keys()]}::integer[], ${[...results.values()]}::text[]) as row (position, result)
    where item.tenant_id = ${tenantId} and item.plan_id = ${planId} and item.position = row.position`.execute(trx)
}

export async function countResults(
  trx: Transaction,
  tenantId: string,
  planId: string,
): Promise<{ done: number; blocked: number; outdated: number }> {
  const { rows } = await sql<{ result: PlanItemResult; count: number }>`
    select result, count(*)::integer as count from publish_plan_item
    where tenant_id = ${tenantId} and plan_id = ${planId} and result is not null group by result`.execute(trx)
  const of = (result: PlanItemResult) => rows.find((row) => row.result === result)?.count ?? 0
  return { done: of('done'), blocked: of('blocked'), outdated: of('outdated') }
}
