import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Connection, type DatabaseAddress, outsideDatabase } from '../src/platform/database/addresses.ts'
import { loadMigrations, migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded-database/embedded-database.ts'
import { type BenchTenant, tenantOf } from './catalogue.ts'
import { fill } from './fill.ts'

export interface BenchDatabase {
  readonly address: DatabaseAddress
  readonly superuser: Connection
  readonly large: BenchTenant
  readonly small: readonly BenchTenant[]
  /** The data folder of the server whose files of lists are kept with the database. */
  readonly lists: string
  stop(): Promise<void>
}

const smallTenants = 20
const itemsOfSmall = 200

/** Settings while the database is filled; the measurements run with the product's settings. */
const fillSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  maintenance_work_mem: '1GB',
}

/**
 * Opens a database with a large tenant of `rows` content variations and twenty small ones. It is filled once and
 * cached, by a fingerprint of the tables and of the code that generates the rows. In a `kept` folder it is filled once
 * and then only migrated, because a million rows take long to fill.
 */
export async function openBenchDatabase(
  rows: number,
  log: (line: string) => void,
  kept?: string,
): Promise<BenchDatabase> {
  const large = tenantOf(0, Math.ceil(rows / 3))
  const small = Array.from({ length: smallTenants }, (_, at) => tenantOf(at + 1, itemsOfSmall))
  const tenants = [large, ...small]
  const outside = process.env.DATABASE_URL
  if (outside) return openOutside(outside, large, small, log)

  const cache = fileURLToPath(new URL('../../.cache/bench/', import.meta.url))
  const folder = kept ? resolve(kept) : join(cache, `${rows}-${(await fingerprint()).slice(0, 16)}`)
  const marker = join(folder, 'filled')
  if (!existsSync(marker)) {
    if (!kept) await removeOlder(cache, rows)
    await mkdir(folder, { recursive: true })
    const filling = await startEmbeddedDatabase({ dataFolder: folder, settings: fillSettings })
    try {
      await migrate(filling.address)
      await fill(filling, tenants, log)
    } finally {
      await filling.stop()
    }
    await writeFile(marker, String(rows))
  }
  if (kept && (await readFile(marker, 'utf8')) !== String(rows))
    throw new Error(`${folder} was filled with another number of rows: ${await readFile(marker, 'utf8')}`)
  const running = await startEmbeddedDatabase({ dataFolder: folder })
  if (kept) await migrate(running.address)
  return {
    address: running.address,
    superuser: running.superuser,
    large,
    small,
    lists: folder,
    stop: () => running.stop(),
  }
}

/** Uses an empty database of an external PostgreSQL, and does not delete it afterwards. */
async function openOutside(
  url: string,
  large: BenchTenant,
  small: readonly BenchTenant[],
  log: (line: string) => void,
): Promise<BenchDatabase> {
  const address = outsideDatabase(url)
  await migrate(address)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query('select 1 from schema_migration, tenant limit 1')
  await client.end()
  if (rowCount === 0) await fill({ address, superuser: { connectionString: url } }, [large, ...small], log)
  const lists = await mkdtemp(join(tmpdir(), 'pim-bench-lists-'))
  const stop = () => rm(lists, { recursive: true, force: true })
  return { address, superuser: { connectionString: url }, large, small, lists, stop }
}

/** A hash of the migrations and of all code that determines the rows. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const { sql } of await loadMigrations()) hash.update(sql)
  const own = fileURLToPath(new URL('./', import.meta.url))
  const projection = fileURLToPath(new URL('../src/modules/content-index/write/', import.meta.url))
  const files = [
    ...['catalogue.ts', 'content-types.ts', 'copy-rows.ts', 'fill.ts', 'random.ts', 'vocabulary.ts'].map(
      (name) => own + name,
    ),
    ...(await readdir(projection)).filter((name) => !name.endsWith('.test.ts')).map((name) => projection + name),
  ]
  for (const file of files.sort()) hash.update(await readFile(file))
  return hash.digest('hex')
}

/** Removes older databases of the same size, because a database of a million rows takes gigabytes. */
async function removeOlder(cache: string, rows: number): Promise<void> {
  const names = existsSync(cache) ? await readdir(cache) : []
  for (const name of names.filter((each) => each.startsWith(`${rows}-`)))
    await rm(join(cache, name), { recursive: true, force: true })
}
