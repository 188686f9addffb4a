import type { WhenChanged } from '@pim/contract'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { nameEntry, publishEntry } from '../domain/derived-changes.ts'
import { slotNow } from '../domain/merge.ts'
import { variationOf } from '../domain/presentation.ts'
import {
  type FieldChange,
  findLastChanges,
  findUnpublishedByOthers,
  type Source,
} from '../store/last-change.repository.ts'
import { findProfileItems, findUndone } from '../store/profile-run.repository.ts'
import type { Entry } from './batch-entry.ts'
import { differing } from './plan-entries.ts'

/** What a source owns of the items that it changes; see `ownershipSchema` of the contract. */
export interface SourceOwnership {
  readonly source: Source
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

/**
 * Leaves out edits of fields that the source does not own, and looks at what changed the others last. What the source's own imports or batches
 * wrote is its own. A value that was changed otherwise is kept or replaced, and noted in both cases; a profile counts what was changed since it
 * has the item. One that was kept stays somebody else's: the next import does not replace it unseen.
 */
export async function applyOwnership(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  ownership: SourceOwnership,
): Promise<Kept> {
  const { source, owns, whenChanged, markField } = ownership
  const live = entries.filter(({ problem, before }) => problem === undefined && before !== null)
  const names = new Set(owns === undefined || owns.includes(nameEntry) ? [] : live)
  for (const entry of live) {
    if (entry.asked.isGone) continue
    if (owns !== undefined) leaveOutUnowned(entry, new Set(owns))
    if (markField !== undefined) unmark(entry, markField)
  }
  const steps = new Set<string>()
  const { known, since, undone } = await findKnown(trx, tenantId, live, source)
  if (known.length === 0) return { names, steps }
  for (const place of await changedPlaces(trx, tenantId, known, { source, undone })) {
    const { entry, variationId, technicalFieldName: name, last } = place
    const isBefore = last.at <= (since.get(entry.before?.contentItemId ?? '') ?? '')
    if (last.isOwn || isBefore || (name === nameEntry && names.has(entry))) continue
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

interface Known {
  readonly known: readonly Entry[]
  /** By item, from when on changes count; left out: from its beginning. */
  readonly since: ReadonlyMap<string, string>
  /** Bulk changes that are looked past. */
  readonly undone: readonly string[]
}

/** The entries whose items may have been changed by others: of a profile, those that it has had. */
async function findKnown(trx: Transaction, tenantId: string, live: readonly Entry[], source: Source): Promise<Known> {
  if (!('profileId' in source)) return { known: live, since: new Map(), undone: [] }
  const { profileId } = source
  const ids = live.flatMap(({ before }) => before?.contentItemId ?? [])
  const since = await findProfileItems(trx, tenantId, profileId, ids)
  const known = live.filter(({ before }) => since.has(before?.contentItemId ?? ''))
  return { known, since, undone: known.length === 0 ? [] : await findUndone(trx, tenantId, profileId) }
}

/** A publish would make live what somebody else has changed and not published. */
async function noteUnpublished(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  { source, whenChanged }: SourceOwnership,
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
  const changes = await findUnpublishedByOthers(trx, tenantId, source, asked)
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

/** The values and names that the requests would change, with who wrote each last. */
async function changedPlaces(
  trx: Transaction,
  tenantId: string,
  entries: readonly Entry[],
  { source, undone }: { readonly source: Source; readonly undone: readonly string[] },
): Promise<Place[]> {
  const asked = entries.flatMap((entry) => {
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
    (await findLastChanges(trx, tenantId, asked, { source, except: undone })).map(
      (change) => [placeOf(change), change] as const,
    ),
  )
  return asked.flatMap(({ entry, variationId, ...place }) => {
    const last = changes.get(placeOf(place))
    return last === undefined ? [] : [{ entry, variationId, technicalFieldName: place.technicalFieldName, last }]
  })
}

const placeOf = (place: { readonly contentVariationId: string; readonly technicalFieldName: string }): string =>
  `${place.contentVariationId} ${place.technicalFieldName}`
