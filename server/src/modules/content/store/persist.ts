import type { Transaction } from '../../../platform/database/transaction.ts'
import { record } from '../../audit/index.ts'
import { findMimeTypes } from '../../binary/index.ts'
import {
  type ProjectedVariation,
  projectPublished,
  projectWorking,
  withdrawPublished,
} from '../../content-index/index.ts'
import type { AuditNote } from '../domain/audit-notes.ts'
import type { ProjectionChange } from '../domain/derived-changes.ts'
import { type Act, isSameRow, projectionChange, type Settled, settle } from '../domain/derived-changes.ts'
import { type ItemState, withVariation } from '../domain/item-state.ts'
import { claimChange } from '../domain/unique-values.ts'
import {
  insertItem,
  insertVariations,
  insertVersions,
  type PlacedVariation,
  putSnapshots,
  removeSnapshots,
  updateContent,
} from './item-write.repository.ts'
import { settleClaims } from './unique-value.repository.ts'

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
  const claims = claimChange(before, after)
  await Promise.all([
    // Asked first, because it is what can still refuse; but a new item has to be there before it can have anything.
    before !== null && settleClaims(trx, tenantId, after.contentItemId, claims),
    writeRows(trx, tenantId, before, { ...settled, item: after }, act),
    writeIndex(trx, tenantId, projectionChange(before, after)),
    record(trx, tenantId, { userId: act.by, ...note }),
  ])
  if (before === null) await settleClaims(trx, tenantId, after.contentItemId, claims)
  return after
}

/** Rows that differ, and no others; the history of what has changed with them. */
export async function writeRows(
  trx: Transaction,
  tenantId: string,
  before: ItemState | null,
  { item, entries }: Settled,
  act: Act,
): Promise<void> {
  if (before === null) {
    await Promise.all([insertItem(trx, tenantId, item), insertVersions(trx, tenantId, { ...act, entries })])
    return
  }
  const placed = [...item.variations.values()].map((variation) => ({ item, variation }))
  const wasOf = ({ variation }: PlacedVariation) => before.variations.get(variation.variationId)
  const ofItemDiffers = before.isDeleted !== item.isDeleted || before.name !== item.name
  const rows = placed.filter((each) => {
    const was = wasOf(each)
    return was !== undefined && (ofItemDiffers || !isSameRow(was, each.variation))
  })
  const added = placed.filter((each) => wasOf(each) === undefined)
  const own = placed.filter((each) => wasOf(each) !== undefined && wasOf(each)?.own !== each.variation.own)
  const live = placed.flatMap((each) => {
    const { snapshot } = each.variation
    return snapshot === null || snapshot === wasOf(each)?.snapshot ? [] : [{ ...each, snapshot }]
  })
  const gone = placed.filter((each) => each.variation.snapshot === null && wasOf(each)?.snapshot)
  await Promise.all([
    // Before their history.
    insertVariations(trx, tenantId, added),
    updateContent(trx, tenantId, {
      ...act,
      item,
      differs: { row: before.modifiedAt !== item.modifiedAt, shared: before.shared !== item.shared },
      rows,
      own: own.map(({ variation }) => variation),
      entries,
    }),
    putSnapshots(trx, tenantId, live),
    removeSnapshots(
      trx,
      tenantId,
      gone.map(({ variation }) => variation.contentVariationId),
    ),
  ])
}

/** What kind of file a media item shows, where it shows another one than before. */
export async function withMimeTypes(
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

/**
 * So many values go into one statement. Two hundred variations that inherit two hundred fields are work for seconds,
 * and no single statement may take that long.
 */
const valuesAtOnce = 4_000

export async function writeIndex(trx: Transaction, tenantId: string, change: ProjectionChange): Promise<void> {
  if (change.withdrawn.length > 0) await withdrawPublished(trx, tenantId, change.withdrawn)
  for (const documents of portionsOf(change.working)) await projectWorking(trx, tenantId, documents)
  for (const documents of portionsOf(change.live)) await projectPublished(trx, tenantId, documents)
}

function portionsOf<Document extends ProjectedVariation>(documents: readonly Document[]): Document[][] {
  const portions: Document[][] = []
  let room = 0
  for (const document of documents) {
    const values = document.contentType.fields.length
    if (room < values || portions.length === 0) {
      portions.push([])
      room = valuesAtOnce
    }
    portions.at(-1)?.push(document)
    room -= values
  }
  return portions
}
