import type { Actor } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { rehearseItems, writeItems } from '../batch/change-items.ts'
import type { FindRoom } from '../batch/write-entries.ts'
import { claimKey } from '../domain/unique-values.ts'
import type { Executed } from '../store/bulk-change-row.repository.ts'
import { findHolders } from '../store/unique-value.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'
import { comingOf, typesOfLinks } from './coming-items.ts'
import { differencesOf, fingerprintOf } from './field-changes.ts'
import { batchOf, failed, isAsMade, Outdated, type Part, resultsOf } from './row-parts.ts'

/*
 * Items are made without links that lead to items of later rows, and get them once those are there.
 */

/** The parts with links to keys that neither an item has nor another of these parts makes. */
export async function findUnmet(trx: Transaction, tenantId: string, parts: readonly Part[]): Promise<Set<Part>> {
  const keys = new Set(parts.flatMap(({ row }) => row.waitsFor))
  const claims = [...keys].map((key) => {
    const [scopeKey = '', ...rest] = key.split('\n')
    return { scopeKey, valueKey: rest.join('\n') }
  })
  const met = new Set((await findHolders(trx, tenantId, claims)).map(claimKey))
  for (const { row } of parts) if (row.makes !== null) met.add(row.makes)
  return new Set(parts.filter(({ row }) => row.waitsFor.some((key) => !met.has(key))))
}

interface LaterOptions {
  readonly findRoom: FindRoom
}

/** Makes the items of these rows without links and steps, where the whole row is as the rehearsal saw it. */
export async function makeWithoutLinks(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  parts: readonly Part[],
  { findRoom }: LaterOptions,
): Promise<Executed[]> {
  const items = parts.map(({ asked }) => asked)
  const coming = comingOf(await typesOfLinks(trx, actor.tenantId, items))
  const { entries, lost } = await rehearseItems(trx, actor, batchOf(bulkChange, items), { coming })
  // Nothing is written yet: these are the rows with a problem, and those that are no longer as they were.
  const refused = new Map(lost.map(({ index, problem }) => [index, problem]))
  for (const entry of entries) {
    const isAsSeen = fingerprintOf(entry, differencesOf(entry)) === parts[entry.index]?.row.fingerprint
    const problem = entry.problem ?? (isAsSeen ? undefined : new Outdated())
    if (problem !== undefined) refused.set(entry.index, problem)
  }
  const results = parts.flatMap(({ row }, index) => {
    const problem = refused.get(index)
    return problem === undefined ? [] : [failed(row, problem)]
  })
  const making = parts.filter((_, index) => !refused.has(index))
  if (making.length === 0) return results
  const bare = making.map(({ asked }) => ({
    ...asked,
    links: [],
    variations: asked.variations.map(({ step: _, ...variation }) => variation),
  }))
  const done = await writeItems(trx, actor, batchOf(bulkChange, bare), {
    findRoom,
    bulkChangeId: bulkChange.bulkChangeId,
    // Somebody else has made it in the meantime.
    judge: ({ before }) => {
      if (before !== null) throw new Outdated()
    },
  })
  for (const each of resultsOf(done, making)) results.push(each.result === 'done' ? { ...each, result: null } : each)
  return results
}

/** Gives items that were made before the links and steps of their rows, unless somebody has changed them since. */
export async function addLinks(
  trx: Transaction,
  actor: Actor,
  bulkChange: StoredBulkChange,
  parts: readonly Part[],
  { findRoom }: LaterOptions,
): Promise<Executed[]> {
  const items = parts.map(({ row, asked: { technicalContentTypeName, links, variations } }) => ({
    contentItemId: row.contentItemId ?? undefined,
    technicalContentTypeName,
    fields: [],
    links,
    variations: variations.flatMap(({ variationId, step }) =>
      step === undefined ? [] : [{ variationId, fields: [], resetFields: [], step }],
    ),
  }))
  const batch = { ...batchOf(bulkChange, items), mode: 'update' as const }
  const done = await writeItems(trx, actor, batch, {
    findRoom,
    bulkChangeId: bulkChange.bulkChangeId,
    judge: ({ index, before }) => {
      const made = parts[index]?.row.written
      if (made && !isAsMade(made, before)) throw new Outdated()
    },
  })
  return [...resultsOf(done, parts)]
}
