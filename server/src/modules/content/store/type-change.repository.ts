import type { ContentType, ContentTypeInput } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'

export interface PendingChange {
  readonly changeId: string
  readonly contentTypeId: string
  readonly before: ContentType
  readonly input: ContentTypeInput
  readonly allowDataLoss: boolean
  readonly lastItemId: string
  readonly doneItemId: string | null
  readonly createdBy: string
}

export async function insertChange(trx: Transaction, tenantId: string, change: PendingChange): Promise<void> {
  await trx
    .insertInto('content_type_change')
    .values({
      tenant_id: tenantId,
      change_id: change.changeId,
      content_type_id: change.contentTypeId,
      before: JSON.stringify(change.before),
      input: JSON.stringify(change.input),
      allow_data_loss: change.allowDataLoss,
      last_item_id: change.lastItemId,
      done_item_id: change.doneItemId,
      created_by: change.createdBy,
    })
    .execute()
}

const oneChange = (trx: Transaction, tenantId: string, changeId: string) =>
  trx.updateTable('content_type_change').where('tenant_id', '=', tenantId).where('change_id', '=', changeId)

/** With a row lock: a second runner of the same job waits, and then sees how far the first one has come. */
export const lockChange = (trx: Transaction, tenantId: string, changeId: string): Promise<PendingChange | undefined> =>
  trx
    .selectFrom('content_type_change')
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .select([
      'change_id as changeId',
      'content_type_id as contentTypeId',
      'before',
      'input',
      'allow_data_loss as allowDataLoss',
      'last_item_id as lastItemId',
      'done_item_id as doneItemId',
      'created_by as createdBy',
    ])
    .forUpdate()
    .executeTakeFirst()

export async function moveChange(trx: Transaction, tenantId: string, changeId: string, done: string): Promise<void> {
  await oneChange(trx, tenantId, changeId).set({ done_item_id: done }).execute()
}

export async function finishChange(trx: Transaction, tenantId: string, changeId: string): Promise<void> {
  await trx
    .deleteFrom('content_type_change')
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .execute()
}

/** All that are under way, in the order in which they were asked for. */
export async function findChanges(trx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('content_type_change')
    .where('tenant_id', '=', tenantId)
    .select('change_id')
    .orderBy('change_id')
    .execute()
  return rows.map((row) => row.change_id)
}

export async function isChanging(trx: Transaction, tenantId: string, contentTypeId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('content_type_change')
    .where('tenant_id', '=', tenantId)
    .where('content_type_id', '=', contentTypeId)
    .select('change_id')
    .executeTakeFirst()
  return row !== undefined
}
