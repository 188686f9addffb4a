import { readDocuments } from '../src/modules/content/index.ts'
import { Reader, type ReaderOptions } from '../src/modules/reader/index.ts'
import { keptLog } from './kept-log.ts'
import { folderForTests } from './test-database.ts'

/** The files of lists of one server over a database. */
export async function openTestReader(
  database: ReaderOptions['database'],
  options: Partial<ReaderOptions> = {},
): Promise<Reader> {
  return new Reader({ folder: await folderForTests(), database, documents: readDocuments, log: keptLog(), ...options })
}
