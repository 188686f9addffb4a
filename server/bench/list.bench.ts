import type { SearchFiltering, SearchInput } from '@pim/contract'
import { searchSortFields } from '@pim/contract'
import pg from 'pg'
import { search } from '../src/modules/search/service.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchDatabase } from './bench-database.ts'
import { conceptIdOf } from './catalogue.ts'
import { brands, colours } from './content-types.ts'
import { type Measured, measure, printTable, type TableRow } from './measure.ts'
import { PlanWatch } from './plans.ts'
import { randomFrom } from './random.ts'
import { vocabularyOf } from './vocabulary.ts'

type Make = (run: number) => SearchInput

/** Lists and searches of staff, each question a little different from the one before. */
export async function benchLists(db: BenchDatabase, app: BenchApp, runs: number): Promise<boolean> {
  const { tenantId, variations } = db.large
  const raw = new pg.Client({ ...db.superuser })
  await raw.connect()
  const rows: TableRow[] = []
  const watch = await PlanWatch.open(db.superuser, tenantId)
  const ask = async (make: Make) => {
    await watch.look(JSON.stringify(make(0)), () =>
      search(app.database, tenantId, 'user', { variationId: variations[0]?.variationId, ...make(0) }, {}),
    )
    return measure(runs, async (run) =>
      JSON.stringify(
        await search(
          app.database,
          tenantId,
          'user',
          { variationId: variations[run % 3]?.variationId, ...make(run) },
          {},
        ),
      ),
    )
  }
  const row = (what: string, { p50, p99 }: Measured, limit?: number, rawTime?: number, note?: string) => {
    rows.push({
      what,
      p50,
      p99,
      raw: rawTime,
      bar: limit === undefined ? undefined : `p99 < ${limit}`,
      isMet: limit === undefined ? undefined : p99 < limit,
      note,
    })
  }
  const rawPage = async (offset: number, where = 'true', order = 'modified_at') =>
    (
      await measure(Math.min(runs, 60), (run) =>
        raw.query(
          `select * from content_variation where tenant_id = $1 and variation_id = $2 and kind = 'user' and not is_deleted
            and ${where} order by ${order} desc, content_variation_id desc offset ${offset} limit 25`,
          [tenantId, variations[run % 3]?.variationId],
        ),
      )
    ).p50

  for (const field of searchSortFields)
    row(
      `page 1 by ${field}`,
      await ask((run) => ({ sorting: { field, direction: run % 2 ? 'asc' : 'desc' } })),
      10,
      field === 'modifiedAt' ? await rawPage(0) : field === 'name' ? await rawPage(0, 'true', 'name_key') : undefined,
    )
  for (const [name, filtering] of Object.entries(filters(db)))
    row(`page 1, only ${name}`, await ask((run) => ({ filtering: filtering(run), sorting: sortOf(run) })), 10)

  const far = Math.min(1_000, Math.floor(db.large.items / 40))
  const deep =
    (more: SearchInput = {}): Make =>
    (run) => ({ ...more, paging: { pageNumber: far - (run % 5), pageSize: 25 } })
  row(`page ${far}`, await ask(deep()), 25, await rawPage((far - 1) * 25))
  row(`page ${far} by name`, await ask(deep({ sorting: { field: 'name', direction: 'asc' } })), 25)
  row(`page ${far}, only published`, await ask(deep({ filtering: { statuses: ['published'] } })), 25)
  row(
    'last page',
    await ask(() => ({ paging: { pageNumber: Math.floor((db.large.items * 0.84) / 25) - 5, pageSize: 25 } })),
    25,
  )

  const counted = await measure(Math.min(runs, 30), (run) =>
    raw.query(
      'select count(*) from content_variation where tenant_id = $1 and variation_id = $2 and kind = $3 and not is_deleted',
      [tenantId, variations[run % 3]?.variationId, 'user'],
    ),
  )
  row('the same count by plain SQL (ours is part of every page above)', counted)
  for (const [name, input] of Object.entries(searches())) row(`search: ${name}`, await ask(input), 50)
  for (const [name, input] of Object.entries(fieldFilters())) row(`field: ${name}`, await ask(input))
  await raw.end()
  await watch.close()
  printTable(`Lists and searches, ${db.large.items * 3} content variations in one tenant`, rows)
  for (const whole of watch.wholeTables) console.log(`reads a whole table: ${whole}`)
  return watch.wholeTables.length === 0 && rows.every(({ isMet }) => isMet !== false)
}

const sortOf = (run: number) =>
  ({ field: run % 2 ? 'modifiedAt' : 'name', direction: run % 4 < 2 ? 'desc' : 'asc' }) as const

function filters({ large }: BenchDatabase): Record<string, (run: number) => SearchFiltering> {
  const random = randomFrom(99)
  const user = () => `user-${String(1 + random.below(25)).padStart(2, '0')}`
  return {
    'some types': (run) => ({ contentTypeTechnicalNames: run % 2 ? ['article'] : ['part', 'article'] }),
    'some statuses': (run) => ({ statuses: run % 2 ? ['archived'] : ['draft', 'unpublished'] }),
    'a type and a status': () => ({ contentTypeTechnicalNames: ['part'], statuses: ['archived'] }),
    'of one person': () => ({ modifiedBy: [user()] }),
    'of a month': (run) => ({
      modifiedAt: {
        from: `2025-${String(1 + (run % 12)).padStart(2, '0')}-01T00:00:00Z`,
        to: `2025-${String(1 + (run % 12)).padStart(2, '0')}-28T00:00:00Z`,
      },
    }),
    'since an hour ago': () => ({ modifiedAt: { from: '2026-10-31T22:00:00Z' } }),
    incomplete: (run) => ({ completeness: { max: run % 2 ? 99 : 0 } }),
    'with a concept': () => ({ conceptIds: [conceptIdOf(large, 10 + random.below(2_000))] }),
    'below a concept': () => ({ conceptIds: [conceptIdOf(large, random.below(10))], includeDescendants: true }),
    'of one person, incomplete': () => ({ modifiedBy: [user()], completeness: { max: 60 } }),
    'below a concept, archived': () => ({
      conceptIds: [conceptIdOf(large, random.below(10))],
      includeDescendants: true,
      statuses: ['archived'],
    }),
  }
}

function searches(): Record<string, Make> {
  const random = randomFrom(7)
  const { rare, common, adjectives, nouns } = vocabularyOf('en')
  const text = (searchText: string): SearchInput => ({ filtering: { searchText } })
  const byDate = (searchText: string): SearchInput => ({
    ...text(searchText),
    sorting: { field: 'modifiedAt', direction: 'desc' },
  })
  return {
    'a rare word, best first': () => text(rare[2_000 + random.below(3_000)] ?? ''),
    'a rare word, latest first': () => byDate(rare[2_000 + random.below(3_000)] ?? ''),
    'a common word, best first': () => text(random.pick(nouns)),
    'a common word, latest first': () => byDate(random.pick(nouns)),
    'a word in every text': () => text(random.pick(common)),
    'two common words': () => text(`${random.pick(adjectives)} ${random.pick(nouns)}`),
    'three letters': () => text((rare[random.below(5_000)] ?? '').slice(0, 3)),
    'a number': () => text(`PR-${String(random.below(100_000)).padStart(7, '0')}`),
    'a common word in one type, archived': () => ({
      filtering: { searchText: random.pick(nouns), contentTypeTechnicalNames: ['article'], statuses: ['archived'] },
    }),
    nothing: () => text('xyzzyqwv'),
  }
}

function fieldFilters(): Record<string, Make> {
  const random = randomFrom(11)
  const contentTypeTechnicalNames = ['product']
  const one = (technicalFieldName: string, operator: 'equals', value: unknown): SearchInput => ({
    filtering: { contentTypeTechnicalNames, fields: [{ technicalFieldName, operator, value }] },
  })
  const op = (technicalFieldName: string, operator: string, more: object = {}): SearchInput => ({
    filtering: { contentTypeTechnicalNames, fields: [{ technicalFieldName, operator: operator as 'equals', ...more }] },
  })
  return {
    'equals, one in ten': () => one('colour', 'equals', random.pick(colours)),
    'equals, some': () => one('brand', 'equals', random.pick(brands)),
    'equals, one': () => one('sku', 'equals', `PR-${String(random.below(100_000)).padStart(7, '0')}`),
    'between, some': () => op('stock', 'between', { values: [100, 102] }),
    'greater, half': () => op('stock', 'gt', { value: 500 }),
    'price below': () => op('price', 'lt', { value: { amount: 5, currency: 'EUR' } }),
    'starts with': () => op('title', 'startsWith', { value: 'red bot' }),
    'contains, some': () => op('title', 'contains', { value: 'lamp' }),
    'contains, none': () => op('title', 'contains', { value: 'xyzzy' }),
    'is empty, none': () => op('brand', 'isEmpty'),
    'is empty, some': () => op('related', 'isEmpty'),
    'not one of': () => op('colour', 'notIn', { values: ['red', 'blue'] }),
    'two at once': () => ({
      filtering: {
        contentTypeTechnicalNames,
        fields: [
          { technicalFieldName: 'colour', operator: 'equals', value: random.pick(colours) },
          { technicalFieldName: 'stock', operator: 'lt', value: 20 },
        ],
      },
    }),
    'by stock': (run) => ({
      filtering: { contentTypeTechnicalNames },
      sorting: { field: 'fields.stock', direction: run % 2 ? 'asc' : 'desc' },
    }),
    'by stock, only red': () => ({
      ...one('colour', 'equals', 'red'),
      sorting: { field: 'fields.stock', direction: 'asc' },
    }),
  }
}
