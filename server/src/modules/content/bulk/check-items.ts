import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import {
  findEntries,
  findKeptCounts,
  indexRecipe,
  readRecipe,
  rewriteIndex,
  type StoredEntry,
} from '../../content-index/index.ts'
import { findMissing } from '../../long-values/index.ts'
import { derivedAnew, indexedItem } from '../domain/derived-changes.ts'
import type { ItemState } from '../domain/item-state.ts'
import { claimKey } from '../domain/unique-values.ts'
import { isSameList } from '../domain/values.ts'
import {
  countCopiesByVariation,
  countWorkingCopies,
  findHalfItems,
  findLongMarkers,
  findVersionGaps,
} from '../store/item-check.repository.ts'
import { countItems, findItemIds } from '../store/item-range.repository.ts'
import { type LoadedItem, loadItems, lockTypesShared } from '../store/load.ts'
import { findHolders } from '../store/unique-value.repository.ts'
import { storedClaimChanges } from '../store/write-claims.ts'
import { batchSize } from './change-type.ts'

/** What is not as it should be: of which kind, and what it is about. */
export interface Fault {
  readonly kind:
    | 'half item'
    | 'variation without some items'
    | 'gap in versions'
    | 'missing long value'
    | 'index differs'
    | 'unique value not claimed'
    | 'readiness differs'
    | 'index of an older recipe'
    | 'count differs'
    | 'cannot be read'
  readonly about: string
}

const limits = { statementMs: 600_000, deadlineMs: 1_800_000 }

/** Compares items, their history, their long values, their entries in the index and the kept counts with one another. */
export async function* checkItems(
  database: Database,
  tenantId: string,
  { every = 1 }: { readonly every?: number } = {},
): AsyncGenerator<Fault> {
  yield* await database.inTenantReadOnly(tenantId, (trx) => checkWholes(trx, tenantId), limits)
  for (let after: string | null = null, batch = 0; ; batch++) {
    const last: string | null = after
    const ids: string[] = await database.inTenantReadOnly(
      tenantId,
      (trx) => findItemIds(trx, tenantId, { after: last }, batchSize),
      limits,
    )
    // A sample: whole batches, because they are what a transaction reads.
    if (ids.length > 0 && batch % every === 0) yield* await checkBatch(database, tenantId, ids)
    after = ids.at(-1) ?? null
    if (ids.length < batchSize) return
  }
}

async function checkWholes(trx: Transaction, tenantId: string): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const id of await findHalfItems(trx, tenantId)) faults.push({ kind: 'half item', about: id })
  const recipe = (await readRecipe(trx, tenantId)) ?? indexRecipe
  if (recipe !== indexRecipe)
    faults.push({ kind: 'index of an older recipe', about: `made by version ${recipe}, and this is ${indexRecipe}` })
  const itemCount = await countItems(trx, tenantId)
  for (const { variationId, count } of await countCopiesByVariation(trx, tenantId))
    if (count !== itemCount)
      faults.push({ kind: 'variation without some items', about: `${variationId}: ${count} of ${itemCount}` })
  for (const id of await findVersionGaps(trx, tenantId)) faults.push({ kind: 'gap in versions', about: id })
  const [kept, counted] = [await findKeptCounts(trx, tenantId), await countWorkingCopies(trx, tenantId)]
  for (const name of new Set([...kept.keys(), ...counted.keys()]))
    if (kept.get(name) !== counted.get(name))
      faults.push({
        kind: 'count differs',
        about: `${name}: ${kept.get(name) ?? 0} kept, ${counted.get(name) ?? 0} there`,
      })
  return faults
}

/** Carries the faults out of a transaction that has to be undone. */
class Undone extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super('nothing of this was to stay')
    this.faults = faults
  }
}

/** Makes the index of these items anew as the server would, compares what was there, and undoes it. */
async function checkBatch(database: Database, tenantId: string, ids: readonly string[]): Promise<readonly Fault[]> {
  try {
    return await database.inTenant(
      tenantId,
      async (trx) => {
        throw new Undone(await compareBatch(trx, tenantId, ids))
      },
      limits,
    )
  } catch (error) {
    if (error instanceof Undone) return error.faults
    if (ids.length > 1) {
      const halves = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)]
      return [
        ...(await checkBatch(database, tenantId, halves[0] ?? [])),
        ...(await checkBatch(database, tenantId, halves[1] ?? [])),
      ]
    }
    return [{ kind: 'cannot be read', about: `${ids[0]}: ${error instanceof Error ? error.message : error}` }]
  }
}

async function compareBatch(trx: Transaction, tenantId: string, ids: readonly string[]): Promise<Fault[]> {
  await lockTypesShared(trx, tenantId, ids)
  const loaded = await loadItems(trx, tenantId, ids, { lock: true })
  const missing = await findMissing(trx, tenantId, await findLongMarkers(trx, tenantId, ids))
  const faults = missing.map(
    ({ contentItemId, hash }): Fault => ({ kind: 'missing long value', about: `${contentItemId}: ${hash}` }),
  )
  const lacking = new Set(missing.map(({ contentItemId }) => contentItemId))
  const whole = loaded.filter(({ item }) => !lacking.has(item.contentItemId))
  const wholeIds = whole.map(({ item }) => item.contentItemId)
  for (const { item } of whole) faults.push(...wrongReadiness(item))
  faults.push(...(await wrongClaims(trx, tenantId, whole.map(itemOf))))
  const before = entriesByItem(await findEntries(trx, tenantId, wholeIds))
  await rewriteIndex(
    trx,
    tenantId,
    whole.map(({ item }) => indexedItem(item)),
  )
  const after = entriesByItem(await findEntries(trx, tenantId, wholeIds))
  for (const name of new Set([...before.keys(), ...after.keys()]))
    if (!isDeepStrictEqual(before.get(name), after.get(name))) faults.push({ kind: 'index differs', about: name })
  return faults
}

const itemOf = ({ item }: LoadedItem): ItemState => item

/** The items without the claim to a unique value, with the item that has it. */
async function wrongClaims(trx: Transaction, tenantId: string, items: readonly ItemState[]): Promise<Fault[]> {
  const changes = await storedClaimChanges(trx, tenantId, items)
  const unclaimed = changes.flatMap(({ contentItemId, taken }) => taken.map((claim) => ({ contentItemId, ...claim })))
  const holders = await findHolders(trx, tenantId, unclaimed)
  const holderOf = new Map(holders.map((holder) => [claimKey(holder), holder.contentItemId]))
  return unclaimed.map((claim): Fault => {
    const about = `${claim.contentItemId}: ${claim.technicalFieldName}, claimed by ${holderOf.get(claimKey(claim)) ?? 'no item'}`
    return { kind: 'unique value not claimed', about }
  })
}

/** What lists show of readiness and what its values give. */
function wrongReadiness(item: ItemState): Fault[] {
  const { variations } = derivedAnew(item)
  return [...item.variations.values()].flatMap((kept): Fault[] => {
    const made = variations.get(kept.variationId)
    if (made === undefined) return []
    const isSame =
      kept.readiness === made.readiness &&
      kept.translation === made.translation &&
      isSameList(kept.missingFields, made.missingFields)
    if (isSame) return []
    const shown = ({ readiness, missingFields, translation }: typeof kept) =>
      `${readiness} % (${missingFields.join(', ')})${
        kept.translation === made.translation ? '' : `, translation ${translation}`
      }`
    const about = `${kept.contentVariationId}: ${shown(kept)} kept, ${shown(made)} derived`
    return [{ kind: 'readiness differs', about }]
  })
}

/** Hashes of entries by item and table, in an order that does not depend on that of the rows. */
function entriesByItem(entries: readonly StoredEntry[]): Map<string, string[]> {
  const byItem = Map.groupBy(entries, ({ contentItemId, table }) => `${contentItemId}: ${table}`)
  return new Map([...byItem].map(([name, all]) => [name, all.map(({ hash }) => hash).sort()]))
}
