import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BackupRefused } from '../backup/backup-format.ts'
import { Meter } from '../backup/backup-objects.ts'
import type { Connection } from '../database/addresses.ts'
import type { SupervisorLog } from '../embedded-database/supervisor.ts'
import { ObjectMissing, type ObjectStore } from '../object-storage/index.ts'
import { type ArchivePlace, claimArchive, openArchive } from './archive.ts'
import { lastBase, openSpool, type Spool } from './spool.ts'

export interface ArchiverOptions extends ArchivePlace {
  readonly dataFolder: string
  /** A segment is passed on after this time at the latest, however little it holds. */
  readonly seconds: number
  readonly log: SupervisorLog
}

export interface ArchiveState {
  /** Segments and files that the archive does not have yet. */
  readonly waiting: number
  /** For how long the oldest of them has been waiting. */
  readonly behindSeconds: number
  readonly isLate: boolean
  readonly failures: number
  /** Infinite where there is none from which the archive goes on: then it brings nothing of today back. */
  readonly baseAgeSeconds: number
}

/** Copies the log and new files of the embedded database to the archive, and sees to nothing else. */
export interface Archiver {
  readonly segmentFolder: string
  readonly seconds: number
  /** Begins, once the database answers. Throws `BackupRefused` where the archive is that of another one. */
  begin(superuser: Connection): Promise<void>
  /** The store, whose new files go to the archive as well; `isKept` tells those from what can be made again. */
  follow(store: ObjectStore, isKept: (key: string) => boolean): ObjectStore
  state(): ArchiveState
  /** After PostgreSQL has ended: what it has left goes to the archive, too, as far as that takes no longer than this. */
  close(withinMs?: number): Promise<void>
}

const pauseMs = 500
const pauseAfterFailureMs = 2_000
const lastPassMs = 8_000

export async function createArchiver(options: ArchiverOptions): Promise<Archiver> {
  const { dataFolder, seconds, log } = options
  const archive = openArchive(options)
  const spool = await openSpool(dataFolder)
  const beingStored = new Set<string>()
  const ending = new AbortController()
  let files: ObjectStore | undefined
  let systemIdentifier: string | undefined
  let isClaimed = false
  let failures = 0
  let loggedAt = 0
  let waiting = 0
  let since: number | undefined
  let running: Promise<void> | undefined

  async function shipSegment(name: string): Promise<void> {
    const path = join(spool.segmentFolder, name)
    if (await archive.wal.exists(name)) {
      const kept = await digestOf(archive.wal.get(name, { isCompressed: true }).bytes)
      if (kept !== (await digestOf(createReadStream(path))))
        throw new Error(`the archive has another segment ${name} already: two databases write into it`)
    } else await archive.wal.put(name, createReadStream(path), { isCompressed: true })
    await rm(path)
  }

  async function shipFile(key: string, store: ObjectStore): Promise<void> {
    if (beingStored.has(key)) return
    const found = await store.get(key).catch((error: unknown) => {
      // It was never stored, or is removed again.
      if (error instanceof ObjectMissing) return undefined
      throw error
    })
    if (found !== undefined) await archive.files.put(key, found.stream)
    await spool.removeKey(key)
  }

  /** The files first: a row that names one is then never in the archive without it. */
  async function ship(signal: AbortSignal | undefined): Promise<void> {
    if (systemIdentifier === undefined) return
    const names = await spool.segments()
    if (!isClaimed) await claimArchive(archive, systemIdentifier)
    isClaimed = true
    if (files !== undefined) for (const key of await spool.keys()) await shipFile(key, files)
    for (const name of names) {
      if (signal?.aborted) return
      await shipSegment(name)
    }
  }

  async function attempt(signal?: AbortSignal): Promise<boolean> {
    try {
      await ship(signal)
      if (loggedAt > 0) log.warn('the archive is written again')
      loggedAt = 0
      return true
    } catch (error) {
      failures++
      if (Date.now() - loggedAt > 60_000) {
        log.warn(`the archive could not be written: ${error instanceof Error ? error.message : error}`)
        loggedAt = Date.now()
      }
      return false
    } finally {
      const found = await spool.waitingSince().catch(() => ({ count: waiting, since }))
      waiting = found.count
      since = found.since
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const isDone = await attempt(ending.signal)
      const pause = isDone ? pauseMs : pauseAfterFailureMs
      await sleep(pause, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    }
  }

  return {
    segmentFolder: spool.segmentFolder,
    seconds,
    async begin(superuser) {
      systemIdentifier = await systemIdentifierOf(superuser)
      try {
        await claimArchive(archive, systemIdentifier)
        isClaimed = true
      } catch (error) {
        if (error instanceof BackupRefused) throw error
        // Out of reach for now: the database serves, and its log waits.
        log.warn(`the archive cannot be reached: ${error instanceof Error ? error.message : error}`)
      }
      if (lastBase(dataFolder, archive.placeHash) === undefined)
        log.warn('the archive has no base copy that it could go on from: npm run task backup -- --base')
      running = run()
    },
    follow(store, isKept) {
      files = store
      return following(store, spool, beingStored, isKept)
    },
    state() {
      const behindSeconds = since === undefined ? 0 : Math.max(0, (Date.now() - since) / 1_000)
      const base = lastBase(dataFolder, archive.placeHash)
      return {
        waiting,
        behindSeconds,
        isLate: behindSeconds > seconds + 60,
        failures,
        baseAgeSeconds: base === undefined ? Number.POSITIVE_INFINITY : (Date.now() - base) / 1_000,
      }
    },
    async close(withinMs = lastPassMs) {
      ending.abort()
      const last = (async () => {
        await running
        if (running !== undefined) await attempt()
      })()
      await Promise.race([last, sleep(withinMs, undefined, { ref: false })])
    },
  }
}

async function systemIdentifierOf(superuser: Connection): Promise<string> {
  const client = new pg.Client(superuser)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}

/** Notes a key before its file is stored: after a crash the next archiver sees to it. */
function following(
  store: ObjectStore,
  spool: Spool,
  beingStored: Set<string>,
  isKept: (key: string) => boolean,
): ObjectStore {
  async function noted(key: string, put: () => Promise<void>): Promise<void> {
    if (!isKept(key)) return await put()
    beingStored.add(key)
    try {
      await spool.addKey(key)
      await put()
    } finally {
      beingStored.delete(key)
    }
  }
  return {
    ...store,
    put: (key, bytes, details) => noted(key, () => store.put(key, bytes, details)),
    putFile: (key, path, details) => noted(key, () => store.putFile(key, path, details)),
  }
}

async function digestOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const meter = new Meter()
  for await (const _ of meter.pass(bytes));
  return meter.measured().sha256
}
