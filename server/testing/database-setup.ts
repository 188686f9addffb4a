import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataInUse, lockData } from '../src/platform/embedded-database/data-lock.ts'
import { stopOrphan } from '../src/platform/embedded-database/postmaster.ts'
import { recordCatalog, statementsVariable } from './recorded-statements.ts'
import { startTestPostgres, testPostgresVariable } from './test-database.ts'

const prefix = 'pim-test-run-'
let finish: () => Promise<void> = async () => {}

/**
 * Runs once before all test files: starts one PostgreSQL for the run, whose address the workers read from the
 * environment.
 */
export async function setup(): Promise<void> {
  const removing = removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const { server, stop } = await startTestPostgres(folder)
  process.env[testPostgresVariable] = JSON.stringify(server)
  const statements = process.env[statementsVariable]
  if (statements !== undefined) await recordCatalog(statements, { ...server.superuser, database: server.template })
  finish = async () => {
    await stop()
    await removing
    // A process that reads files may be writing its compiled code until it has gone.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

export const teardown = (): Promise<void> => finish()

/** Removes the folders of test runs that were killed. A running one still holds its data lock. */
async function removeAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  const aMinuteAgo = Date.now() - 60_000
  for (const name of names) {
    const folder = join(tmpdir(), name)
    const made = await stat(folder).catch(() => undefined)
    // One that was made just now may not hold its lock yet.
    if (!made || made.ctimeMs > aMinuteAgo) continue
    try {
      const lock = await lockData(folder)
      await stopOrphan(join(folder, 'postgres'))
      lock.release()
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof DataInUse)) throw error
    }
  }
}
