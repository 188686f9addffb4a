import { access, chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BackedUpFile, BackupRefused } from '../backup/backup-format.ts'
import { eachOf } from '../backup/backup-objects.ts'
import { faultOf } from '../backup/check-backup.ts'
import { ownedFolder } from '../embedded-database/cluster.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database/embedded-database.ts'
import { runsAsRoot, unprivileged } from '../embedded-database/native-postgres.ts'
import type { SupervisorLog } from '../embedded-database/supervisor.ts'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import { type Archive, segmentPattern } from './archive.ts'
import { type Base, clusterObject, readBases } from './base-copy.ts'
import { unpackTar } from './cluster-tar.ts'
import { openLogHandOver } from './log-hand-over.ts'

export interface Recovery {
  readonly archive: Archive
  /** A data folder without a database. */
  readonly dataFolder: string
  /** The moment whose state is wanted; all that the archive has where it is left out. */
  readonly at: Date | undefined
}

export interface Recovered {
  readonly database: EmbeddedDatabase
  readonly base: Base
  /** When the last change that was brought back was made, as PostgreSQL writes it; undefined where there was none. */
  readonly lastChange: string | undefined
}

const dayMs = 86_400_000

/** Unpacks a base copy and has PostgreSQL replay the log behind it; the database runs afterwards, and takes no part in an archive. */
export async function recoverDatabase({ archive, dataFolder, at }: Recovery): Promise<Recovered> {
  const base = await chooseBase(archive, at)
  await mkdir(dataFolder, { recursive: true })
  const folder = await realpath(dataFolder)
  const cluster = join(folder, 'postgres')
  if (await exists(cluster))
    throw new BackupRefused(`${cluster} has a database already. Name an empty folder with PIM_DATA_DIR.`)
  await unpackBase(archive, base, cluster)
  const log = await openLogHandOver(archive, join(folder, 'log-hand-over'))
  const lines: string[] = []
  try {
    const database = await startEmbeddedDatabase({
      dataFolder: folder,
      log: collector(lines),
      readyWithinMs: dayMs,
      settings: {
        restore_command: log.command,
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        // The abbreviation Z would need a setting that is read later.
        ...(at && { recovery_target_time: at.toISOString().replace('Z', '+00') }),
        // Nobody reads meanwhile, and settings of the server that wrote the log need not be met.
        hot_standby: 'off',
        ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
        wal_level: 'replica',
      },
    })
    await claimTimeline(archive, cluster)
    return { database, base, lastChange: lastChangeIn(lines) }
  } catch (error) {
    await rm(cluster, { recursive: true, force: true })
    throw log.fault ?? explained(error, at, lines)
  } finally {
    await log.close()
  }
}

async function chooseBase(archive: Archive, at: Date | undefined): Promise<Base> {
  const bases = await readBases(archive)
  const [first] = bases
  if (first === undefined) throw new BackupRefused('There is no archive with a whole base copy here.')
  const base = bases.findLast(({ madeAt }) => at === undefined || Date.parse(madeAt) <= at.getTime())
  if (base === undefined) throw new BackupRefused(`The archive begins at ${first.madeAt}, which is after that.`)
  if (at === undefined && (await hasLaterTimeline(archive, base.timeline)))
    throw new BackupRefused(
      `After ${base.madeAt} the database was brought back and written on without a base copy, so that its end cannot be brought back. Name a moment with --at.`,
    )
  return base
}

async function hasLaterTimeline(archive: Archive, timeline: number): Promise<boolean> {
  for await (const { key } of archive.store.list('wal/')) {
    const name = key.slice('wal/'.length)
    if (segmentPattern.test(name) && Number.parseInt(name.slice(0, 8), 16) > timeline) return true
  }
  return false
}

async function unpackBase(archive: Archive, base: Base, cluster: string): Promise<void> {
  const unfinished = await ownedFolder(`${cluster}.new-`)
  const owner = runsAsRoot ? unprivileged : undefined
  const reading = archive.base(base.name).get(clusterObject, { isCompressed: true })
  await unpackTar(reading.bytes, unfinished, owner)
  if (faultOf(reading, base.clusterSha256) !== undefined)
    throw new BackupRefused(`The base copy ${base.name} was changed. Nothing was restored.`)
  for (const [name, text] of [
    ['backup_label', base.backupLabel],
    ['recovery.signal', ''],
  ] as const) {
    await writeFile(join(unfinished, name), text, { mode: 0o600, flush: true })
    if (owner) await chown(join(unfinished, name), owner.uid, owner.gid)
  }
  for (const name of ['archive_status', 'summaries']) {
    await mkdir(join(unfinished, 'pg_wal', name), { recursive: true, mode: 0o700 })
    if (owner) await chown(join(unfinished, 'pg_wal', name), owner.uid, owner.gid)
  }
  if (owner) await chown(join(unfinished, 'pg_wal'), owner.uid, owner.gid)
  await rename(unfinished, cluster)
}

/** The number of the new timeline is taken, so that another recovery from this archive gets another one. */
async function claimTimeline(archive: Archive, cluster: string): Promise<void> {
  for (const name of await readdir(join(cluster, 'pg_wal'))) {
    if (!/^[0-9A-F]{8}\.history$/.test(name) || (await archive.wal.exists(name))) continue
    const text = await readFile(join(cluster, 'pg_wal', name))
    await archive.wal.put(name, Readable.from([text]), { isCompressed: true })
  }
}

function collector(lines: string[]): SupervisorLog {
  const add = (line: string) => {
    if (/last completed transaction|recovery stopping|recovery ended/.test(line)) lines.push(line)
  }
  return { info: add, warn: add }
}

const lastChangeIn = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /last completed transaction was at log time (.+)$/.exec(line)?.[1]).findLast((time) => time)

function explained(error: unknown, at: Date | undefined, lines: readonly string[]): unknown {
  if (!lines.some((line) => line.includes('recovery ended before configured recovery target was reached'))) return error
  const last = lastChangeIn(lines)
  return new BackupRefused(
    `The archive ends before ${at?.toISOString()}${last === undefined ? '' : `: its last change is of ${last}`}. Leave --at out to restore all that it has.`,
    { cause: error },
  )
}

/** Copies the files that rows name and the store does not have; answers those that the archive does not have either. */
export async function recoverFiles(
  archive: Archive,
  named: AsyncIterable<BackedUpFile>,
  files: ObjectStore,
): Promise<{ copied: number; missing: string[] }> {
  const result = { copied: 0, missing: [] as string[] }
  await eachOf(named, 6, async ({ key, mimeType, byteSize, sha256 }) => {
    if (await files.exists(key)) return
    const reading = archive.files.get(key)
    try {
      await files.put(key, Readable.from(reading.bytes), { contentType: mimeType, byteSize })
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      result.missing.push(key)
      return
    }
    if (faultOf(reading, sha256) === undefined) {
      result.copied++
      return
    }
    await files.delete(key)
    result.missing.push(key)
  })
  return result
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
