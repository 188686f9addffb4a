import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { readDataSettings } from '../config.ts'
import { findStoredFiles } from '../modules/binary/index.ts'
import { findTenantIds } from '../modules/tenants/index.ts'
import {
  type BackedUpFile,
  type BackupPlace,
  checkBackup,
  type Manifest,
  parseBackupKey,
  restoreBackup,
  writeBackup,
} from '../platform/backup/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { type ObjectStore, openObjectStore } from '../platform/object-storage/index.ts'
import { type Data, withData } from './data.ts'
import { releaseFilesIn, withReleaseFiles } from './release-files.ts'
import { releasePlace } from './release-place.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface BackupMade {
  /** What `--from` takes. */
  readonly address: string
  readonly manifest: Manifest
  /** What was found wrong when the backup was read again. */
  readonly faults: readonly string[]
}

export interface DataWithReleases extends Data {
  /** Where the server keeps the releases of sections. */
  readonly releases: ObjectStore
}

/** Writes a backup of the data that a server with these settings uses, and reads it again. */
export const backUp = (variables: Variables, to: string, keyFile: string | undefined): Promise<BackupMade> =>
  withData(readDataSettings(variables), async (data) => {
    const name = `pim-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
    const place = { store: openObjectStore(addressOf(to)), name, key: await backupKey(variables, keyFile) }
    // As the server reads it, which may be a folder that other servers do not see: it then has what is there.
    const { releaseStore, dataDir } = readDataSettings(variables)
    const releases = openObjectStore(releaseStore ?? join(dataDir, 'releases'))
    await backUpData({ ...data, releases }, place, variables.npm_package_version ?? 'unknown')
    return { address: within(to, name), ...(await checkBackup(place)) }
  })

/** `filesIn` and `findTenantIds` are what the platform has to be told of the tables. */
export const backUpData = (
  { address, files, releases }: DataWithReleases,
  place: BackupPlace,
  productVersion: string,
): Promise<Manifest> =>
  writeBackup(
    {
      owner: address.owner,
      files: withReleaseFiles(files, () => releases),
      tenantsIn: findTenantIds,
      filesOf: filesIn,
      sharedFiles: (system) => releaseFilesIn(system, releases),
      productVersion,
    },
    place,
  )

export const restore = async (
  variables: Variables,
  from: string,
  { keyFile, replace }: { readonly keyFile: string | undefined; readonly replace: boolean },
): Promise<Manifest> => {
  const place = await placeOf(variables, from, keyFile)
  const config = readDataSettings(variables)
  const openReleases = () => openObjectStore(releasePlace(config))
  return await withData(
    config,
    (data) => restoreBackup(place, { ...data, files: withReleaseFiles(data.files, openReleases), replace }),
    { alone: true },
  )
}

export const verifyBackup = async (
  variables: Variables,
  from: string,
  keyFile: string | undefined,
): Promise<Omit<BackupMade, 'address'>> => checkBackup(await placeOf(variables, from, keyFile))

const placeOf = async (variables: Variables, from: string, keyFile: string | undefined): Promise<BackupPlace> => ({
  store: openObjectStore(addressOf(from)),
  name: '',
  key: await backupKey(variables, keyFile),
})

const filesAtATime = 1_000

export const filesIn = (trx: Transaction, tenantId: string): AsyncGenerator<BackedUpFile> =>
  filesOf((read) => read(trx), tenantId)

/** The files that the rows of a tenant name; `inTransaction` runs each look-up. */
export async function* filesOf(
  inTransaction: <T>(read: (trx: Transaction) => Promise<T>) => Promise<T>,
  tenantId: string,
): AsyncGenerator<BackedUpFile> {
  for (let after: string | undefined; ; ) {
    const last = after
    const files = await inTransaction((trx) => findStoredFiles(trx, tenantId, last, filesAtATime))
    yield* files
    after = files.at(-1)?.binaryId
    if (files.length < filesAtATime) return
  }
}

/** Never an argument of the command, which every account of the machine could read. */
export async function backupKey(variables: Variables, keyFile: string | undefined): Promise<Buffer | undefined> {
  const text = keyFile === undefined ? variables.PIM_BACKUP_KEY : await readFile(keyFile, 'utf8')
  return text === undefined || text === '' ? undefined : parseBackupKey(text)
}

const isUrl = (place: string): boolean => /^(?:file|s3):/.test(place)
export const addressOf = (place: string): string => (isUrl(place) || isAbsolute(place) ? place : resolve(place))

function within(place: string, name: string): string {
  const address = addressOf(place)
  if (!isUrl(address)) return `${address.replace(/\/$/, '')}/${name}`
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${name}`
  return url.href
}
