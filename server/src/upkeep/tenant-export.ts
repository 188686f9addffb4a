import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { readDataSettings } from '../config.ts'
import { recordChange } from '../modules/audit/index.ts'
import { storedFilesOf } from '../modules/binary/index.ts'
import { makeIndexAnew } from '../modules/content/index.ts'
import { completeTenant, findExportable, openEmptyTenant } from '../modules/tenants/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import {
  checkExport,
  findExportedTables,
  ImportRefused,
  importFiles,
  importRows,
  lastMigration,
  tenantExport,
} from '../platform/tenant-export/index.ts'
import { type Data, withData } from './data.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Writes a tenant into a file that is not there yet. */
export const exportTenant = (variables: Variables, externalId: string, path: string): Promise<void> =>
  withData(readDataSettings(variables), (data) => exportTenantOf(data, externalId, path))

export const exportTenantOf = (data: Data, externalId: string, path: string): Promise<void> =>
  withDatabase(data, async (database) => {
    const found = await findExportable(database, externalId)
    if (found === undefined) throw new ImportRefused(`There is no tenant "${externalId}".`)
    const parts = { database, objects: data.files, temporaryFolder: tmpdir(), filesOf: storedFilesOf }
    await pipeline(tenantExport(parts, found.tenantId, found.tenant), createWriteStream(path, { flags: 'wx' }))
  })

export interface Imported {
  readonly rowCount: number
  readonly fileCount: number
  readonly itemCount: number
  readonly missingFiles: readonly string[]
}

/** Opens a tenant with what an export has. */
export const importTenant = (variables: Variables, path: string, externalId: string): Promise<Imported> =>
  withData(readDataSettings(variables), (data) => importTenantOf(data, path, externalId))

const limits = { statementMs: 600_000, deadlineMs: 7_200_000 }

export const importTenantOf = ({ address, files }: Data, path: string, externalId: string): Promise<Imported> =>
  withDatabase({ address }, async (database) => {
    const { manifest, end } = await checkExport(path)
    const [tables, migration] = await Promise.all([database.asSystem(findExportedTables), lastMigration()])
    if (migration !== manifest.migration || JSON.stringify(tables) !== JSON.stringify(manifest.tables))
      throw new ImportRefused(
        `The export was made by a version with the migration ${manifest.migration}; this database has ${migration}. Bring both to the same version, and export again.`,
      )
    const tenantId = await openEmptyTenant(database, { ...manifest.tenant, externalId })
    if (tenantId === undefined) throw new ImportRefused(`There is a tenant "${externalId}" already. Choose another id.`)
    await importFiles(path, files, tenantId)
    // All rows or none: a tenant without rows is completed by the next import of the same id.
    const rowCount = await database.inTenant(
      tenantId,
      async (trx) => {
        const count = await importRows(path, manifest, trx, tenantId)
        await completeTenant(trx, tenantId, { ...manifest.tenant, remotes: {} })
        const details = { from: manifest.tenant.externalId, madeAt: manifest.madeAt }
        const change = { userId: 'task', action: 'tenant.import', entityKind: 'tenant', entityId: externalId, details }
        await recordChange(trx, tenantId, change)
        return count
      },
      limits,
    )
    const itemCount = await makeIndexAnew(database, tenantId)
    return { rowCount, itemCount, fileCount: end.fileCount, missingFiles: end.missingFiles }
  })

async function withDatabase<T>(
  { address }: Pick<Data, 'address'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ address })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
