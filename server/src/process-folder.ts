import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A folder for the temporary files of this process. */
export interface ProcessFolder {
  readonly path: string
  /** Removes it with all that is in it. */
  close(): Promise<void>
}

const beginning = '.process-'
const aliveEveryMs = 3_600_000
/** A process on another machine that has not shown a sign of life for so long is dead. */
const deadAfterMs = 24 * 3_600_000

/**
 * Makes the folder, and removes those of processes that were killed. On this machine a process that does not run any more
 * is known by its number; those of other machines, which may share the data folder, show that they are alive each hour.
 */
export async function openProcessFolder(dataFolder: string, now: () => number = Date.now): Promise<ProcessFolder> {
  const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, '_') || 'unknown'
  await removeAbandoned(dataFolder, machine, now())
  const path = await mkdtemp(join(dataFolder, `${beginning}${machine}-${process.pid}-`))
  const alive = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), aliveEveryMs).unref()
  return {
    path,
    async close() {
      clearInterval(alive)
      await rm(path, { recursive: true, force: true })
    },
  }
}

async function removeAbandoned(dataFolder: string, machine: string, now: number): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(beginning)) continue
    const path = join(dataFolder, name)
    const [, itsMachine, itsProcess] = /^\.process-(\w+)-(\d+)-\w+$/.exec(name) ?? []
    const found = await stat(path).catch(() => undefined)
    const isSilent = found !== undefined && now - found.mtimeMs > deadAfterMs
    const isDead = itsMachine === machine ? !isRunning(Number(itsProcess)) : isSilent
    if (isDead) await rm(path, { recursive: true, force: true })
  }
}

/** One with the number of this process is an earlier one: this one has no folder yet. In containers it is often the same. */
function isRunning(processId: number): boolean {
  if (processId === process.pid) return false
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // It belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
