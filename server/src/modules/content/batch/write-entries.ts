import { fileFieldOf } from '@pim/field-types'
import { Problem } from '../../../core/problem.ts'
import { withSavepoint } from '../../../platform/database/savepoint.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type AuditNote, auditNoteOfItem } from '../domain/audit-notes.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { Who } from '../domain/planned-item.ts'
import { type Claim, claimChange, claimKey } from '../domain/unique-values.ts'
import { fieldsOf, isShared } from '../domain/values.ts'
import { faultsOf, type Targets } from '../operations/check-references.ts'
import { type ItemChange, persistAll } from '../store/persist.ts'
import { type ClaimHolder, findHolders } from '../store/unique-value.repository.ts'
import { type Entry, eachEntry, type LostEntry } from './batch-entry.ts'
import { requireTargets } from './plan-entries.ts'

/** How many of so many new items the tenant may have; `problem` is for the others. */
export type FindRoom = (
  trx: Transaction,
  tenantId: string,
  adding: number,
) => Promise<{ readonly free: number; readonly problem: Problem }>

interface Batch {
  readonly entries: readonly Entry[]
  readonly lost: readonly LostEntry[]
  readonly targets: Targets
  readonly who: Who
  readonly atomic: boolean
  /** Whether the caller plans again where somebody else has made one of the new items. */
  readonly canPlanAgain: boolean
  readonly findRoom: FindRoom
  readonly bulkChangeId: string | undefined
  readonly source: string | undefined
}

/** Another transaction may take a value between the look and the write; then it is looked up again. */
const maxAttempts = 3

/**
 * Writes what has not failed, all of it with one call of the writer; answers the new states. Undefined where nothing is
 * written, because an item that was to be made by its key has been made by another transaction since it was looked for.
 */
export async function writeEntries(
  trx: Transaction,
  tenantId: string,
  batch: Batch,
): Promise<Map<Entry, ItemState> | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const taking = claimsTaken(batch.entries)
    const holders = await findHolders(trx, tenantId, [...taking.values()].flat())
    if (batch.canPlanAgain && isKeyTaken(batch.entries, holders)) return undefined
    refuseTaken(taking, holders)
    await refuseTooMany(trx, tenantId, batch)
    refuseBroken(batch)
    const writing = batch.entries.filter(({ problem }) => problem === undefined)
    if (batch.atomic && writing.length < batch.entries.length + batch.lost.length) return new Map()
    const changing = writing.filter(({ before, state }) => state !== before)
    const states = new Map(writing.map((entry) => [entry, entry.state]))
    try {
      const changes = changing.map((entry) => changeOf(entry, batch))
      const after = await withSavepoint(trx, () => persistAll(trx, tenantId, changes))
      for (const [at, entry] of changing.entries()) states.set(entry, after[at] ?? entry.state)
      return states
    } catch (error) {
      if (!(error instanceof Problem) || attempt === maxAttempts) throw error
    }
  }
}

function changeOf({ before, state: wanted, actions, asked }: Entry, { who, bulkChangeId, source }: Batch): ItemChange {
  const cause = { action: before === null ? 'create' : 'edit', actions, ...who, bulkChangeId, source } as const
  return { before, wanted, cause, note: noteOf(before, wanted, { actions, asked }) }
}

function noteOf(
  before: ItemState | null,
  { contentItemId, name, type }: ItemState,
  { actions, asked }: Pick<Entry, 'actions' | 'asked'>,
): AuditNote {
  const variationIds = [...actions.keys()]
  const published = variationIds.filter((id) => actions.get(id) === 'publish')
  const details = { ...(published.length > 0 && { published }), technicalContentTypeName: type.technicalName }
  if (before === null) return auditNoteOfItem('create', contentItemId, { ...details, name })
  const marked = [...(asked.outdated?.keys() ?? [])]
  if (marked.length > 0 && actions.size === 0 && before.name === name)
    return auditNoteOfItem('markTranslated', contentItemId, { variationIds: marked })
  const renamed = before.name === name ? {} : { from: before.name, to: name }
  return auditNoteOfItem('update', contentItemId, { ...details, ...renamed, variationIds })
}

/** Fails what a write would refuse, as far as that can be told without a lock. */
export async function refuseEntries(
  trx: Transaction,
  tenantId: string,
  { entries, targets }: Pick<Batch, 'entries' | 'targets'>,
): Promise<void> {
  const taking = claimsTaken(entries)
  refuseTaken(taking, await findHolders(trx, tenantId, [...taking.values()].flat()))
  refuseBroken({ entries, targets })
}

type ClaimsOfEntries = ReadonlyMap<Entry, readonly Claim[]>

const claimsTaken = (entries: readonly Entry[]): ClaimsOfEntries =>
  new Map(
    entries
      .filter(({ problem, before, state }) => problem === undefined && state !== before)
      .map((entry) => [entry, claimChange(entry.before, entry.state).taken] as const),
  )

/** Whether an item is there by now that an entry is to make. */
function isKeyTaken(entries: readonly Entry[], holders: readonly ClaimHolder[]): boolean {
  const held = new Set(holders.map(claimKey))
  return entries.some(
    ({ before, key, problem }) =>
      problem === undefined && before === null && key !== undefined && held.has(claimKey(key)),
  )
}

/** Fails the items that would take a unique value of another item, in the tenant or earlier in the batch. */
function refuseTaken(taking: ClaimsOfEntries, holders: readonly ClaimHolder[]): void {
  const holderOf = new Map(holders.map((holder) => [claimKey(holder), holder] as const))
  eachEntry([...taking.keys()], (entry) => {
    const { contentItemId, name } = entry.state
    const claims = taking.get(entry) ?? []
    const lost = claims.filter(
      (claim) => (holderOf.get(claimKey(claim))?.contentItemId ?? contentItemId) !== contentItemId,
    )
    if (lost.length > 0) throw uniquenessConflict(entry.state, lost, holderOf)
    for (const claim of claims) holderOf.set(claimKey(claim), { ...claim, contentItemId, name })
  })
}

function uniquenessConflict(
  { type }: ItemState,
  lost: readonly Claim[],
  holderOf: ReadonlyMap<string, { readonly contentItemId: string; readonly name: string }>,
): Problem {
  const usedBy = new Map(
    lost.flatMap((claim) => {
      const holder = holderOf.get(claimKey(claim))
      return holder === undefined ? [] : [[holder.contentItemId, holder]]
    }),
  )
  const fields = fieldsOf(type)
  const places = new Map(
    lost.flatMap(({ technicalFieldName, variationIds }) => {
      const field = fields.get(technicalFieldName)
      // A shared value is no variation's own.
      if (field === undefined || isShared(field)) return [[technicalFieldName, { technicalFieldName }] as const]
      return variationIds.map(
        (variationId) => [`${technicalFieldName} ${variationId}`, { technicalFieldName, variationId }] as const,
      )
    }),
  )
  return new Problem('UNIQUENESS_CONFLICT', {
    fieldErrors: [...places.values()].map((place) => ({
      ...place,
      code: 'NOT_UNIQUE',
      message: 'is taken by another item',
    })),
    usedBy: [...usedBy.values()].map(({ contentItemId, name }) => ({ contentItemId, name })),
  })
}

/** Fails the new items for which the tenant has no room, those that come last. */
async function refuseTooMany(trx: Transaction, tenantId: string, { entries, findRoom }: Batch): Promise<void> {
  const made = entries.filter(({ problem, before }) => problem === undefined && before === null)
  if (made.length === 0) return
  const { free, problem } = await findRoom(trx, tenantId, made.length)
  for (const entry of made.slice(free)) entry.problem = problem
}

/** Fails the items that refer to what is not there; and then those that refer to one that has just failed. */
function refuseBroken({ entries, targets }: Pick<Batch, 'entries' | 'targets'>): void {
  for (let alive = -1; ; ) {
    const writing = entries.filter(({ problem }) => problem === undefined)
    if (writing.length === alive) return
    alive = writing.length
    const made = writing.filter(({ before }) => before === null).map(({ state }) => targetOf(state, targets))
    const known = { ...targets, items: new Map([...targets.items, ...made.map((each) => [each.id, each] as const)]) }
    eachEntry(writing, (entry) => requireTargets(entry, ({ wanted, missing }) => faultsOf(known, wanted, missing)))
  }
}

/** An item of the batch as a target of links. */
function targetOf({ contentItemId, kind, type, variations, shared }: ItemState, { mimeTypes }: Targets) {
  const binaryField = fileFieldOf(type)?.technicalName ?? ''
  const values = [shared, ...[...variations.values()].map(({ own }) => own)].map((each) => each[binaryField])
  return {
    id: contentItemId,
    kind,
    technicalContentTypeName: type.technicalName,
    mimeTypes: values.flatMap((value) => (typeof value === 'string' ? (mimeTypes.get(value) ?? []) : [])),
  }
}
