import { readDocuments } from '../src/modules/content/index.ts'
import { ChangeLog, createTenantModels } from '../src/modules/delivery/index.ts'
import { Reader, type ReaderOptions } from '../src/modules/reader/index.ts'
import { keptLog } from './kept-log.ts'
import { folderForTests } from './test-database.ts'

/** Types, variations and channels that are read each time: what tests insert themselves is told to nobody. */
export const unkeptModels = createTenantModels(new ChangeLog(), { isCurrent: false })

/** The files of lists of one server over a database. */
export async function openTestReader(
  database: ReaderOptions['database'],
  options: Partial<ReaderOptions> = {},
): Promise<Reader> {
  return new Reader({ folder: await folderForTests(), database, documents: readDocuments, log: keptLog(), ...options })
}
