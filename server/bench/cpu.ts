import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Connection } from '../src/platform/database/addresses.ts'

/** Milliseconds of processor since the process began. */
export interface Cpu {
  readonly here: number
  readonly database: number | undefined
}

/**
 * What work takes of the processors, here and in the database. Unlike the time it takes, that hardly depends on what
 * else the machine does. The database tells only where it runs on this Linux.
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

  /** Of all connections that are open. */
  async ofDatabase(): Promise<number | undefined> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'pim'`,
    )
    try {
      return rows.reduce((sum, { pid }) => sum + nanosecondsOf(pid) / 1e6, 0)
    } catch {
      return undefined
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

const nanosecondsOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

/** For each of so many requests. */
export const cpuOfEach = (before: Cpu, after: Cpu, requests: number): Cpu => ({
  here: (after.here - before.here) / requests,
  database:
    after.database === undefined || before.database === undefined
      ? undefined
      : (after.database - before.database) / requests,
})
