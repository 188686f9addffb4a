import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Another server uses this data folder. Two servers on one folder would lose rows, so the second one does not start.
 */
export class DataInUse extends Error {
  override readonly name = 'DataInUse'
}

export interface DataLock {
  release(): void
}

/**
 * Locks a folder for this process; throws `DataInUse` where another one has it. It is a file lock of the operating
 * system, taken through SQLite because Node has no call for it: it ends with the process, so a crash leaves no stale
 * lock.
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
