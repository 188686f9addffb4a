import { join } from 'node:path'
import { readDataSettings } from '../config.ts'
import { findTenantIds } from '../modules/tenants/index.ts'
import {
  type Base,
  openArchive,
  type Pruned,
  pruneArchive,
  recoverDatabase,
  recoverFiles,
  writeBase,
} from '../platform/archive/index.ts'
import { BackupRefused } from '../platform/backup/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openObjectStore } from '../platform/object-storage/index.ts'
import { addressOf, backupKey, filesIn, filesOf } from './backup.ts'
import { withData } from './data.ts'
import { type Finding, verifyData } from './verify.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Makes a base copy for the archive of these settings, and removes from the archive what is not needed any more. */
export async function makeBase(variables: Variables): Promise<{ base: Base; pruned: Pruned }> {
  const config = readDataSettings(variables)
  if (config.archive === undefined)
    throw new BackupRefused('There is no archive: name one with PIM_ARCHIVE, for the server, too.')
  const archive = openArchive(config.archive)
  return await withData(config, async ({ address, files, superuser }) => {
    if (superuser === undefined) throw new BackupRefused('An outside PostgreSQL is archived by its own means.')
    const base = await writeBase(
      {
        owner: address.owner,
        files,
        tenantsIn: findTenantIds,
        filesOf: filesIn,
        productVersion: variables.npm_package_version ?? 'unknown',
        superuser,
        dataFolder: config.dataDir,
      },
      archive,
    )
    return { base, pruned: await pruneArchive(archive, config.archiveDays) }
  })
}

export interface RestoreFromArchive {
  readonly archive: string
  readonly at?: string | undefined
  readonly keyFile?: string | undefined
}

export interface RestoredFromArchive {
  readonly base: Base
  readonly lastChange: string | undefined
  readonly fileCount: number
  readonly missingFiles: readonly string[]
  readonly findings: readonly Finding[]
}

/** Brings the state of a moment back into an empty data folder, and its files into the store; checks all of it. */
export async function restoreFromArchive(
  variables: Variables,
  { archive: place, at, keyFile }: RestoreFromArchive,
): Promise<RestoredFromArchive> {
  const config = readDataSettings(variables)
  if (config.databaseUrl !== undefined)
    throw new BackupRefused('An archive is restored into the embedded database. Leave DATABASE_URL out.')
  const moment = at === undefined ? undefined : parseMoment(at)
  const archive = openArchive({ place: addressOf(place), key: await backupKey(variables, keyFile) })
  const recovered = await recoverDatabase({ archive, dataFolder: config.dataDir, at: moment })
  const { address, stop } = recovered.database
  try {
    // An archive of an earlier version is brought up to this one.
    await migrate(address)
    const files = openObjectStore(config.binaryStore ?? join(config.dataDir, 'binaries'))
    const database = openDatabase({ address })
    try {
      const named = async function* () {
        for (const tenantId of await database.asSystem(findTenantIds))
          yield* filesOf((read) => database.inTenantReadOnly(tenantId, read), tenantId)
      }
      const { copied, missing } = await recoverFiles(archive, named(), files)
      return {
        base: recovered.base,
        lastChange: recovered.lastChange,
        fileCount: copied,
        missingFiles: missing,
        findings: await verifyData({ address, files }),
      }
    } finally {
      await database.close()
    }
  } finally {
    await stop()
  }
}

function parseMoment(text: string): Date {
  if (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  )
    return new Date(text)
  throw new BackupRefused(`--at is a time with its zone, such as 2026-11-22T14:30:00Z, and not "${text}".`)
}
