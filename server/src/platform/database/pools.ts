import type { Connection, DatabaseAddress } from './addresses.ts'
import { openPool, type PoolSettings } from './pool.ts'

/** Connections beside those of requests: 26 for a server all together; idle ones are closed. */
const ownConnections = { platform: 4, keys: 2, jobs: 3, jobQueue: 2, readiness: 1, files: 2 }
/** Jobs wait for each other's connections rather than fail. */
const jobsAcquireMs = 10_000

/** The pools of a server, for the logins of one database. `connections`: of the tenants' transactions of requests. */
export function openPools(address: Pick<DatabaseAddress, 'app' | 'platform'>, settings: PoolSettings) {
  const pool = (login: Connection, connections: number, more: Partial<PoolSettings> = {}) =>
    openPool(login, { ...settings, ...more, connections })
  const { platform, keys, jobs, jobQueue, readiness, files } = ownConnections
  const patient = { acquireMs: jobsAcquireMs, turnMs: jobsAcquireMs }
  return {
    app: openPool(address.app, settings),
    platform: pool(address.platform, platform),
    keys: pool(address.platform, keys),
    jobs: pool(address.app, jobs, patient),
    files: pool(address.app, files, patient),
    jobQueue: pool(address.platform, jobQueue, patient),
    readiness: pool(address.platform, readiness),
  }
}
