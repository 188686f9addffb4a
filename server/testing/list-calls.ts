import type { ContentType, Status } from '@pim/contract'
import { fold } from '@pim/field-types'
import { sql } from 'kysely'
import { projectPublished, projectWorking } from '../src/modules/content-index/index.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'

/** Content as it stands once it is saved, put there without the services that save it: lists and delivery only read. */
export interface TestContent {
  readonly type: ContentType
  readonly name: string
  readonly variationId: string
  readonly languageCode?: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly status?: Status
  readonly isDeleted?: boolean
  readonly hasUnpublishedChanges?: boolean
  readonly completeness?: number
  readonly modifiedAt?: string
  readonly modifiedBy?: string
  readonly mimeType?: string
  /** Left out: nothing is live. */
  readonly live?: {
    readonly name?: string
    readonly values?: Readonly<Record<string, unknown>>
    readonly targets?: readonly string[]
    readonly at?: string
  }
}

export interface AddedContent {
  readonly contentItemId: string
  readonly contentVariationId: string
}

export async function addType(database: Database, tenantId: string, type: ContentType): Promise<string> {
  const contentTypeId = newId()
  await database.inTenant(tenantId, (trx) =>
    trx
      .insertInto('content_type')
      .values({
        tenant_id: tenantId,
        content_type_id: contentTypeId,
        technical_name: type.technicalName,
        kind: type.kind,
        definition: JSON.stringify(type),
        modified_by: 'test',
      })
      .execute(),
  )
  return contentTypeId
}

export const addContent = (database: Database, tenantId: string, content: TestContent): Promise<AddedContent> =>
  database.inTenant(tenantId, async (trx) => {
    const { content_type_id: contentTypeId } = await trx
      .selectFrom('content_type')
      .where('technical_name', '=', content.type.technicalName)
      .select('content_type_id')
      .executeTakeFirstOrThrow()
    const added = { contentItemId: newId(), contentVariationId: newId() }
    await insertRows(trx, tenantId, content, contentTypeId, added)
    const document = {
      ...added,
      contentTypeId,
      contentType: content.type,
      variationId: content.variationId,
      languageCode: content.languageCode ?? 'en-US',
      name: content.name,
      isDeleted: content.isDeleted ?? false,
      values: resolved(content.values, content.variationId),
    }
    await projectWorking(trx, tenantId, [document])
    if (content.live !== undefined)
      await projectPublished(trx, tenantId, [
        {
          ...document,
          name: content.live.name ?? content.name,
          values: resolved(content.live.values ?? content.values, content.variationId),
          publishedVersion: 1,
          publishedAt: content.live.at ?? '2026-01-01T00:00:00.000Z',
          deliveryTargets: content.live.targets ?? [],
        },
      ])
    return added
  })

const resolved = (values: Readonly<Record<string, unknown>> = {}, sourceVariationId: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, sourceVariationId }]))

async function insertRows(
  trx: Transaction,
  tenantId: string,
  content: TestContent,
  contentTypeId: string,
  { contentItemId, contentVariationId }: AddedContent,
): Promise<void> {
  const modifiedAt = content.modifiedAt ?? new Date().toISOString()
  const common = {
    tenant_id: tenantId,
    content_item_id: contentItemId,
    content_type_id: contentTypeId,
    kind: content.type.kind,
    name: content.name,
    is_deleted: content.isDeleted ?? false,
    created_by: 'test',
    modified_at: modifiedAt,
    modified_by: content.modifiedBy ?? 'test',
  }
  await trx.insertInto('content_item').values(common).execute()
  await trx
    .insertInto('content_variation')
    .values({
      ...common,
      content_variation_id: contentVariationId,
      variation_id: content.variationId,
      name_key: fold(content.name),
      mime_type: content.mimeType ?? null,
      status: content.status ?? (content.live ? 'published' : 'draft'),
      version: 1,
      published_version: content.live ? 1 : null,
      published_at: content.live ? (content.live.at ?? '2026-01-01T00:00:00.000Z') : null,
      has_unpublished_changes: content.hasUnpublishedChanges ?? false,
      completeness: content.completeness ?? 100,
      delivery_targets: sql`${content.live?.targets ?? []}::text[]`,
    })
    .execute()
}
