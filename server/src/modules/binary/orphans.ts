import type { Transactions } from '../../platform/database/database.ts'
import type { ObjectStore } from '../../platform/object-storage/index.ts'
import { findTenantIds } from '../tenants/index.ts'
import { findKnownKeys } from './binary-file.repository.ts'

/** Longer than any upload takes: its bytes are stored before their row. */
export const orphanAgeMs = 24 * 3_600_000

const keysAtATime = 10_000

export interface OrphanParts {
  readonly database: Transactions
  readonly objects: ObjectStore
  /** Of keys, those of files that are no binaries and have a row. */
  readonly findOthers?: typeof findKnownKeys
  readonly now?: () => number
}

/** The key of the file that an object is, or was made from: renditions have keys that begin with it. */
/** A key of a file, and not of a picture that is made from one and can be made again. */
export const isOriginal = (key: string): boolean => !key.includes('.')

const fileKeyOf = (key: string): string => key.split('.', 1)[0] ?? key

/**
 * Objects of a tenant that no row names, stored longer ago than any upload takes. What lies elsewhere in the store, of whatever
 * other tenant or product, is not looked at.
 */
export async function* findOrphans(
  { database, objects, findOthers, now = Date.now }: OrphanParts,
  tenantId: string,
): AsyncGenerator<string> {
  let keys: string[] = []
  for await (const { key, storedAt } of objects.list(`${tenantId}/`)) {
    if (now() - storedAt.getTime() <= orphanAgeMs) continue
    keys.push(key)
    if (keys.length < keysAtATime) continue
    yield* await unknownOf({ database, findOthers }, tenantId, keys)
    keys = []
  }
  yield* await unknownOf({ database, findOthers }, tenantId, keys)
}

async function unknownOf(
  {
    database,
    findOthers,
  }: Pick<OrphanParts, 'database'> & { readonly findOthers: OrphanParts['findOthers'] | undefined },
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const asked = [...new Set(keys.map(fileKeyOf))]
  const [binaries, others] = await database.inTenantReadOnly(
    tenantId,
    async (trx) => [await findKnownKeys(trx, tenantId, asked), await findOthers?.(trx, tenantId, asked)],
    timeouts,
  )
  return keys.filter((key) => !(binaries?.has(fileKeyOf(key)) || others?.has(fileKeyOf(key))))
}

const timeouts = { statementMs: 60_000, deadlineMs: 120_000 }

export interface Swept {
  readonly removed: number
  /** More than a part of all is more than crashes leave: the database may be a copy that is behind its files. */
  readonly isRefused: boolean
}

/** Never more at once than so many and a tenth of all, unless `all` says so. */
const maxUnasked = 100

/** Removes the orphans of a tenant. */
export async function sweepOrphans(
  parts: OrphanParts,
  tenantId: string,
  { all = false }: { readonly all?: boolean } = {},
): Promise<Swept> {
  const orphans: string[] = []
  for await (const key of findOrphans(parts, tenantId)) orphans.push(key)
  let objectCount = 0
  if (orphans.length > maxUnasked) for await (const _ of parts.objects.list(`${tenantId}/`)) objectCount++
  if (!all && orphans.length > maxUnasked && orphans.length * 10 > objectCount) return { removed: 0, isRefused: true }
  for (const key of orphans) await parts.objects.delete(key)
  return { removed: orphans.length, isRefused: false }
}

const firstSweepMs = 10 * 60_000
const sweepEveryMs = 24 * 3_600_000

/** Sweeps the store of all tenants once a day, on every server. Returns a function that ends it. */
export function watchOrphans(
  parts: OrphanParts & {
    readonly onSwept: (tenantId: string, swept: Swept) => void
    readonly onFault: (error: unknown) => void
  },
): () => Promise<void> {
  let isClosing = false
  let sweeping: Promise<void> | undefined
  const sweep = async () => {
    for (const tenantId of await parts.database.asSystem(findTenantIds)) {
      if (isClosing) return
      const swept = await sweepOrphans(parts, tenantId)
      if (swept.removed > 0 || swept.isRefused) parts.onSwept(tenantId, swept)
    }
  }
  const begin = () => {
    sweeping ??= sweep()
      .catch(parts.onFault)
      .finally(() => {
        sweeping = undefined
      })
  }
  const timers = [setTimeout(begin, firstSweepMs).unref(), setInterval(begin, sweepEveryMs).unref()]
  return async () => {
    isClosing = true
    for (const timer of timers) clearTimeout(timer)
    await sweeping
  }
}
