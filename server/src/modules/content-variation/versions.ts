import type { Page, Paging, VersionComparison, VersionDetail, VersionSummary } from '@pim/contract'
import { Problem } from '../../http/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Actor } from './actor.ts'
import { applyEdits, readEdits, slotNow } from './edits.ts'
import { findChangedSince, findVersion, findVersions, type VersionRow } from './history-repository.ts'
import type { ItemState, VariationState } from './item-state.ts'
import { loadItem, lockItemOf } from './load.ts'
import { persist } from './persist.ts'
import { requireVersion, variationOf } from './present.ts'
import { findPlace } from './repository.ts'
import { type Changed, requireEditable } from './save.ts'
import type { StepRequest } from './steps.ts'
import { fieldsOf, isSameSlot, isShared, type Slot, type Values, withSlots } from './values.ts'

async function readVariation(trx: Transaction, tenantId: string, contentVariationId: string) {
  const place = await findPlace(trx, tenantId, contentVariationId)
  if (place === undefined) throw new Problem('NOT_FOUND')
  const { item } = await loadItem(trx, tenantId, place.contentItemId)
  return { item, variation: variationOf(item, place.variationId) }
}

const summary = ({ snapshot }: VariationState, row: VersionRow): VersionSummary => ({
  ...row,
  isPublished: snapshot?.version === row.version,
})

/** Versions count from one without a gap, so the newest says how many there are. */
export async function listVersions(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  { pageNumber, pageSize }: Paging,
): Promise<Page<VersionSummary>> {
  const { variation } = await readVariation(trx, tenantId, contentVariationId)
  const rows = await findVersions(trx, tenantId, contentVariationId, {
    offset: (pageNumber - 1) * pageSize,
    limit: pageSize,
  })
  const totalCount = variation.version
  return {
    items: rows.map((row) => summary(variation, row)),
    paging: { pageNumber, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  }
}

/** A version whole: what stands now, and in the places that have changed since, what stood there then. */
const valuesAt = (item: ItemState, variation: VariationState, changedSince: ReadonlyMap<string, Slot>): Values =>
  withSlots({ ...item.shared, ...variation.own }, changedSince)

const isField = (name: string): boolean => !name.startsWith('$')

export async function readVersion(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  version: number,
): Promise<VersionDetail> {
  const { item, variation } = await readVariation(trx, tenantId, contentVariationId)
  // Before the database is asked: its versions are smaller numbers than a caller can think of.
  if (version > variation.version) throw new Problem('NOT_FOUND')
  const [row, changedSince] = await Promise.all([
    findVersion(trx, tenantId, contentVariationId, version),
    findChangedSince(trx, tenantId, contentVariationId, version),
  ])
  if (row === undefined) throw new Problem('NOT_FOUND')
  const values = Object.entries(valuesAt(item, variation, changedSince)).filter(([name]) => isField(name))
  return { ...summary(variation, row), contentVariationId, fields: Object.fromEntries(values) }
}

export async function compareVersions(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<VersionComparison> {
  const { item, variation } = await readVariation(trx, tenantId, contentVariationId)
  if (Math.max(from, to) > variation.version) throw new Problem('NOT_FOUND')
  const [sinceFrom, sinceTo] = await Promise.all(
    [from, to].map((version) => findChangedSince(trx, tenantId, contentVariationId, version)),
  )
  const slotAt = (since: ReadonlyMap<string, Slot> | undefined, name: string): Slot =>
    since?.has(name) ? since.get(name) : slotNow(item, variation, name)
  const names = new Set([...(sinceFrom?.keys() ?? []), ...(sinceTo?.keys() ?? [])])
  const changes = [...names].sort().flatMap((technicalFieldName) => {
    const before = slotAt(sinceFrom, technicalFieldName)
    const after = slotAt(sinceTo, technicalFieldName)
    if (isSameSlot(before, after)) return []
    return [{ technicalFieldName, ...(before && { before: before.value }), ...(after && { after: after.value }) }]
  })
  return { from, to, changes }
}

/** The values of an earlier version become the working copy, as a new version. Fields that are no more stay away. */
export async function restoreVersion(
  trx: Transaction,
  actor: Actor,
  { contentVariationId, baseVersion, version }: StepRequest & { readonly version: number },
): Promise<Changed> {
  const { tenantId } = actor
  const { item, at, variationId } = await lockItemOf(trx, tenantId, contentVariationId)
  const variation = variationOf(item, variationId)
  if (version > variation.version) throw new Problem('NOT_FOUND')
  requireVersion(variation, baseVersion)
  requireEditable(variation)
  const changedSince = await findChangedSince(trx, tenantId, contentVariationId, version)
  const fields = fieldsOf(item.type)
  const places = [...changedSince].filter(([name]) => fields.has(name))
  // Read as if they were typed today: the content type may have changed since.
  const read = readEdits(item.type, {
    fields: places.flatMap(([technicalFieldName, slot]) =>
      slot === undefined ? [] : [{ technicalFieldName, value: slot.value }],
    ),
    resetFields: places.flatMap(([name, slot]) => (slot === undefined && !isSharedName(fields, name) ? [name] : [])),
  })
  const emptied = places.flatMap(([name, slot]): [string, Slot][] =>
    slot === undefined && isSharedName(fields, name) ? [[name, undefined]] : [],
  )
  const edits = new Map([...read, ...emptied])
  const act = { action: 'restore', variationId, by: actor.userId, at } as const
  const saved = await persist(trx, tenantId, item, applyEdits(item, variation, edits), act, {
    action: 'contentVariation.restoreVersion',
    entityKind: 'contentVariation',
    entityId: contentVariationId,
    details: { contentItemId: item.contentItemId, restoredVersion: version },
  })
  return { item: saved, variationId }
}

const isSharedName = (fields: ReturnType<typeof fieldsOf>, name: string): boolean => {
  const field = fields.get(name)
  return field !== undefined && isShared(field)
}
