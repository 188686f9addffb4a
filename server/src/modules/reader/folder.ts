import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DataInUse, type DataLock, lockData } from '../../platform/embedded-database/data-lock.ts'

/** Servers of one machine that may have their data in one folder. */
const mostServers = 64

export interface ReaderFolder {
  readonly path: string
  release(): void
}

/** A folder for the files of this process alone; the next server that starts in the data folder finds the files that one before has left. */
export async function openReaderFolder(dataFolder: string): Promise<ReaderFolder> {
  for (let number = 1; ; number += 1) {
    const path = join(dataFolder, `lists-${number}`)
    await mkdir(path, { recursive: true, mode: 0o700 })
    try {
      const lock: DataLock = await lockData(path)
      return { path, release: () => lock.release() }
    } catch (error) {
      if (!(error instanceof DataInUse) || number >= mostServers) throw error
    }
  }
}
