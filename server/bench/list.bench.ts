import { contentVariationTable } from '../src/modules/content/index.ts'
import { search } from '../src/modules/content-index/search/service.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { CpuMeter } from './cpu.ts'
import { listQuestions, type Question } from './list-questions.ts'
import { isMet, measure, printTable, type TableRow } from './measure.ts'
import { PlainSql } from './plain-sql.ts'
import { PlanWatch } from './plans.ts'

/** Lists and searches of staff in the server, each answer serialised, beside the same pages in plain SQL. */
export async function benchLists(db: BenchDatabase, app: BenchApp, runs: number, like = ''): Promise<boolean> {
  const { tenantId, variations, items } = db.large
  const watch = await PlanWatch.open(db.superuser, tenantId)
  const plain = await PlainSql.open(db.superuser, db.large)
  const meter = await CpuMeter.open(db.superuser)
  const ask = ({ input }: Question, run: number) =>
    search(
      { database: app.database, table: contentVariationTable },
      tenantId,
      'user',
      { variationId: variations[run % 3]?.variationId, ...input(run) },
      {},
    )
  const rows: TableRow[] = []
  try {
    for (const question of listQuestions(db).filter(({ what }) => what.includes(like))) {
      const measured = await measure(runs, async (run) => JSON.stringify(await ask(question, run)), meter)
      await watch.look(question.what, () => ask(question, 0))
      const raw = question.plain && (await plain.page(question.plain))
      rows.push({ what: question.what, ...measured, raw, bar: question.bar })
    }
    rows.push({ what: 'the count by plain SQL (ours is part of every page above)', raw: await plain.count() })
  } finally {
    await Promise.all([watch.close(), plain.close(), meter.close()])
  }
  printTable(`Lists and searches, ${items * 3} content variations in one tenant`, rows)
  for (const whole of watch.wholeTables) console.log(`reads a whole table: ${whole}`)
  if (watch.wholeTables.length === 0) console.log('no statement of these reads a whole table')
  return watch.wholeTables.length === 0 && rows.every(isMet)
}
