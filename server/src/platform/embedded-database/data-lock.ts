import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Somebody else works on this data. Two at once lose rows, so the second never starts. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

export interface DataLock {
  release(): void
}

/**
 * Holds a folder for this process alone. The lock is the operating system's own (SQLite takes it for us; Node has no
 * other way to one), so it ends with the process however that ends, and no stale file is ever in the way.
 */
export async function lockData(folder: string): Promise<DataLock> {
  await mkdir(folder, { recursive: true })
  const noteFile = join(folder, 'server.pid')
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = off; begin exclusive')
  } catch (error) {
    lock.close()
    throw new DataInUse(
      `Another server${holderOf(noteFile)} works on the data in ${folder}. Stop it first, or give this one a folder of its own with PIM_DATA_DIR.`,
      { cause: error },
    )
  }
  writeFileSync(noteFile, `${process.pid}\n`)
  return { release: () => lock.close() }
}

function holderOf(noteFile: string): string {
  try {
    return ` (process ${readFileSync(noteFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
