import { contentTables, readListedFields, readRowValues } from '../src/modules/content/index.ts'
import { search } from '../src/modules/content-index/search/service.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { CpuMeter } from './cpu.ts'
import { FileScanFinder } from './file-scans.ts'
import { type ListCase, listCases } from './list-cases.ts'
import { isMet, measure, printTable, type TableRow } from './measure.ts'
import { PlainSql } from './plain-sql.ts'
import { fileOfLists, haveLists } from './reader-file.ts'
import { SequentialScanFinder } from './sequential-scans.ts'

/**
 * Measures staff lists and searches in the server, with serialising, and compares them with the same pages in plain SQL: words by
 * hand in the file of lists, all else in PostgreSQL.
 */
export async function benchLists(db: BenchDatabase, app: BenchApp, runs: number, like = ''): Promise<boolean> {
  const { tenantId, variations, items } = db.large
  await haveLists(app, db.large)
  const path = fileOfLists(app, tenantId)
  const fileScans = new FileScanFinder(app.reader, path)
  const scanFinder = await SequentialScanFinder.open(db.superuser, tenantId)
  const plain = await PlainSql.open(db.superuser, db.large, path)
  const meter = await CpuMeter.open(db.superuser)
  const ask = ({ input }: ListCase, run: number) =>
    search(
      {
        database: app.database,
        reader: fileScans,
        models: app.models,
        tables: contentTables,
        readFields: readListedFields,
        readValues: readRowValues,
      },
      tenantId,
      'user',
      { variationId: variations[run % 3]?.variationId, ...input(run) },
      {},
    )
  const rows: TableRow[] = []
  try {
    for (const question of listCases(db).filter(({ what }) => what.includes(like))) {
      const measured = await measure(runs, async (run) => JSON.stringify(await ask(question, run)), meter)
      await fileScans.explain(question.what, () => scanFinder.explain(question.what, () => ask(question, 0)))
      const raw = question.plain && (await plain.page(question.plain))
      rows.push({ what: question.what, ...measured, raw, bar: question.bar, cpuBar: question.cpuBar })
    }
    rows.push({ what: 'the count by plain SQL (the server counts with every page above)', raw: await plain.count() })
  } finally {
    fileScans.close()
    await Promise.all([scanFinder.close(), plain.close(), meter.close()])
  }
  printTable(`Lists and searches, ${items * 3} content variations in one tenant`, rows)
  const scans = [...scanFinder.scans, ...fileScans.scans]
  for (const scan of scans) console.log(`sequential scan: ${scan}`)
  if (scans.length === 0) console.log('none of these statements scans a whole table')
  return scans.length === 0 && rows.every(isMet)
}
