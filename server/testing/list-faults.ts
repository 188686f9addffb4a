import { readDocuments } from '../src/modules/content/index.ts'
import { checkListFiles } from '../src/modules/reader/index.ts'
import type { Database } from '../src/platform/database/database.ts'

/** Differences of the files of lists in a data folder from the truth; none where all is as it is to be. */
export async function listFaults(
  database: Pick<Database, 'inTenantReadOnly'>,
  dataFolder: string,
  tenantId: string,
): Promise<string[]> {
  const faults: string[] = []
  const checked = { database, dataFolder, documents: readDocuments }
  for await (const { kind, about } of checkListFiles(checked, tenantId)) faults.push(`${kind}: ${about}`)
  return faults
}
