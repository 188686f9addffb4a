import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { linkLibraries, nativeFolder } from '../src/platform/embedded-database/native-postgres.ts'
import { citusScript, citusWorkersVariable } from './citus.ts'
import { startTestPostgres, testPostgresVariable } from './test-database.ts'

const run = promisify(execFile)
let finish: () => Promise<void> = async () => {}

/** Runs once before all test files: a Citus cluster for the run, whose coordinator stands in DATABASE_URL. */
export async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-test-citus-'))
  const native = nativeFolder()
  await linkLibraries(native, join(folder, 'libraries'))
  const first = await freePorts(3)
  const ports = [first, first + 1, first + 2]
  // The script looks for the client in the project's server.
  const options = { cwd: dirname(dirname(import.meta.dirname)) }
  const up = () => run(citusScript, ['up', folder, native, String(first)], options)
  const down = () => run(citusScript, ['down', folder], options)
  finish = async () => {
    await down().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  await up()
  for (const port of ports) await applySettings(port)
  await down()
  await up()
  const [coordinator, ...workers] = ports.map((port) => `postgresql://postgres@127.0.0.1:${port}/postgres`)
  process.env.DATABASE_URL = coordinator
  process.env[citusWorkersVariable] = workers.join(' ')
  const { server, stop } = await startTestPostgres(folder)
  process.env[testPostgresVariable] = JSON.stringify(server)
  const end = finish
  finish = () => stop().finally(end)
}

export const teardown = (): Promise<void> => finish()

/** Test data need not survive a crash. Citus has a process of its own for each database that is open. */
async function applySettings(port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    for (const setting of [
      'fsync = off',
      'synchronous_commit = off',
      'full_page_writes = off',
      'max_worker_processes = 64',
      'max_connections = 300',
      'citus.shard_count = 4',
      'citus.enable_stat_counters = on',
    ])
      await client.query(`alter system set ${setting}`)
  } finally {
    await client.end()
  }
}

/** The first of so many neighbouring ports that nobody listens on. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
