import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { BackupRefused } from '../backup/backup-format.ts'
import { backupObjects, linesOf, textOf } from '../backup/backup-objects.ts'
import { withRowSnapshot } from '../backup/row-snapshot.ts'
import { type BackupSource, linesOfFiles, sha256Of } from '../backup/write-backup.ts'
import type { Connection } from '../database/addresses.ts'
import { ObjectMissing } from '../object-storage/index.ts'
import { type Archive, once } from './archive.ts'
import { tarOf } from './cluster-tar.ts'
import { noteBase } from './spool.ts'

const baseSchema = z.object({
  format: z.literal(1),
  /** What it holds is the state of this moment, and of none before: from here on the log is replayed. */
  madeAt: z.string(),
  productVersion: z.string(),
  postgres: z.string(),
  timeline: z.number().int(),
  /** The first segment of the log that it needs, and the last one without which it is torn. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  backupLabel: z.string(),
  clusterSha256: z.string(),
  byteSize: z.number(),
  fileCount: z.number(),
})
export type Base = Readonly<z.output<typeof baseSchema>> & { readonly name: string }

export interface BaseSource extends Omit<BackupSource, 'sharedFiles'> {
  readonly superuser: Connection
  /** PIM_DATA_DIR; the database is its subfolder `postgres`. */
  readonly dataFolder: string
}

export const clusterObject = 'cluster.tar'
export const filesObject = 'files.jsonl'
const manifestObject = 'manifest.json'
const completeObject = 'complete'

/**
 * Copies the folder of the running database between PostgreSQL's `pg_backup_start` and `pg_backup_stop`, and then the files
 * that the archive does not have. Ends when the segments of the log without which the copy is torn are in the archive.
 */
export async function writeBase(source: BaseSource, archive: Archive): Promise<Base> {
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const objects = archive.base(name)
  const copied = await copyCluster(source, (bytes) => objects.put(clusterObject, bytes, { isCompressed: true }))
  const { segments, ...about } = copied
  const listed = await copyFiles(source, archive, (lines) => objects.put(filesObject, lines, { isCompressed: true }))
  await untilArchived(archive, segments.last)
  const base: Omit<Base, 'name'> = {
    format: 1,
    productVersion: source.productVersion,
    ...about,
    firstSegment: segments.first,
    lastSegment: segments.last,
    fileCount: listed,
  }
  const { sha256 } = await objects.put(manifestObject, once(JSON.stringify(base, null, 1)))
  await backupObjects({ store: archive.store, name: `base/${name}`, key: undefined }).put(completeObject, once(sha256))
  await checkBase(archive, { name, ...base })
  await noteBase(source.dataFolder, archive.placeHash, Date.parse(base.madeAt))
  return { name, ...base }
}

async function copyCluster(
  { superuser, dataFolder }: BaseSource,
  put: (bytes: AsyncIterable<Buffer>) => Promise<{ readonly sha256: string; readonly byteSize: number }>,
) {
  const client = new pg.Client({ ...superuser, statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: modes } = await client.query<{ mode: string; postgres: string }>(
      `select current_setting('archive_mode') as mode, current_setting('server_version') as postgres`,
    )
    if (modes[0]?.mode !== 'on')
      throw new BackupRefused('The server that runs on this data has no archive. Start it with PIM_ARCHIVE.')
    await client.query(`select pg_backup_start('pim', true)`)
    const { sha256, byteSize } = await put(tarOf(`${dataFolder}/postgres`))
    const { rows } = await client.query<{ label: string; last: string; madeAt: string; timeline: number }>(
      `select b.labelfile as label, pg_walfile_name(b.lsn) as last, now() as "madeAt", c.timeline_id as timeline
      from pg_backup_stop(true) b, pg_control_checkpoint() c`,
    )
    const [ended] = rows
    const first = /\(file ([0-9A-F]{24})\)/.exec(ended?.label ?? '')?.[1]
    if (ended === undefined || first === undefined) throw new Error('PostgreSQL did not say where the base copy begins')
    const { rows: clock } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return {
      madeAt: new Date(clock[0]?.now ?? Date.now()).toISOString(),
      postgres: modes[0].postgres,
      timeline: ended.timeline,
      backupLabel: ended.label,
      clusterSha256: sha256,
      byteSize,
      segments: { first, last: ended.last },
    }
  } finally {
    // Ends a base copy that failed, too.
    await client.end()
  }
}

/** Lists the files that rows name, and copies those that the archive lacks; answers how many the rows name. */
async function copyFiles(
  { owner, tenantsIn, filesOf, files }: BaseSource,
  archive: Archive,
  put: (lines: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<number> {
  const there = new Set<string>()
  for await (const { key } of archive.store.list('files/')) there.add(key.slice('files/'.length))
  let count = 0
  const missing: string[] = []
  await withRowSnapshot(owner, tenantsIn, async (snapshot) => {
    const named = snapshot.forEachTenant(filesOf)
    const noticed = async function* () {
      for await (const file of named) {
        count++
        if (!there.has(file.key)) missing.push(file.key)
        yield file
      }
    }
    await put(linesOfFiles(noticed()))
  })
  for (const key of missing) {
    const found = await files.get(key).catch((error: unknown) => {
      // Erased meanwhile, or lost before: `verify` names it.
      if (error instanceof ObjectMissing) return undefined
      throw error
    })
    if (found !== undefined) await archive.files.put(key, found.stream)
  }
  return count
}

async function untilArchived(archive: Archive, segment: string): Promise<void> {
  for (const until = Date.now() + 120_000; !(await archive.wal.exists(segment)); await sleep(100))
    if (Date.now() > until)
      throw new BackupRefused(
        `The log of the base copy (${segment}) does not reach the archive. See the log of the server.`,
      )
}

/** Reads the copy again. */
async function checkBase(archive: Archive, base: Base): Promise<void> {
  const reading = archive.base(base.name).get(clusterObject, { isCompressed: true })
  for await (const _ of reading.bytes);
  if (reading.measured().sha256 !== base.clusterSha256)
    throw new BackupRefused(`The base copy ${base.name} was changed.`)
}

/** All whole base copies, the oldest first. */
export async function readBases(archive: Archive): Promise<Base[]> {
  const bases: Base[] = []
  for (const name of await namesOfBases(archive)) {
    const plain = backupObjects({ store: archive.store, name: `base/${name}`, key: undefined })
    if (!(await plain.exists(completeObject))) continue
    const complete = await textOf(plain.get(completeObject).bytes)
    const text = await textOf(archive.base(name).get(manifestObject).bytes)
    if (sha256Of(text) !== complete.trim()) throw new BackupRefused(`The base copy ${name} was changed.`)
    bases.push({ ...baseSchema.parse(JSON.parse(text)), name })
  }
  return bases.sort((one, other) => (one.madeAt < other.madeAt ? -1 : 1))
}

export async function namesOfBases(archive: Archive): Promise<string[]> {
  const names = new Set<string>()
  for await (const { key } of archive.store.list('base/')) names.add(key.split('/')[1] ?? '')
  return [...names].sort()
}

export async function removeBase(archive: Archive, name: string): Promise<void> {
  const objects = archive.base(name)
  // First, so that a half removed one is none.
  for (const object of [completeObject, manifestObject, clusterObject, filesObject]) await objects.delete(object)
}

/** The keys of the files that a base copy names. */
export async function* filesOfBase(archive: Archive, name: string): AsyncGenerator<string> {
  for await (const line of linesOf(archive.base(name).get(filesObject, { isCompressed: true }).bytes))
    yield z.object({ key: z.string() }).parse(JSON.parse(line)).key
}
