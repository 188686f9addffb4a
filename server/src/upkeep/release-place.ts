import { join } from 'node:path'
import { ConfigError, type DataSettings } from '../config.ts'

/** Where the releases of sections are kept. Throws where other servers of the same database may not see the place. */
export function releasePlace({ releaseStore, databaseUrl, dataDir, isBinaryFolderShared }: DataSettings): string {
  if (releaseStore !== undefined) return releaseStore
  if (databaseUrl === undefined || isBinaryFolderShared) return join(dataDir, 'releases')
  throw new ConfigError(
    'PIM_RELEASE_STORE is a folder in PIM_DATA_DIR beside DATABASE_URL, and other servers of that database may not see it. Name an s3: URL, or a file: URL that all of them see',
  )
}
