import type { ContentType, Status } from '@pim/contract'
import { stateOfTranslation } from '@pim/contract/content-variation/translation.ts'
import type { ItemState, VariationState } from '../src/modules/content/domain/item-state.ts'
import { isShared } from '../src/modules/content/domain/values.ts'
import { insertNewContent } from '../src/modules/content/store/item-write.repository.ts'
import {
  appendCounts,
  type IndexedItem,
  type ProjectedVariation,
  type PublishedVariation,
  writeIndex,
} from '../src/modules/content-index/index.ts'
import { appendEvents } from '../src/modules/events/index.ts'
import { noteChangedItems } from '../src/modules/reader/index.ts'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import type { Transaction } from '../src/platform/database/transaction.ts'
import { addType as addTypeRow } from './tenants.ts'

/** Content that is inserted directly, without the operations that save it, for tests of lists and delivery. */
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
  readonly readiness?: number
  readonly missingFields?: readonly string[]
  readonly translation?: number
  readonly modifiedAt?: string
  readonly modifiedBy?: string
  readonly mimeType?: string
  /** Channels of the working copy; left out: those of the snapshot. */
  readonly targets?: readonly string[]
  /** The snapshot; without it nothing is live. */
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

export const addType = (database: Database, tenantId: string, type: ContentType): Promise<string> =>
  database.inTenant(tenantId, (trx) => addTypeRow(trx, tenantId, type))

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
    const live = content.live && {
      ...document,
      name: content.live.name ?? content.name,
      values: resolved(content.live.values ?? content.values, content.variationId),
      publishedVersion: 1,
      publishedAt: content.live.at ?? '2026-01-01T00:00:00.000Z',
      deliveryTargets: content.live.targets ?? [],
    }
    await writeIndex(trx, tenantId, [{ before: null, after: indexedOf([document], live ? [live] : []) }])
    return added
  })

/** An item with these variations. */
export function indexedOf(
  working: readonly ProjectedVariation[],
  live: readonly PublishedVariation[] = [],
): IndexedItem {
  const [first] = working
  if (first === undefined) throw new Error('an item has a variation')
  const { contentItemId, contentTypeId, contentType, isDeleted } = first
  return { contentItemId, contentTypeId, contentType, isDeleted, working, live }
}

const resolved = (values: Readonly<Record<string, unknown>> = {}, sourceVariationId: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, sourceVariationId }]))

/** The values that stand in one of the two places. */
const valuesOf = (
  { type }: TestContent,
  place: 'own' | 'shared',
  values: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    type.fields
      .filter((field) => isShared(field) === (place === 'shared') && Object.hasOwn(values, field.technicalName))
      .map(({ technicalName }) => [technicalName, values[technicalName]]),
  )

async function insertRows(
  trx: Transaction,
  tenantId: string,
  content: TestContent,
  contentTypeId: string,
  { contentItemId, contentVariationId }: AddedContent,
): Promise<void> {
  const at = content.modifiedAt ?? new Date().toISOString()
  const publishedAt = content.live?.at ?? '2026-01-01T00:00:00.000Z'
  const targets = content.live?.targets ?? []
  const made = { createdAt: at, createdBy: 'test', modifiedAt: at, modifiedBy: content.modifiedBy ?? 'test' }
  const item: ItemState = {
    contentItemId,
    contentTypeId,
    type: content.type,
    kind: content.type.kind,
    name: content.name,
    isDeleted: content.isDeleted ?? false,
    version: 1,
    shared: valuesOf(content, 'shared', content.values),
    ...made,
    variations: new Map(),
    fallbacks: new Map(),
    languages: new Map([[content.variationId, content.languageCode ?? 'en-US']]),
    channels: [],
    defaultVariationId: content.variationId,
  }
  const variation: VariationState = {
    contentVariationId,
    variationId: content.variationId,
    status: content.status ?? (content.live ? 'published' : 'draft'),
    version: 1,
    own: valuesOf(content, 'own', content.values),
    deliveryTargets: content.targets ?? targets,
    snapshot: content.live
      ? {
          version: 1,
          name: content.live.name ?? content.name,
          own: valuesOf(content, 'own', content.live.values ?? content.values),
          shared: valuesOf(content, 'shared', content.live.values ?? content.values),
          deliveryTargets: targets,
          publishedAt,
          publishedBy: 'test',
        }
      : null,
    hasUnpublishedChanges: content.hasUnpublishedChanges ?? content.live?.values !== undefined,
    completeness: content.completeness ?? 100,
    readiness: content.readiness ?? 100,
    missingFields: content.missingFields ?? [],
    translation: content.translation ?? 403,
    outdated: {},
    binaryId: null,
    mimeType: content.mimeType ?? null,
    ...made,
  }
  await insertContent(trx, tenantId, { ...item, variations: new Map([[content.variationId, variation]]) })
}

/** Inserts the rows of items and what they add to the counts, without their index entries. */
export async function insertContent(trx: Transaction, tenantId: string, ...items: readonly ItemState[]): Promise<void> {
  const placed = items.flatMap((item) => [...item.variations.values()].map((variation) => ({ item, variation })))
  await insertNewContent(trx, tenantId, { items, placed, versions: [] })
  noteChangedItems(trx, tenantId)
  await appendEvents(
    trx,
    tenantId,
    items.map(({ contentItemId }) => ({
      by: 'test',
      kind: 'contentItem.create',
      subjectKind: 'contentItem',
      subjectId: contentItemId,
    })),
  )
  await appendCounts(
    trx,
    tenantId,
    placed.map(({ item: { kind, contentTypeId, isDeleted }, variation: { variationId, status, translation } }) => ({
      after: { variationId, kind, contentTypeId, isDeleted, status, translationState: stateOfTranslation(translation) },
    })),
  )
}
