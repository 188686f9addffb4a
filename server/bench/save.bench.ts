import { contract } from '@pim/contract'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { copyIdOf, itemIdOf, itemOf } from './catalogue.ts'
import { CpuMeter } from './cpu.ts'
import { isMet, measure, printTable, type TableRow } from './measure.ts'
import { randomFrom } from './random.ts'

/** Measures reading and saving single items through the whole server, with durable commits. */
export async function benchSaves(db: BenchDatabase, app: BenchApp, runs: number): Promise<boolean> {
  const { large } = db
  // The database is reused, and writing the value of an earlier run again would not be a save, so the values are
  // random.
  const random = randomFrom(Date.now() % 2 ** 31)
  const caller = { tenant: large.externalId }
  /** Numbers of draft items of a type that can be saved and published. */
  const drafts = (technicalName: string, count: number): number[] => {
    const numbers = new Set<number>()
    while (numbers.size < count) {
      const number = random.below(large.items)
      const { type, isDeleted, copies } = itemOf(large, number)
      const isDraft = copies[0]?.status === 'draft' && copies[1]?.status !== 'archived'
      if (type.technicalName === technicalName && !isDeleted && isDraft) numbers.add(number)
    }
    return [...numbers]
  }
  const products = drafts('product', Math.min(runs * 4, large.items / 20))
  const articles = drafts('article', Math.min(runs, large.items / 50))
  const next = (from: number[]) => {
    const number = from.shift() ?? 0
    from.push(number)
    return number
  }
  const anyOf = () => {
    for (;;) {
      const number = random.below(large.items)
      if (!itemOf(large, number).isDeleted) return number
    }
  }
  const save = (fields: Record<string, unknown>, variation = 0) =>
    app.ok(contract.contentVariation.updateVariation, {
      ...caller,
      body: {
        contentVariationId: copyIdOf(large, next(products), variation),
        fields: Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
      },
    })
  const meter = await CpuMeter.open(db.superuser)
  const rows: TableRow[] = []
  const row = async (what: string, times: number, work: (run: number) => Promise<unknown>, bar?: number) => {
    rows.push({ what, ...(await measure(times, work, meter)), bar })
  }

  await row('read one variation', runs, () =>
    app.ok(contract.contentVariation.getVariation, {
      ...caller,
      params: { contentVariationId: copyIdOf(large, anyOf(), 0) },
    }),
  )
  await row('read an item in all its variations', runs, () =>
    app.ok(contract.contentItem.getItemVariations, { ...caller, params: { contentItemId: itemIdOf(large, anyOf()) } }),
  )
  const saveBar = 15
  await row(
    'save a text of one variation',
    runs,
    (run) => save({ description: `changed ${run} ${random.next()}` }, 1),
    saveBar,
  )
  await row(
    'save a text that two variations may inherit',
    runs,
    (run) => save({ title: `changed ${run} ${random.next()}` }),
    saveBar,
  )
  await row(
    'save a unique value, shared by three variations',
    runs,
    (run) => save({ sku: `NEW-${run}-${random.below(1_000_000_000)}` }),
    saveBar,
  )
  await row('publish', Math.min(runs, 100, articles.length - 20), () =>
    app.ok(contract.contentVariation.publish, {
      ...caller,
      params: { contentVariationId: copyIdOf(large, next(articles), 0) },
      query: {},
    }),
  )
  await row('create an item', Math.min(runs, 100), (run) =>
    app.ok(contract.contentItem.createItem, {
      ...caller,
      query: { name: `made ${run}`, technicalContentTypeName: 'part' },
    }),
  )
  await meter.close()
  printTable('Reading and saving, through the whole server', rows)
  return rows.every(isMet)
}
