import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '../src/platform/database/addresses.ts'
import { findTablePlaces } from '../src/platform/database/distribute.ts'
import { sessionSettings } from '../src/platform/database/pool.ts'

/** The folder for the statements that a test run sends; without it none are recorded. */
export const statementsVariable = 'PIM_TEST_STATEMENTS'

/** A statement that the server has sent in a transaction: a line of a file `<process>.jsonl`. */
export interface RecordedStatement {
  /** The function that has sent it, behind its file. */
  readonly name: string
  readonly text: string
  /** The numbers of the parameters that are the tenant; null in a transaction without one. */
  readonly tenants: readonly number[] | null
}

/** Facts of the migrated database that the rules for statements ask for. */
export interface RecordedCatalog {
  readonly tables: Readonly<Record<string, 'reference' | 'local' | 'distributed'>>
  /** Functions that read past the policies. */
  readonly definers: readonly string[]
  /** Functions whose result depends on more than what they are given: on settings or the time of the transaction. */
  readonly stable: readonly string[]
  /** Functions that change something, or give something else with each call. */
  readonly volatile: readonly string[]
}
export const catalogFile = 'catalog.json'

export async function recordCatalog(folder: string, connection: Connection): Promise<void> {
  const client = new pg.Client(sessionSettings(connection))
  await client.connect()
  try {
    const places = await findTablePlaces(client)
    const { rows } = await client.query<{ name: string; isDefiner: boolean; volatility: string }>(
      `select proname as name, bool_or(prosecdef and pronamespace = 'public'::regnamespace) as "isDefiner",
        case when bool_and(provolatile = 'v') then 'volatile' when bool_and(provolatile <> 'i') then 'stable' else '' end as volatility
      from pg_proc group by 1 order by 1`,
    )
    const namesOf = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map(({ name }) => name)
    const catalog: RecordedCatalog = {
      tables: Object.fromEntries(places.map(({ name, kind }) => [name, kind])),
      definers: namesOf(({ isDefiner }) => isDefiner),
      stable: namesOf(({ volatility }) => volatility === 'stable'),
      volatile: namesOf(({ volatility }) => volatility === 'volatile'),
    }
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, catalogFile), JSON.stringify(catalog))
  } finally {
    await client.end()
  }
}
