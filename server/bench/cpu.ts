import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Connection } from '../src/platform/database/addresses.ts'

/** CPU time in milliseconds since the start of the processes. */
export interface Cpu {
  readonly here: number
  readonly database: number | undefined
}

/**
 * Measures the CPU time of this process and of the database. Unlike elapsed time it hardly depends on other work of the
 * machine. That of the database is known only where it runs on the same Linux machine.
 */
export class CpuMeter {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(superuser: Connection): Promise<CpuMeter> {
    const client = new pg.Client({ ...superuser })
    await client.connect()
    return new CpuMeter(client)
  }

  async read(): Promise<Cpu> {
    const { user, system } = process.cpuUsage()
    return { here: (user + system) / 1_000, database: await this.ofDatabase() }
  }

  /** The CPU time of all open connections. */
  async ofDatabase(): Promise<number | undefined> {
    const connections = await this.byConnection()
    return connections && [...connections.values()].reduce((sum, each) => sum + each, 0)
  }

  /** The CPU time of each open connection, by its process. */
  async byConnection(): Promise<ReadonlyMap<number, number> | undefined> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'pim'`,
    )
    try {
      return new Map(rows.map(({ pid }) => [pid, nanosecondsOf(pid) / 1e6]))
    } catch {
      return undefined
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const nanosecondsOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

/** The CPU time of one request, from two readings. */
export const cpuOfEach = (before: Cpu, after: Cpu, requests: number): Cpu => ({
  here: (after.here - before.here) / requests,
  database:
    after.database === undefined || before.database === undefined
      ? undefined
      : (after.database - before.database) / requests,
})
