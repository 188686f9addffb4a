import { Problem } from '../../http/problem.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type AuditRecord, record } from '../audit/index.ts'
import { findMimeTypes } from '../binary/index.ts'
import { findHolders, releaseClaims, takeClaims } from './claim-repository.ts'
import { type Claim, type ClaimChange, claimChange, claimKey } from './claims.ts'
import { type ItemState, withVariation } from './item-state.ts'
import { project, projectionChange } from './projecting.ts'
import { type Act, isSameRow, type Settled, settle } from './settle.ts'
import {
  insertItem,
  insertVersions,
  type PlacedVariation,
  putSnapshots,
  removeSnapshots,
  updateItem,
  updateOwn,
  updateShared,
  updateVariations,
} from './write-repository.ts'

export type AuditNote = Pick<AuditRecord, 'action' | 'entityKind' | 'entityId' | 'details'>

/**
 * The one way in which content is written: from a state that was locked to one that is wanted. History, claims,
 * audit, lists, search and delivery follow in the same transaction. Where nothing differs, nothing is written.
 */
export async function persist(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  wanted: ItemState,
  act: Act,
  note: AuditNote,
): Promise<ItemState> {
  const settled = settle(before, wanted, act)
  const after = await withMimeTypes(trx, tenantId, before, settled.item)
  if (before !== null && settled.entries.length === 0 && before.isDeleted === after.isDeleted) {
    return before
  }
  // First, because it is what can still refuse.
  await settleClaims(trx, tenantId, after, claimChange(before, after))
  await writeRows(trx, tenantId, before, { ...settled, item: after }, act)
  await Promise.all([
    project(trx, tenantId, projectionChange(before, after)),
    record(trx, tenantId, { userId: act.by, ...note }),
  ])
  return after
}

async function writeRows(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  { item, entries }: Settled,
  act: Act,
): Promise<void> {
  if (before === null) {
    await Promise.all([insertItem(trx, tenantId, item), insertVersions(trx, tenantId, entries, act)])
    return
  }
  const placed = [...item.variations.values()].map((variation) => ({ item, variation }))
  const wasOf = ({ variation }: PlacedVariation) => before.variations.get(variation.variationId)
  const ofItemDiffers = before.isDeleted !== item.isDeleted || before.name !== item.name
  const rows = placed.filter((each) => {
    const was = wasOf(each)
    return ofItemDiffers || was === undefined || !isSameRow(was, each.variation)
  })
  const own = placed.filter((each) => wasOf(each)?.own !== each.variation.own)
  const live = placed.flatMap((each) => {
    const { snapshot } = each.variation
    return snapshot === null || snapshot === wasOf(each)?.snapshot ? [] : [{ ...each, snapshot }]
  })
  const gone = placed.filter((each) => each.variation.snapshot === null && wasOf(each)?.snapshot)
  await Promise.all([
    updateItem(trx, tenantId, item),
    before.shared !== item.shared && updateShared(trx, tenantId, item),
    updateVariations(trx, tenantId, rows),
    updateOwn(
      trx,
      tenantId,
      own.map(({ variation }) => variation),
    ),
    putSnapshots(trx, tenantId, live),
    removeSnapshots(
      trx,
      tenantId,
      gone.map(({ variation }) => variation.contentVariationId),
    ),
    insertVersions(trx, tenantId, entries, act),
  ])
}

/** What kind of file a media item shows, where it shows another one than before. */
async function withMimeTypes(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  item: ItemState,
): Promise<ItemState> {
  const changed = [...item.variations.values()].filter(
    (variation) => variation.binaryId !== (before?.variations.get(variation.variationId)?.binaryId ?? null),
  )
  if (changed.length === 0) return item
  const binaryIds = new Set(changed.flatMap(({ binaryId }) => (binaryId === null ? [] : [binaryId])))
  const mimeTypes = await findMimeTypes(trx, tenantId, [...binaryIds])
  return changed.reduce(
    (state, variation) =>
      withVariation(state, { ...variation, mimeType: mimeTypes.get(variation.binaryId ?? '') ?? null }),
    item,
  )
}

const attempts = 3

export async function settleClaims(
  trx: Transaction,
  tenantId: string,
  item: ItemState,
  { taken, released }: ClaimChange,
): Promise<void> {
  if (released.length > 0) await releaseClaims(trx, tenantId, item.contentItemId, released)
  let missing: readonly Claim[] = taken
  for (let attempt = 1; missing.length > 0 && attempt <= attempts; attempt += 1) {
    missing = await takeClaims(trx, tenantId, item.contentItemId, missing)
    const holders = await findHolders(trx, tenantId, missing)
    const others = holders.filter(({ contentItemId }) => contentItemId !== item.contentItemId)
    if (others.length > 0) throw uniquenessConflict(taken, others)
    // Given back between the two statements: it can be had after all.
    const mine = new Set(holders.map(claimKey))
    missing = missing.filter((claim) => !mine.has(claimKey(claim)))
  }
  if (missing.length > 0) throw uniquenessConflict(missing, [])
}

function uniquenessConflict(
  taken: readonly Claim[],
  holders: readonly { scopeKey: string; valueKey: string; contentItemId: string; name: string }[],
): Problem {
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
