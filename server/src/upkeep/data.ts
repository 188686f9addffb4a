import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataSettings } from '../config.ts'
import { type DatabaseAddress, outsideDatabase } from '../platform/database/addresses.ts'
import { type ObjectStore, openObjectStore } from '../platform/object-storage/index.ts'

/** The rows and files that a server with these settings would use. */
export interface Data {
  readonly address: DatabaseAddress
  readonly files: ObjectStore
}

/**
 * Opens the data beside a server that runs on it, or without one. With `alone`, a server that runs on the embedded database
 * is an error.
 */
export async function withData<T>(
  config: DataSettings,
  work: (data: Data) => Promise<T>,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<T> {
  const files = openObjectStore(config.binaryStore ?? join(config.dataDir, 'binaries'))
  if (config.databaseUrl !== undefined) return await work({ address: outsideDatabase(config.databaseUrl), files })
  const { runningDatabase, startEmbeddedDatabase } = await import('../platform/embedded-database/embedded-database.ts')
  const { DataInUse } = await import('../platform/embedded-database/data-lock.ts')
  await mkdir(config.dataDir, { recursive: true })
  try {
    const embedded = await startEmbeddedDatabase({ dataFolder: config.dataDir })
    try {
      return await work({ address: embedded.address, files })
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    if (alone || !(error instanceof DataInUse)) throw error
    const address = await runningDatabase(config.dataDir)
    if (address === undefined) throw error
    return await work({ address, files })
  }
}
