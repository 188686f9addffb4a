import type { TenantErasure } from '@pim/contract'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { Transactions } from '../../platform/database/database.ts'
import { breaksReference } from '../../platform/database/database-errors.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { eraseTenantRows, findTenantTables } from '../../platform/database/tenant-rows.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { exchangeFolder, isFoundKey, type ObjectStore } from '../../platform/object-storage/index.ts'
import { notifyDelivery } from '../events/index.ts'
import { tenantChanged } from './directory.ts'
import { closeTenant, findTenants, lockTenantRow } from './tenant.repository.ts'
import {
  addRemoved,
  endErasure,
  findErasure,
  findHaltedErasures,
  insertErasure,
  setRemovedOnce,
} from './tenant-erasure.repository.ts'

export interface TenantErasureParts {
  readonly database: Transactions
  readonly notifications: Pick<Notifications, 'send'>
  readonly objects: ObjectStore
  /** Takes the tenant from whatever names it by its external id: people and their memberships. */
  readonly forgetMembers: (system: Transaction, externalId: string) => Promise<Readonly<Record<string, number>>>
  /** Where the work in the background fails; it is taken up again later. */
  readonly onFault: (error: unknown) => void
  /** Tells every server that the keys of a tenant are gone. */
  readonly keysGone: (system: Transaction, tenantId: string) => Promise<void>
  /** Tells every server that no row of a tenant is left. */
  readonly rowsGone: (system: Transaction, tenantId: string) => Promise<void>
}

/** A table of a large tenant takes as long as it takes. */
const timeouts = { statementMs: 3_600_000, deadlineMs: 3_700_000 }

/** After so many files it is written down that the erasure moves on. */
const stepFiles = 100

type Step = <T>(work: (system: Transaction) => Promise<T>) => Promise<T>

/** How often the last step is tried where rows of the tenant have come meanwhile. */
const maxTurns = 5

/**
 * Erases tenants. `begin` closes the tenant in one transaction: no token, key or cache leads to it from then on. `run` removes
 * the rest in steps, each of which can be repeated; what was killed is taken up by whichever server sees it first.
 */
export function createTenantErasure(parts: TenantErasureParts) {
  const { database, notifications, objects } = parts

  const begin = (externalId: string, begunBy: string): Promise<string> =>
    database.asSystem(async (system) => {
      const [tenant] = await findTenants(system, [externalId])
      if (tenant === undefined) {
        const known = await findErasure(system, externalId)
        if (known === undefined) throw new Problem('NOT_FOUND')
        return known.tenantId
      }
      const { tenantId } = tenant
      await insertErasure(system, tenantId, { externalId, begunBy })
      await closeTenant(system, tenantId)
      const keys = await eraseTenantRows(system, 'api_key', tenantId)
      await addRemoved(system, tenantId, { api_key: keys, ...(await parts.forgetMembers(system, externalId)) })
      await notifications.send(system, tenantChanged, { tenantId })
      await parts.keysGone(system, tenantId)
      notifyDelivery(system, tenantId, { model: true, variations: true })
      return tenantId
    })

  async function run(tenantId: string, signal?: AbortSignal): Promise<void> {
    const step: Step = (work) => database.asSystem(work, { ...timeouts, ...(signal && { signal }) })
    const eraseFrom = (system: Transaction, table: string) =>
      eraseTenantRows(system, table, tenantId).then((gone) => addRemoved(system, tenantId, { [table]: gone }))
    const tables = await step(findTenantTables)
    for (const table of tables) await step((system) => eraseFrom(system, table))
    const last = () =>
      step(async (system) => {
        // Every change refers to the row of its tenant. Those under way end first, and none begins after this lock.
        await lockTenantRow(system, tenantId)
        for (const table of [...tables, 'tenant']) await eraseFrom(system, table)
      })
    for (let turn = 1; ; turn++) {
      try {
        await last()
        break
      } catch (error) {
        // On a distributed database a count of calls was seen to come in between: it is deleted in the next turn.
        if (turn === maxTurns || !breaksReference(error)) throw error
      }
    }
    await step((system) => parts.rowsGone(system, tenantId))
    await eraseFiles(tenantId, step)
    await step((system) => endErasure(system, tenantId))
  }

  /** Counted before the first of them goes, because a run that is killed cannot tell how many it had deleted. */
  async function eraseFiles(tenantId: string, step: Step): Promise<void> {
    async function* files() {
      for (const prefix of [`${tenantId}/`, exchangeFolder(tenantId)]) yield* objects.list(prefix)
    }
    let storedFiles = 0
    for await (const { key } of files()) if (isFoundKey(key)) storedFiles++
    await step((system) => setRemovedOnce(system, tenantId, { storedFiles }))
    let deleted = 0
    for await (const { key } of files()) {
      if (!isFoundKey(key)) continue
      await objects.delete(key)
      if (++deleted % stepFiles === 0) await step((system) => addRemoved(system, tenantId, {}))
    }
  }

  const stop = new AbortController()
  let resuming: Promise<void> | undefined

  /** Goes on with what nobody has gone on with for a while. */
  const resume = async (haltedSeconds: number): Promise<void> => {
    const halted = await database.asSystem((system) => findHaltedErasures(system, haltedSeconds))
    for (const { tenantId } of halted) await run(tenantId, stop.signal)
  }

  const report = async (externalId: string): Promise<TenantErasure> => {
    const found = await database.asSystem((system) => findErasure(system, externalId))
    if (found === undefined) throw new Problem('NOT_FOUND')
    return { removed: found.removed, status: found.isDone ? 'done' : 'running' }
  }

  return {
    begin,
    run,
    resume,
    report,
    /** Answers after a moment, whether it is done or goes on in the background. */
    async erase(externalId: string, confirm: string, by: string): Promise<TenantErasure> {
      if (confirm !== externalId) throw invalidPlace('query.confirm', 'NOT_CONFIRMED', 'is the external id once more')
      const tenantId = await begin(externalId, by)
      const running = run(tenantId, stop.signal).catch(parts.onFault)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      await Promise.race([running, promise])
      clearTimeout(timer)
      return await report(externalId)
    },
    /** Looks now and then for what another server, or this one before, has left. Returns a function that ends it. */
    watch(): () => Promise<void> {
      const look = () => {
        resuming ??= resume(haltedSeconds)
          .catch(parts.onFault)
          .finally(() => {
            resuming = undefined
          })
      }
      look()
      const timer = setInterval(look, haltedSeconds * 1_000).unref()
      return async () => {
        clearInterval(timer)
        stop.abort(new Error('the server stops'))
        await resuming
      }
    },
  }
}
export type ErasingTenants = ReturnType<typeof createTenantErasure>

const waitMs = 5_000
const haltedSeconds = 60
