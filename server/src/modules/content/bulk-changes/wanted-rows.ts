import type { FieldError, KeptChange, PartProblem } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockChannels, lockVariationsShared } from '../../tenants/index.ts'
import type { AskedItem } from '../batch/batch-entry.ts'
import type { ItemState } from '../domain/item-state.ts'
import { findUsersOfEach } from '../operations/delete-item.ts'
import { loadItems, lockTypesShared } from '../store/load.ts'
import { withContents } from '../store/long-contents.ts'
import { askedOf } from './asked-item.ts'
import type { StoredBulkChange, StoredRequest, WaitingRow } from './bulk-change.ts'
import { editItem, fieldsLookedInto } from './edits/apply-edits.ts'
import { wantedOfGone } from './gone-items.ts'
import { leavingWith, readUndoGround, takenBack, type UndoGround } from './take-back.ts'

/** What is wanted of one row: a part of a batch, or that the item is deleted or restored, or why none of these. */
export interface WantedRow {
  readonly row: WaitingRow
  readonly item: ItemState | undefined
  readonly asked?: AskedItem
  readonly isDeletion?: true
  readonly isRestoration?: true
  /** Items that link to the one that is deleted, and are deleted or changed back by other rows. */
  readonly waitsFor?: readonly string[]
  readonly kept: readonly KeptChange[]
  readonly problem?: Problem
}

export interface WantedRows {
  readonly wanted: readonly WantedRow[]
  /** The items that were read, under locks where they were asked for. */
  readonly held: ReadonlyMap<string, ItemState>
}

/**
 * Turns rows into parts of a batch. This is the one place that knows where rows come from: a source that names changes item
 * by item stores each as `{ item }`, the others make theirs from the item as it is now.
 */
export async function wantedRows(
  trx: Transaction,
  tenantId: string,
  { bulkChangeId, request }: StoredBulkChange,
  rows: readonly WaitingRow[],
  { lock, vain }: { readonly lock: boolean; readonly vain: ReadonlySet<number> },
): Promise<WantedRows> {
  if (request.source === 'rows' || request.source === 'file') {
    const gone = rows.filter(({ asked }) => asked !== null && 'gone' in asked)
    const held = gone.length === 0 ? new Map<string, ItemState>() : await loaded(trx, tenantId, gone, { lock })
    const isDeleting = request.source === 'file' && request.mapping.ownership?.whenGone === 'delete'
    const users = await findUsersOfEach(trx, tenantId, isDeleting ? [...held.keys()] : [])
    const wanted: WantedRow[] = []
    for (const row of rows) {
      const { asked } = row
      const open = { row, item: undefined, kept: [] }
      if (asked === null || 'versions' in asked || 'undo' in asked) wanted.push({ ...open, problem: notThere() })
      else if ('problem' in asked) wanted.push({ ...open, problem: refusedBefore(asked.problem) })
      else if ('item' in asked)
        wanted.push({
          ...open,
          asked: { ...asked.item, ...('whenChanged' in asked && { whenChanged: asked.whenChanged }) },
        })
      else {
        const item = held.get(row.contentItemId ?? '')
        if (item === undefined || item.isDeleted || request.source === 'rows')
          wanted.push({ ...open, item, problem: notThere() })
        else wanted.push({ row, item, kept: [], ...wantedOfGone(request.mapping, asked, item, users) })
      }
    }
    return { wanted, held }
  }
  const namesChannels = request.source === 'undo' || request.edits.some(({ kind }) => kind === 'channels')
  const held = await loaded(trx, tenantId, rows, { lock, namesChannels })
  const ground = await readUndoGround(trx, tenantId, rows, leavingWith(trx, tenantId, bulkChangeId, vain))
  const wanted: WantedRow[] = []
  for (const row of rows) {
    const item = held.get(row.contentItemId ?? '')
    const found: WantedRow =
      item === undefined || (item.isDeleted && !isOfDeleted(row))
        ? { row, item, kept: [], problem: notThere() }
        : await wantedOf(trx, tenantId, request, row, item, ground)
    wanted.push(found)
  }
  return { wanted, held }
}

/** It takes back a deletion. */
const isOfDeleted = ({ asked }: WaitingRow): boolean =>
  asked !== null && 'undo' in asked && asked.undo.isDeleted === true

async function loaded(
  trx: Transaction,
  tenantId: string,
  rows: readonly WaitingRow[],
  { lock, namesChannels = true }: { readonly lock: boolean; readonly namesChannels?: boolean },
): Promise<Map<string, ItemState>> {
  const ids = rows.flatMap(({ contentItemId }) => contentItemId ?? [])
  if (lock) {
    if (namesChannels) await lockChannels(trx, tenantId, 'shared')
    await lockTypesShared(trx, tenantId, ids)
    await lockVariationsShared(trx, tenantId)
  }
  const items = await loadItems(trx, tenantId, [...new Set(ids)].sort(), { lock })
  return new Map(items.map(({ item }) => [item.contentItemId, item]))
}

/** What was found wrong before, as it was stored. */
const refusedBefore = ({ code, message, status: _status, ...details }: PartProblem): Problem =>
  new Problem(code, { ...details, message })

const notThere = (): Problem => new Problem('NOT_FOUND', { message: 'The item is not there, or deleted.' })

async function wantedOf(
  trx: Transaction,
  tenantId: string,
  request: Exclude<StoredRequest, { source: 'rows' | 'file' }>,
  row: WaitingRow,
  item: ItemState,
  ground: UndoGround,
): Promise<WantedRow> {
  if (request.source === 'undo') {
    if (row.asked === null || !('undo' in row.asked)) return { row, item, kept: [], problem: notThere() }
    return { row, item, ...(await takenBack(trx, tenantId, item, row.asked.undo, ground)) }
  }
  const seen = row.asked !== null && 'versions' in row.asked ? row.asked.versions : {}
  const moved = [...item.variations.values()].find(
    ({ variationId, version }) => (seen[variationId] ?? version) !== version,
  )
  if (moved !== undefined)
    return { row, item, kept: [], problem: new Problem('VERSION_CONFLICT', { currentVersion: moved.version }) }
  const whole = await withContents(trx, tenantId, item, fieldsLookedInto(request.edits, item.type))
  const { edits, outdated, errors } = editItem(whole, request.edits, {
    variationIds: placesOf(request, item),
    inherited: request.inherited,
  })
  if (errors.length > 0) return { row, item, kept: [], problem: refused(errors) }
  return { row, item, kept: [], asked: askedOf(item, edits, { outdated }) }
}

/** The variations that edits are made in: those that are named, or that of the search, or the default one. */
function placesOf(request: Extract<StoredRequest, { edits: unknown }>, { variations }: ItemState): readonly string[] {
  if (request.variationIds !== undefined) return request.variationIds
  if (request.source === 'selection' && request.selection.variationId !== undefined)
    return [request.selection.variationId]
  // The tenant's order begins with the default one.
  return [...variations.keys()].slice(0, 1)
}

const refused = (fieldErrors: readonly FieldError[]): Problem =>
  new Problem('VALIDATION_FAILED', { fieldErrors: [...fieldErrors] })
