import type { WhenChanged } from '@pim/contract'
import type { Actor } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { nameEntry, publishEntry } from '../domain/derived-changes.ts'
import { slotNow } from '../domain/merge.ts'
import { variationOf } from '../domain/presentation.ts'
import { type FieldChange, findLastChanges } from '../store/last-change.repository.ts'
import { findProfileItems, findRuns, findUndone, findUnpublishedByOthers } from '../store/profile-run.repository.ts'
import type { Entry } from './batch-entry.ts'
import { differing } from './plan-entries.ts'

/** What a source owns of the items that it changes; see `ownershipSchema` of the contract. */
export interface SourceOwnership {
  readonly profileId: string
  /** Undefined: all fields. */
  readonly owns?: readonly string[] | undefined
  readonly whenChanged: WhenChanged
  readonly markField?: string | undefined
}

/** What stays as it is: the names of these entries, and the publications of these content variations. */
export interface Kept {
  readonly names: ReadonlySet<Entry>
  readonly steps: ReadonlySet<string>
}

interface Place {
  readonly entry: Entry
  readonly variationId: string
  readonly technicalFieldName: string
  readonly last: FieldChange
}

/** Leaves out edits of values that somebody else wrote last, and says so; answers the entries whose names stay. */
export async function keepChangesOfOthers(
  trx: Transaction,
  { tenantId, userId }: Actor,
  entries: readonly Entry[],
): Promise<Set<Entry>> {
  const names = new Set<Entry>()
  for (const place of await changedPlaces(trx, tenantId, entries)) {
    const { entry, variationId, technicalFieldName, last } = place
    if (last.by === userId) continue
    const isName = technicalFieldName === nameEntry
    entry.kept.push({ technicalFieldName, variationId: isName ? null : variationId, by: last.by, at: last.at })
    if (isName) names.add(entry)
    else leaveOut(place)
  }
  return names
}

/**
 * Leaves out edits of fields that the source does not own, and looks at who changed the others last. The imports of the profile wrote what is
 * the source's own. A value that was changed otherwise, since the profile has the item, is kept or replaced, and noted in both cases. One that was
 * kept stays somebody else's: the next import does not replace it unseen.
 */
export async function applyOwnership(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  ownership: SourceOwnership,
): Promise<Kept> {
  const { profileId, owns, whenChanged, markField } = ownership
  const live = entries.filter(({ problem, before }) => problem === undefined && before !== null)
  const names = new Set(owns === undefined || owns.includes(nameEntry) ? [] : live)
  for (const entry of live) {
    if (entry.asked.isGone) continue
    if (owns !== undefined) leaveOutUnowned(entry, new Set(owns))
    if (markField !== undefined) unmark(entry, markField)
  }
  const steps = new Set<string>()
  const ids = live.flatMap(({ before }) => before?.contentItemId ?? [])
  const since = await findProfileItems(trx, tenantId, profileId, ids)
  const known = live.filter(({ before }) => since.has(before?.contentItemId ?? ''))
  if (known.length === 0) return { names, steps }
  const undone = await findUndone(trx, tenantId, profileId)
  const changed = (await changedPlaces(trx, tenantId, known, undone)).filter(
    ({ entry, last, technicalFieldName }) =>
      last.at > (since.get(entry.before?.contentItemId ?? '') ?? '') &&
      !(technicalFieldName === nameEntry && names.has(entry)),
  )
  const runs = await findRuns(trx, tenantId, profileId, [
    ...new Set(changed.flatMap(({ last }) => last.bulkChangeId ?? [])),
  ])
  for (const place of changed) {
    const { entry, variationId, technicalFieldName: name, last } = place
    if (last.bulkChangeId !== null && runs.has(last.bulkChangeId)) continue
    const choice = entry.asked.whenChanged ?? whenChanged
    const wanted = name === nameEntry ? { value: entry.asked.name } : entry.edits.get(variationId)?.get(name)
    entry.changedSince.push({ variationId, name, wanted, choice, by: last.by, at: last.at })
    if (choice === 'replace') continue
    if (name === nameEntry) names.add(entry)
    else leaveOut(place)
  }
  await noteUnpublished(trx, tenantId, known, ownership, steps)
  return { names, steps }
}

/** A publish would make live what somebody else has changed and not published. */
async function noteUnpublished(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  { profileId, whenChanged }: SourceOwnership,
  steps: Set<string>,
): Promise<void> {
  const asked = entries.flatMap((entry) =>
    entry.asked.variations.flatMap(({ variationId, step }) => {
      const variation = entry.before?.variations.get(variationId)
      if (step === undefined || variation === undefined) return []
      const { contentVariationId, snapshot } = variation
      return [{ entry, variationId, contentVariationId, publishedVersion: snapshot?.version ?? 0 }]
    }),
  )
  const changes = await findUnpublishedByOthers(trx, tenantId, profileId, asked)
  const byId = new Map(changes.map((change) => [change.contentVariationId, change]))
  for (const { entry, variationId, contentVariationId } of asked) {
    const change = byId.get(contentVariationId)
    if (change === undefined) continue
    const choice = entry.asked.whenChanged ?? whenChanged
    const { by, at } = change
    entry.changedSince.push({ variationId, name: publishEntry, wanted: undefined, choice, by, at })
    if (choice === 'keep') steps.add(contentVariationId)
  }
}

function leaveOutUnowned(entry: Entry, owned: ReadonlySet<string>): void {
  entry.edits = new Map(
    [...entry.edits].map(([variationId, edits]) => [
      variationId,
      new Map([...edits].filter(([name]) => owned.has(name))),
    ]),
  )
}

/** The item is in a file again. */
function unmark(entry: Entry, markField: string): void {
  const [first] = entry.before?.variations.values() ?? []
  if (entry.before === null || first === undefined) return
  if (slotNow(entry.before, first, markField)?.value !== true) return
  const edits = new Map(entry.edits.get(first.variationId)).set(markField, { value: false })
  entry.edits = new Map(entry.edits).set(first.variationId, edits)
}

function leaveOut({ entry, variationId, technicalFieldName }: Place): void {
  const edits = new Map(entry.edits.get(variationId))
  edits.delete(technicalFieldName)
  entry.edits = new Map(entry.edits).set(variationId, edits)
}

/** The values and names that the requests would change, with who wrote each last, other than these bulk changes. */
async function changedPlaces(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  except: readonly string[] = [],
): Promise<Place[]> {
  const live = entries.filter(({ problem, before }) => problem === undefined && before !== null)
  const asked = live.flatMap((entry) => {
    const { before, asked: item } = entry
    if (before === null) return []
    const [first] = before.variations.values()
    const isRenamed = item.name !== undefined && item.name.normalize('NFC') !== before.name
    const names = isRenamed && first !== undefined ? [{ variationId: first.variationId, name: nameEntry }] : []
    return [...differing(entry), ...names].map(({ variationId, name }) => ({
      entry,
      variationId,
      contentVariationId: variationOf(before, variationId).contentVariationId,
      technicalFieldName: name,
    }))
  })
  const changes = new Map(
    (await findLastChanges(trx, tenantId, asked, except)).map((change) => [placeOf(change), change] as const),
  )
  return asked.flatMap(({ entry, variationId, ...place }) => {
    const last = changes.get(placeOf(place))
    return last === undefined ? [] : [{ entry, variationId, technicalFieldName: place.technicalFieldName, last }]
  })
}

const placeOf = (place: { readonly contentVariationId: string; readonly technicalFieldName: string }): string =>
  `${place.contentVariationId} ${place.technicalFieldName}`
