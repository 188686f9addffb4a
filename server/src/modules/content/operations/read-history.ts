import type { Page, Paging, VersionComparison, VersionDetail, VersionSummary } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { nameEntry } from '../domain/derived-changes.ts'
import type { ItemState, VariationState } from '../domain/item-state.ts'
import { slotNow } from '../domain/merge.ts'
import { variationOf } from '../domain/presentation.ts'
import { isSameSlot, type Slot, type Values, withSlots } from '../domain/values.ts'
import { findChangedSince, findVersion, findVersions, type VersionRow } from '../store/history.repository.ts'
import { findPlace } from '../store/item-read.repository.ts'
import { loadItem } from '../store/load.ts'
import { wholeSlots, wholeValues } from '../store/long-contents.ts'

async function readVariation(trx: Transaction, tenantId: string, contentVariationId: string) {
  const place = await findPlace(trx, tenantId, contentVariationId)
  if (place === undefined) throw new Problem('NOT_FOUND')
  const { item } = await loadItem(trx, tenantId, place.contentItemId)
  return { item, variation: variationOf(item, place.variationId) }
}

const summary = ({ snapshot }: VariationState, { bulkChangeId, ...row }: VersionRow): VersionSummary => ({
  ...row,
  isPublished: snapshot?.version === row.version,
  ...(bulkChangeId !== null && { bulkChangeId }),
})

/** Versions are numbered from one without gaps, so the newest number is the count. */
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

/** The values of a version: the current ones, overlaid with the base values of fields changed since. */
const valuesAt = (item: ItemState, variation: VariationState, changedSince: ReadonlyMap<string, Slot>): Values =>
  withSlots({ ...item.shared, ...variation.own }, changedSince)

/** What the item was called at a version; each rename is a version of every variation. */
export function nameAt(item: ItemState, changedSince: ReadonlyMap<string, Slot>): string {
  const before = changedSince.get(nameEntry)?.value
  return typeof before === 'string' ? before : item.name
}

const isField = (name: string): boolean => !name.startsWith('$')

export async function readVersion(
  trx: Transaction,
  tenantId: string,
  contentVariationId: string,
  version: number,
): Promise<VersionDetail> {
  const { item, variation } = await readVariation(trx, tenantId, contentVariationId)
  // Checked here, because a larger number may not fit the column's type.
  if (version > variation.version) throw new Problem('NOT_FOUND')
  const [row, changedSince] = await Promise.all([
    findVersion(trx, tenantId, contentVariationId, version),
    findChangedSince(trx, tenantId, contentVariationId, version),
  ])
  if (row === undefined) throw new Problem('NOT_FOUND')
  const values = Object.entries(valuesAt(item, variation, changedSince)).filter(([name]) => isField(name))
  const fields = await wholeValues(trx, tenantId, item.contentItemId, Object.fromEntries(values))
  return { ...summary(variation, row), contentVariationId, name: nameAt(item, changedSince), fields }
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
  const differing = [...names].sort().flatMap((name) => {
    const [before, after] = [slotAt(sinceFrom, name), slotAt(sinceTo, name)]
    return isSameSlot(before, after) ? [] : [{ name, before, after }]
  })
  const { contentItemId } = item
  const [befores, afters] = [
    await wholeSlots(trx, tenantId, contentItemId, new Map(differing.map(({ name, before }) => [name, before]))),
    await wholeSlots(trx, tenantId, contentItemId, new Map(differing.map(({ name, after }) => [name, after]))),
  ]
  const changes = differing.map(({ name: technicalFieldName }) => {
    const [before, after] = [befores.get(technicalFieldName), afters.get(technicalFieldName)]
    return { technicalFieldName, ...(before && { before: before.value }), ...(after && { after: after.value }) }
  })
  return { from, to, changes }
}
