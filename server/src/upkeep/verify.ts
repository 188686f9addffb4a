import { createHash } from 'node:crypto'
import { readDataSettings } from '../config.ts'
import { findOrphans, findStoredFiles, measureFiles, type StoredFile } from '../modules/binary/index.ts'
import { checkItems, makeIndexAnew, readDocuments } from '../modules/content/index.ts'
import { findImportKeys } from '../modules/import-files/index.ts'
import { storageUse } from '../modules/quotas/index.ts'
import { checkListFiles } from '../modules/reader/index.ts'
import { findTenantIds, findTenants } from '../modules/tenants/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { findDangling } from '../platform/database/foreign-keys.ts'
import { ObjectMissing, type ObjectStore } from '../platform/object-storage/index.ts'
import { type Data, withData } from './data.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** One thing that is not as it should be. */
export interface Finding {
  readonly tenantId: string
  readonly kind: string
  readonly about: string
}

export interface VerifyOptions {
  /** External id; all tenants where it is left out. */
  readonly tenant?: string | undefined
  /** Of the items, one batch of so many is compared with its index, and with the files of lists. */
  readonly every?: number
  /** Where servers have the files of lists; left out: they are not looked at. */
  readonly dataFolder?: string
  /** For tests: what time it is. */
  readonly now?: () => number
}

/** Checks rows, files and what is derived from them; changes nothing. */
export async function verifyData({ address, files }: Data, options: VerifyOptions = {}): Promise<Finding[]> {
  const database = openDatabase({ address })
  try {
    const findings: Finding[] = []
    for (const tenantId of await tenantsOf(database, options.tenant)) {
      const add = (kind: string, about: string) => findings.push({ tenantId, kind, about })
      const dangling = await database.inTenantReadOnly(tenantId, (trx) => findDangling(trx, tenantId), limits)
      for (const { key, count } of dangling) add('row without what it refers to', `${key}: ${count}`)
      for await (const { kind, about } of checkItems(database, tenantId, options)) add(kind, about)
      const { dataFolder } = options
      const lists =
        dataFolder === undefined
          ? []
          : checkListFiles({ database, dataFolder, documents: readDocuments }, tenantId, options)
      for await (const { kind, about } of lists) add(kind, about)
      const sizes = await database.inTenantReadOnly(
        tenantId,
        (trx) => Promise.all([storageUse(trx, tenantId), measureFiles(trx, tenantId)]),
        limits,
      )
      const [kept, there] = sizes.map(({ files, storageBytes }) => `${files} with ${storageBytes} bytes`)
      if (kept !== there) add('count differs', `files: ${kept} kept, ${there} there`)
      for await (const { kind, about } of checkFiles(database, files, tenantId)) add(kind, about)
      const stored = { database, objects: files, findOthers: findImportKeys, ...(options.now && { now: options.now }) }
      for await (const key of findOrphans(stored, tenantId)) add('file that no row names', key)
    }
    return findings
  } finally {
    await database.close()
  }
}

const limits = { statementMs: 600_000, deadlineMs: 1_800_000 }

export function verify(variables: Variables, options: VerifyOptions): Promise<Finding[]> {
  const settings = readDataSettings(variables)
  return withData(settings, (data) => verifyData(data, { dataFolder: settings.dataDir, ...options }))
}

/** Makes the index of one tenant or of all anew; answers how many items it was. */
export const reproject = (variables: Variables, tenant: string | undefined): Promise<number> =>
  withData(readDataSettings(variables), async ({ address }) => {
    const database = openDatabase({ address })
    try {
      let itemCount = 0
      for (const tenantId of await tenantsOf(database, tenant)) itemCount += await makeIndexAnew(database, tenantId)
      return itemCount
    } finally {
      await database.close()
    }
  })

async function tenantsOf(database: Database, externalId: string | undefined): Promise<readonly string[]> {
  if (externalId === undefined) return await database.asSystem(findTenantIds)
  const found = await database.asSystem((system) => findTenants(system, [externalId]))
  if (found.length === 0) throw new Error(`There is no tenant "${externalId}".`)
  return found.map(({ tenantId }) => tenantId)
}

async function* checkFiles(
  database: Database,
  store: ObjectStore,
  tenantId: string,
): AsyncGenerator<Pick<Finding, 'kind' | 'about'>> {
  for (let after: string | undefined; ; ) {
    const last = after
    const files = await database.inTenantReadOnly(tenantId, (trx) => findStoredFiles(trx, tenantId, last, filesAtATime))
    for (const file of files) {
      const fault = await faultOf(store, file)
      if (fault !== undefined) yield { kind: fault, about: file.key }
    }
    after = files.at(-1)?.binaryId
    if (files.length < filesAtATime) return
  }
}

const filesAtATime = 1_000

async function faultOf(store: ObjectStore, { key, sha256 }: StoredFile): Promise<string | undefined> {
  const found = await store.get(key).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return undefined
    throw error
  })
  if (found === undefined) return 'missing file'
  const hash = createHash('sha256')
  for await (const chunk of found.stream) hash.update(chunk)
  return hash.digest('hex') === sha256 ? undefined : 'file has other bytes'
}
