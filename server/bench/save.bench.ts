import { contract } from '@pim/contract'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { copyIdOf, itemIdOf, itemOf } from './catalogue.ts'
import { measure, printTable, type TableRow } from './measure.ts'
import { randomFrom } from './random.ts'

/** Reading and saving one thing through the whole server, durable commit and all. */
export async function benchSaves(db: BenchDatabase, app: BenchApp, runs: number): Promise<boolean> {
  const { large } = db
  const random = randomFrom(5)
  const caller = { tenant: large.externalId }
  /** Working copies of a type that can be saved, and published: nothing they point to is deleted. */
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
  const rows: TableRow[] = []
  const row = (what: string, { p50, p99 }: { p50: number; p99: number }, limit?: number) =>
    rows.push({
      what,
      p50,
      p99,
      bar: limit === undefined ? undefined : `p99 < ${limit}`,
      isMet: limit === undefined ? undefined : p99 < limit,
    })

  row(
    'read one variation',
    await measure(runs, () =>
      app.ok(contract.contentVariation.getVariation, {
        ...caller,
        params: { contentVariationId: copyIdOf(large, anyOf(), 0) },
      }),
    ),
  )
  row(
    'read an item in all its variations',
    await measure(runs, () =>
      app.ok(contract.contentItem.getItemVariations, {
        ...caller,
        params: { contentItemId: itemIdOf(large, anyOf()) },
      }),
    ),
  )
  row(
    'save a text of one variation',
    await measure(runs, (run) => save({ description: `changed ${run} ${random.next()}` }, 1)),
    15,
  )
  row(
    'save a text that two variations may inherit',
    await measure(runs, (run) => save({ title: `changed ${run} ${random.next()}` })),
    15,
  )
  row(
    'save a unique value, shared by three variations',
    await measure(runs, (run) => save({ sku: `NEW-${run}-${random.below(1_000_000_000)}` })),
    15,
  )
  row(
    'publish',
    await measure(Math.min(runs, 100, articles.length - 20), () =>
      app.ok(contract.contentVariation.publish, {
        ...caller,
        params: { contentVariationId: copyIdOf(large, next(articles), 0) },
        query: {},
      }),
    ),
  )
  row(
    'create an item',
    await measure(Math.min(runs, 100), (run) =>
      app.ok(contract.contentItem.createItem, {
        ...caller,
        query: { name: `made ${run}`, technicalContentTypeName: 'product' },
      }),
    ),
  )
  printTable('Reading and saving, through the whole server', rows)
  return rows.every(({ isMet }) => isMet !== false)
}
