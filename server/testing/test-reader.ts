import { readDocuments } from '../src/modules/content/index.ts'
import { ChangeLog, createTenantModels } from '../src/modules/delivery/index.ts'
import { Reader, type ReaderOptions } from '../src/modules/reader/index.ts'
import { keptLog } from './kept-log.ts'
import { folderForTests } from './test-database.ts'

/** Types, variations and channels that are read each time: what tests insert themselves is told to nobody. */
export const unkeptModels = createTenantModels(new ChangeLog(), { isCurrent: false })

/** Questions wait for a file that is being made, however slow the machine is. */
const buildMs = 600_000

/** The files of lists of one server over a database. */
export async function openTestReader(
  database: ReaderOptions['database'],
  options: Partial<ReaderOptions> = {},
): Promise<Reader> {
  const folder = await folderForTests()
  return new Reader({ folder, database, documents: readDocuments, log: keptLog(), buildMs, ...options })
}
