import { join } from 'node:path'
import type { DataSettings } from '../config.ts'
import { isOriginal } from '../modules/binary/index.ts'
import { startOwnDatabase } from '../own-database.ts'
import { type Connection, type DatabaseAddress, outsideDatabase } from '../platform/database/addresses.ts'
import { type ObjectStore, openObjectStore } from '../platform/object-storage/index.ts'

/** The rows and files that a server with these settings would use. */
export interface Data {
  readonly address: DatabaseAddress
  readonly files: ObjectStore
}

/** With the superuser of the embedded database. */
export interface OpenedData extends Data {
  readonly superuser?: Connection
}

/**
 * Opens the data beside a server that runs on it, or without one. With `alone`, a server that runs on the embedded database
 * is an error.
 */
export async function withData<T>(
  config: DataSettings,
  work: (data: OpenedData) => Promise<T>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<T> {
  const files = openObjectStore(config.binaryStore ?? join(config.dataDir, 'binaries'))
  if (config.databaseUrl !== undefined) return await work({ address: outsideDatabase(config.databaseUrl), files })
  const { runningDatabase } = await import('../platform/embedded-database/embedded-database.ts')
  const { DataInUse } = await import('../platform/embedded-database/data-lock.ts')
  try {
    const own = await startOwnDatabase(config)
    try {
      const followed = own.archiver?.follow(files, isOriginal) ?? files
      return await work({ address: own.address, files: followed, superuser: own.superuser })
    } finally {
      await own.stop()
    }
  } catch (error) {
    if (alone || !(error instanceof DataInUse)) throw error
    const running = await runningDatabase(config.dataDir)
    if (running === undefined) throw error
    return await work({ ...running, files })
  }
}
