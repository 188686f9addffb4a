import { createWriteStream } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runsAsRoot, unprivileged } from '../embedded-database/native-postgres.ts'
import { ObjectMissing } from '../object-storage/index.ts'
import { type Archive, walPattern } from './archive.ts'

/**
 * Hands the log of an archive to a PostgreSQL that recovers, segment by segment as it asks for them. Its command is a few
 * lines of shell that leave the wanted name in a folder and wait: what a store, a key or the product needs, the account
 * of PostgreSQL does not have. What fails ends the recovery; only a segment that the archive does not have ends the log.
 */
export interface LogHandOver {
  /** PostgreSQL's `restore_command`. */
  readonly command: string
  /** Why a segment could not be handed over. */
  readonly fault: Error | undefined
  close(): Promise<void>
}

/** Of a fiftieth of a second each: a quarter of an hour for a segment. */
const maxWaits = 45_000

export async function openLogHandOver(archive: Archive, folder: string): Promise<LogHandOver> {
  await rm(folder, { recursive: true, force: true })
  for (const path of [folder, ...['wanted', 'here', 'none', 'fault'].map((name) => join(folder, name))]) {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (runsAsRoot) await chown(path, unprivileged.uid, unprivileged.gid)
  }
  const ending = new AbortController()
  let fault: Error | undefined

  async function handOver(name: string): Promise<void> {
    const place = (state: string) => join(folder, state, name)
    await rm(place('wanted'))
    try {
      const { bytes } = archive.wal.get(name, { isCompressed: true })
      await pipeline(Readable.from(bytes), createWriteStream(join(folder, name)))
      if (runsAsRoot) await chown(join(folder, name), unprivileged.uid, unprivileged.gid)
      await rename(join(folder, name), place('here'))
    } catch (error) {
      if (!(error instanceof ObjectMissing)) fault = error instanceof Error ? error : new Error(String(error))
      await writeFile(place(error instanceof ObjectMissing ? 'none' : 'fault'), '')
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      for (const name of await readdir(join(folder, 'wanted'))) if (walPattern.test(name)) await handOver(name)
      await sleep(10, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = run().catch((error: Error) => {
    fault = error
  })

  return {
    command: commandFor(folder),
    get fault() {
      return fault
    },
    async close() {
      ending.abort()
      await running
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL takes a code of more than 125 for a fault, which ends it, and any other for the end of the log. */
function commandFor(folder: string): string {
  const quoted = `'${folder.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
  return `d=${quoted}; : > "$d/wanted/%f" || exit 200; n=0
while [ $n -lt ${maxWaits} ]; do
  if [ -e "$d/here/%f" ]; then mv "$d/here/%f" "%p"; exit $?; fi
  if [ -e "$d/none/%f" ]; then rm "$d/none/%f"; exit 1; fi
  if [ -e "$d/fault/%f" ]; then exit 200; fi
  n=$((n+1)); sleep 0.02
done
exit 200`
}
