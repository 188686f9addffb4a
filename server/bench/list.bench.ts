import { contentTables, readListedFields, readRowValues } from '../src/modules/content/index.ts'
import { search } from '../src/modules/content-index/search/service.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { CpuMeter } from './cpu.ts'
import { type ListCase, listCases } from './list-cases.ts'
import { isMet, measure, printTable, type TableRow } from './measure.ts'
import { PlainSql } from './plain-sql.ts'
import { SequentialScanFinder } from './sequential-scans.ts'

/**
 * Measures staff lists and searches in the server, with serialising, and compares them with the same pages in plain
 * SQL.
 */
export async function benchLists(db: BenchDatabase, app: BenchApp, runs: number, like = ''): Promise<boolean> {
  const { tenantId, variations, items } = db.large
  const scanFinder = await SequentialScanFinder.open(db.superuser, tenantId)
  const plain = await PlainSql.open(db.superuser, db.large)
  const meter = await CpuMeter.open(db.superuser)
  const ask = ({ input }: ListCase, run: number) =>
    search(
      { database: app.database, tables: contentTables, readFields: readListedFields, readValues: readRowValues },
      tenantId,
      'user',
      { variationId: variations[run % 3]?.variationId, ...input(run) },
      {},
    )
  const rows: TableRow[] = []
  try {
    for (const question of listCases(db).filter(({ what }) => what.includes(like))) {
      const measured = await measure(runs, async (run) => JSON.stringify(await ask(question, run)), meter)
      await scanFinder.explain(question.what, () => ask(question, 0))
      const raw = question.plain && (await plain.page(question.plain))
      rows.push({ what: question.what, ...measured, raw, bar: question.bar, cpuBar: question.cpuBar })
    }
    rows.push({ what: 'the count by plain SQL (the server counts with every page above)', raw: await plain.count() })
  } finally {
    await Promise.all([scanFinder.close(), plain.close(), meter.close()])
  }
  printTable(`Lists and searches, ${items * 3} content variations in one tenant`, rows)
  for (const scan of scanFinder.scans) console.log(`sequential scan: ${scan}`)
  if (scanFinder.scans.length === 0) console.log('none of these statements scans a whole table')
  return scanFinder.scans.length === 0 && rows.every(isMet)
}
