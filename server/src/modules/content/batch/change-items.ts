import type { BatchItemResult, ItemBatch, ItemBatchResult, KeptChange } from '@pim/contract'
import { each, type Steps } from '@pim/field-types/steps'
import type { Actor } from '../../../core/caller.ts'
import { Problem, partProblem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { nameEntry } from '../domain/derived-changes.ts'
import { requireItemSize } from '../domain/item-size.ts'
import type { ItemState } from '../domain/item-state.ts'
import type { Who } from '../domain/planned-item.ts'
import type { Slot } from '../domain/values.ts'
import { findTargets, lockReferenced, type Targets, targetsOfReferences } from '../operations/check-references.ts'
import { type CheckedValues, checkValues } from '../operations/take-step.ts'
import { findChangedSince } from '../store/history.repository.ts'
import { wholeConflicts } from '../store/long-contents.ts'
import { type ChangedPlace, type Entry, eachEntry, type LostEntry } from './batch-entry.ts'
import { type GroundOptions, lockGround } from './find-items.ts'
import { applyOwnership, type SourceOwnership } from './keep-changes.ts'
import {
  applyRequest,
  idFinder,
  longValuesToPublish,
  openEntries,
  planSteps,
  publishRequested,
  readRequest,
} from './plan-entries.ts'
import { refuseDeleted } from './refuse-deleted.ts'
import { type FindRoom, refuseEntries, writeEntries } from './write-entries.ts'

/** How often a batch is planned where others make the same items at the same time. */
const maxPlans = 4

/**
 * Creates and changes many items in one transaction. Everything that can be wrong with an item is found before the first
 * row is written, so that an item that fails leaves nothing behind and the others whole.
 */
export async function changeItems(
  trx: Transaction,
  actor: Actor,
  batch: ItemBatch,
  findRoom: FindRoom,
): Promise<ItemBatchResult> {
  const { userId } = actor
  // Without a name, the batches of one caller are one source. A name has no colon.
  const source = batch.source ?? (batch.keepChangesOfOthers ? `by:${userId}` : undefined)
  const isKeeping = batch.keepChangesOfOthers && source !== undefined
  const ownership = isKeeping ? { source: { name: source, userId }, whenChanged: 'keep' as const } : undefined
  const options = { findRoom, ownership, source, keepsDeleted: source !== undefined }
  const { entries, lost, written } = await writeItems(trx, actor, batch, options)
  return { results: resultsOf(entries, lost, written) }
}

interface Owned {
  /** The batch keeps what others have changed. */
  readonly ownership?: SourceOwnership | undefined
  /** Its source sends the same items again: those that staff have deleted stay deleted. */
  readonly keepsDeleted?: boolean | undefined
}

export interface WriteOptions extends Pick<GroundOptions, 'held'>, Owned {
  readonly findRoom: FindRoom
  /** Called for each planned entry; throws where it is not to be written after all. */
  readonly judge?: ((entry: Entry) => void) | undefined
  /** The bulk change that the versions and audit entries are part of. */
  readonly bulkChangeId?: string | undefined
  /** The name of the source that has written the versions. */
  readonly source?: string | undefined
}

export interface PlannedBatch {
  readonly entries: readonly Entry[]
  /** Those whose item could not be found. */
  readonly lost: readonly LostEntry[]
}

export interface WrittenBatch extends PlannedBatch {
  readonly written: ReadonlyMap<Entry, ItemState>
}

/** As `changeItems`, for callers that need the states before and after. */
export async function writeItems(
  trx: Transaction,
  actor: Actor,
  batch: ItemBatch,
  options: WriteOptions,
): Promise<WrittenBatch> {
  for (let plan = 1; ; plan += 1) {
    const result = await planAndWrite(trx, actor, batch, { ...options, canPlanAgain: plan < maxPlans })
    // An item that was not there when its key was looked up is there now: it is changed, as if it had been there before.
    if (result !== undefined) return result
  }
}

export interface RehearseOptions extends Pick<GroundOptions, 'held' | 'coming' | 'typeAs'>, Owned {
  /** Items and concepts that will be there when the batch is written: nothing is said of references to them. */
  readonly awaited?: ReadonlySet<string>
}

function leaveOutTargets(entry: Entry, awaited: ReadonlySet<string>): void {
  for (const [at, check] of entry.references.entries()) {
    const wanted = check.wanted.map((each) => ({
      ...each,
      references: each.references.filter(({ id }) => !awaited.has(id)),
    }))
    entry.references[at] = { ...check, wanted }
  }
}

/** What a batch would do, with everything that would refuse it; locks and writes nothing. */
export async function rehearseItems(
  trx: Transaction,
  actor: Actor,
  batch: ItemBatch,
  { held, awaited, coming, typeAs, ownership, keepsDeleted }: RehearseOptions = {},
): Promise<PlannedBatch> {
  const options = { lock: false, coming, typeAs, ownership, keepsDeleted, ...(held && { held }) }
  const { entries, lost, targets } = await planEntries(trx, actor, batch, options)
  if (awaited !== undefined && awaited.size > 0) for (const entry of entries) leaveOutTargets(entry, awaited)
  const items = coming === undefined ? targets.items : new Map([...targets.items, ...coming.targets()])
  await refuseEntries(trx, actor.tenantId, { entries, targets: { ...targets, items } })
  return { entries, lost }
}

async function planAndWrite(
  trx: Transaction,
  actor: Actor,
  batch: ItemBatch,
  {
    canPlanAgain,
    findRoom,
    judge,
    bulkChangeId,
    source,
    held,
    ownership,
    keepsDeleted,
  }: WriteOptions & { readonly canPlanAgain: boolean },
): Promise<WrittenBatch | undefined> {
  const planned = await planEntries(trx, actor, batch, { ownership, keepsDeleted, ...(held && { held }) })
  if (judge !== undefined) eachEntry(planned.entries, judge)
  const options = { atomic: batch.atomic, canPlanAgain, findRoom, bulkChangeId, source }
  const written = await writeEntries(trx, actor.tenantId, { ...planned, ...options })
  return written && { ...planned, written }
}

async function planEntries(
  trx: Transaction,
  actor: Actor,
  batch: ItemBatch,
  options: GroundOptions & Owned = {},
): Promise<PlannedBatch & { readonly targets: Targets; readonly who: Who }> {
  const { tenantId, userId } = actor
  const ground = await lockGround(trx, tenantId, batch, options)
  const who = { by: userId, at: ground.at }
  const { entries, lost } = openEntries(batch, ground, who)
  // Defence 250
  if (options.keepsDeleted) await refuseDeleted(trx, tenantId, entries)

  const idOf = idFinder(entries, ground, options.coming)
  await inTurns(entries, (entry) => readRequest(entry, ground, idOf))
  const kept =
    options.ownership === undefined
      ? { names: new Set(), steps: new Set<string>() }
      : await applyOwnership(trx, tenantId, entries, options.ownership)
  const bases = await readBases(trx, tenantId, entries)
  await inTurns(entries, (entry) =>
    applyRequest(entry, (id) => bases.get(entry)?.get(id) ?? new Map(), kept.names.has(entry)),
  )
  await inTurns(entries, (entry) => void planSteps(entry, who, kept.steps))
  const checked = await readLongValues(trx, tenantId, entries)
  await inTurns(entries, (entry) => publishRequested(entry, checked.get(entry)))
  await inTurns(entries, ({ before, state }) => requireItemSize(before, state))
  const references = entries.flatMap((entry) => entry.references.flatMap(({ wanted }) => wanted))
  const targets =
    options.lock === false
      ? await findTargets(trx, tenantId, await targetsOfReferences(trx, tenantId, references))
      : await lockReferenced(trx, tenantId, references)
  return { entries, lost, targets, who }
}

/** Reads the long values that errors show and that are checked before they are published; most batches have none. */
async function readLongValues(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
): Promise<Map<Entry, ReadonlyMap<string, CheckedValues>>> {
  const all = new Map<Entry, ReadonlyMap<string, CheckedValues>>()
  for (const entry of entries) {
    const { problem, state } = entry
    if (problem?.details.conflicts !== undefined)
      entry.problem = await wholeConflicts(trx, tenantId, state.contentItemId, problem)
    const checked = new Map<string, CheckedValues>()
    for (const [variationId, values] of longValuesToPublish(entry))
      checked.set(variationId, await checkValues(trx, tenantId, state, values))
    if (checked.size > 0) all.set(entry, checked)
  }
  return all
}

/** As `eachEntry`, in slices: a batch of two megabytes must not make other callers wait. */
const inTurns = (entries: readonly Entry[], work: (entry: Entry) => Steps<void> | undefined): Promise<unknown> =>
  inSlices(
    each(entries, function* (entry) {
      if (entry.problem !== undefined) return
      try {
        yield* work(entry) ?? []
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        entry.problem = error
      }
    }),
  )

type Bases = ReadonlyMap<Entry, ReadonlyMap<string, ReadonlyMap<string, Slot>>>

/** What changed since the base versions of the writers, for the few variations that have moved on. */
async function readBases(trx: Transaction, tenantId: string, entries: readonly Entry[]): Promise<Bases> {
  const bases = new Map<Entry, Map<string, ReadonlyMap<string, Slot>>>()
  for (const entry of entries) {
    if (entry.before === null || entry.problem !== undefined) continue
    for (const { variationId, baseVersion } of entry.asked.variations) {
      const variation = entry.before.variations.get(variationId)
      const names = [...(entry.edits.get(variationId)?.keys() ?? [])]
      if (variation === undefined || baseVersion === undefined || baseVersion >= variation.version) continue
      if (names.length === 0) continue
      const since = await findChangedSince(trx, tenantId, variation.contentVariationId, baseVersion, names)
      const ofEntry = bases.get(entry) ?? new Map()
      bases.set(entry, ofEntry.set(variationId, since))
    }
  }
  return bases
}

const keptOf = ({ name, variationId, by, at }: ChangedPlace): KeptChange => ({
  technicalFieldName: name,
  variationId: name === nameEntry ? null : variationId,
  by,
  at,
})

function resultsOf(
  entries: readonly Entry[],
  lost: readonly LostEntry[],
  written: ReadonlyMap<Entry, ItemState>,
): BatchItemResult[] {
  const failed = (index: number, problem: Problem): BatchItemResult => ({
    index,
    outcome: 'failed',
    problem: partProblem(problem),
  })
  const results = entries.map((entry): BatchItemResult => {
    const { index, before, changedSince, problem } = entry
    const state = written.get(entry)
    if (problem !== undefined || state === undefined) return failed(index, problem ?? new Problem('BATCH_UNDONE'))
    return {
      index,
      outcome: before === null ? 'created' : entry.state === before ? 'unchanged' : 'updated',
      contentItemId: state.contentItemId,
      variations: [...state.variations.values()].map(({ variationId, contentVariationId, version, status }) => ({
        variationId,
        contentVariationId,
        version,
        status,
      })),
      ...(changedSince.length > 0 && { kept: changedSince.map(keptOf) }),
    }
  })
  return [...results, ...lost.map(({ index, problem }) => failed(index, problem))].sort((a, b) => a.index - b.index)
}
