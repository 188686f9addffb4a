import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { citusWorkersVariable } from './citus.ts'
import { startTestPostgres, testPostgresVariable } from './test-database.ts'

let finish: () => Promise<void> = async () => {}

/** Runs once before all test files: makes the template database on a coordinator that is there, and on its workers. */
export async function setup(): Promise<void> {
  const coordinator = process.env.PIM_TEST_COORDINATOR
  if (!coordinator) throw new Error('PIM_TEST_COORDINATOR names no coordinator')
  process.env.DATABASE_URL = coordinator
  process.env[citusWorkersVariable] = (await workersOf(coordinator)).join(' ')
  const folder = await mkdtemp(join(tmpdir(), 'pim-test-citus-'))
  const { server, stop } = await startTestPostgres(folder)
  process.env[testPostgresVariable] = JSON.stringify(server)
  finish = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const teardown = (): Promise<void> => finish()

/** The addresses of the workers, which take the same login. */
async function workersOf(coordinator: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select node_name as host, node_port as port from citus_get_active_worker_nodes() order by node_name, node_port',
    )
    if (rows.length === 0) throw new Error('the coordinator of PIM_TEST_COORDINATOR knows no worker')
    return rows.map(({ host, port }) => {
      const url = new URL(coordinator)
      url.hostname = host
      url.port = String(port)
      return url.href
    })
  } finally {
    await client.end()
  }
}
