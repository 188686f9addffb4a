import type { SearchFiltering, SearchInput } from '@pim/contract'
import { searchSortFields } from '@pim/contract'
import { sortableKey } from '../src/core/sortable-key.ts'
import type { BenchDatabase } from './bench-database.ts'
import { conceptCount, conceptIdOf, parentOf, typeIdOf } from './catalogue.ts'
import { brands, colours } from './content-types.ts'
import { ofProducts, type PlainPage } from './plain-sql.ts'
import { randomFrom } from './random.ts'
import { vocabularyOf } from './vocabulary.ts'

export interface ListCase {
  readonly what: string
  /** The request of a run; it differs a little from run to run. */
  readonly input: (run: number) => SearchInput
  /** The upper limit of p99, in milliseconds. */
  readonly bar: number
  /** The upper limit of the CPU time of server and database, in milliseconds: a tenth of the best of four other products. */
  readonly cpuBar?: number
  /** A comparable query in plain SQL. */
  readonly plain?: PlainPage
}

const bars = { page: 10, far: 25, words: 50 } as const
const cpuBars = { page: 0.96, far: 2, word: 4.4 } as const

export const listCases = (db: BenchDatabase): ListCase[] => [
  ...orders(),
  ...inAnotherVariation(db),
  ...withFields(),
  ...filters(db),
  ...farPages(db),
  ...searches(),
  ...fieldFilters(db),
]

/** The page with and without what its rows show of fields. */
const withFields = (): ListCase[] =>
  [0, 1, 8].map((count) => ({
    what: `page 1 with the values of ${count} fields`,
    input: () => ({
      sorting: { field: 'name', direction: 'asc' },
      filtering: { contentTypeTechnicalNames: ['product'] },
      fields: ['sku', 'title', 'brand', 'price', 'weight', 'launchedAt', 'categories', 'related'].slice(0, count),
    }),
    bar: bars.page,
  }))

const columns: Readonly<Record<string, string>> = {
  modifiedAt: 'modified_at',
  name: 'name',
  technicalContentTypeName: 'content_type_id',
  status: 'status',
  completeness: 'completeness',
  readiness: 'readiness',
  translation: 'translation',
  modifiedBy: 'modified_by',
}

const orders = (): ListCase[] =>
  searchSortFields.map((field) => ({
    what: `page 1 by ${field}`,
    ...(field === 'modifiedAt' && { cpuBar: cpuBars.page }),
    input: (run) => ({ sorting: { field, direction: run % 2 ? 'asc' : 'desc' } }),
    bar: bars.page,
    plain: { order: `${columns[field]} desc, content_variation_id desc` },
  }))

/** Names are the titles of the variation. */
function inAnotherVariation({ large: { variations } }: BenchDatabase): ListCase[] {
  const variationId = variations[1]?.variationId
  return (['modifiedAt', 'name'] as const).map((field) => ({
    what: `page 1 by ${field}, in another variation`,
    input: (run) => ({ ...(variationId && { variationId }), sorting: { field, direction: run % 2 ? 'asc' : 'desc' } }),
    bar: bars.page,
  }))
}

const sortOf = (run: number) =>
  ({ field: run % 2 ? 'modifiedAt' : 'name', direction: run % 4 < 2 ? 'desc' : 'asc' }) as const

function filters({ large }: BenchDatabase): ListCase[] {
  const random = randomFrom(99)
  const user = () => `user-${String(1 + random.below(25)).padStart(2, '0')}`
  const typeId = (type: number) => typeIdOf(large, type)
  const { hasConcept } = ofProducts(large)
  const below = Array.from({ length: conceptCount }, (_, at) => at).filter((at) => at === 3 || parentOf(at) === 3)
  const idsBelow = below.map((at) => conceptIdOf(large, at))
  const only = (what: string, filtering: (run: number) => SearchFiltering, where: string): ListCase => ({
    what: `page 1, only ${what}`,
    input: (run) => ({ filtering: filtering(run), sorting: sortOf(run) }),
    bar: bars.page,
    plain: { where },
  })
  return [
    only(
      'some types',
      (run) => ({ contentTypeTechnicalNames: run % 2 ? ['article'] : ['part', 'article'] }),
      `content_type_id in ('${typeId(1)}', '${typeId(2)}')`,
    ),
    only(
      'some statuses',
      (run) => ({ statuses: run % 2 ? ['archived'] : ['draft', 'unpublished'] }),
      `status in ('draft', 'unpublished')`,
    ),
    only(
      'a type and a status',
      () => ({ contentTypeTechnicalNames: ['part'], statuses: ['archived'] }),
      `content_type_id = '${typeId(1)}' and status = 'archived'`,
    ),
    only('of one person', () => ({ modifiedBy: [user()] }), `modified_by = 'user-20'`),
    only(
      'of a month',
      (run) => {
        const month = String(1 + (run % 12)).padStart(2, '0')
        return { modifiedAt: { from: `2025-${month}-01T00:00:00Z`, to: `2025-${month}-28T00:00:00Z` } }
      },
      `modified_at between '2025-05-01' and '2025-05-28'`,
    ),
    only(
      'since an hour ago',
      () => ({ modifiedAt: { from: '2026-10-31T22:00:00Z' } }),
      `modified_at >= '2026-10-31T22:00:00Z'`,
    ),
    only('incomplete', (run) => ({ completeness: { max: run % 2 ? 99 : 0 } }), 'completeness = 0'),
    only(
      'with a concept',
      () => ({ conceptIds: [conceptIdOf(large, 10 + random.below(2_000))] }),
      hasConcept([conceptIdOf(large, 700)]),
    ),
    only(
      'below a concept',
      () => ({ conceptIds: [conceptIdOf(large, random.below(10))], includeDescendants: true }),
      hasConcept(idsBelow),
    ),
    only(
      'of one person, incomplete',
      () => ({ modifiedBy: [user()], completeness: { max: 60 } }),
      `modified_by = 'user-20' and completeness <= 60`,
    ),
    only(
      'below a concept, archived',
      () => ({
        conceptIds: [conceptIdOf(large, random.below(10))],
        includeDescendants: true,
        statuses: ['archived'],
      }),
      `status = 'archived' and ${hasConcept(idsBelow)}`,
    ),
  ]
}

function farPages({ large }: BenchDatabase): ListCase[] {
  const far = Math.min(1_000, Math.floor(large.items / 40))
  const last = Math.floor((large.items * 0.84) / 25) - 5
  const page = (what: string, number: (run: number) => number, more: SearchInput, plain: PlainPage): ListCase => ({
    what,
    input: (run) => ({ ...more, paging: { pageNumber: number(run), pageSize: 25 } }),
    bar: bars.far,
    plain,
  })
  const nearby = (run: number) => far - (run % 5)
  const offset = (far - 1) * 25
  return [
    { ...page(`page ${far}`, nearby, {}, { offset }), cpuBar: cpuBars.far },
    page(
      `page ${far} by name`,
      nearby,
      { sorting: { field: 'name', direction: 'asc' } },
      { offset, order: 'name, content_variation_id' },
    ),
    page(
      `page ${far}, only published`,
      nearby,
      { filtering: { statuses: ['published'] } },
      { offset, where: `status = 'published'` },
    ),
    page('last page', () => last, {}, { offset: (last - 1) * 25 }),
  ]
}

function searches(): ListCase[] {
  const random = randomFrom(7)
  const { rare, common, adjectives, nouns } = vocabularyOf('en')
  const text = (searchText: string): SearchInput => ({ filtering: { searchText } })
  const byDate = (searchText: string): SearchInput => ({
    ...text(searchText),
    sorting: { field: 'modifiedAt', direction: 'desc' },
  })
  const rareWord = () => rare[2_000 + random.below(3_000)] ?? ''
  const find = (what: string, input: () => SearchInput, words?: readonly string[]): ListCase => ({
    what: `search: ${what}`,
    input,
    bar: bars.words,
    ...(words && { plain: { words } }),
  })
  return [
    find('a rare word, best first', () => text(rareWord())),
    find('a rare word, latest first', () => byDate(rareWord()), [rare[3_500] ?? '']),
    { ...find('a common word, best first', () => text(random.pick(nouns))), cpuBar: cpuBars.word },
    find('a common word, latest first', () => byDate(random.pick(nouns)), ['lamp']),
    find('a word in every text', () => text(random.pick(common)), ['people']),
    find('two common words', () => text(`${random.pick(adjectives)} ${random.pick(nouns)}`), ['red', 'lamp']),
    find('three letters', () => text((rare[random.below(5_000)] ?? '').slice(0, 3)), ['kal']),
    find('a number', () => text(`PR-${String(random.below(100_000)).padStart(7, '0')}`)),
    find('a common word in one type, archived', () => ({
      filtering: { searchText: random.pick(nouns), contentTypeTechnicalNames: ['article'], statuses: ['archived'] },
    })),
    find('nothing', () => text('xyzzyqwv'), ['xyzzyqwv']),
  ]
}

type Operator = NonNullable<SearchFiltering['fields']>[number]['operator']

function fieldFilters({ large }: BenchDatabase): ListCase[] {
  const random = randomFrom(11)
  const { has, lacks } = ofProducts(large)
  const contentTypeTechnicalNames = ['product']
  const of = (technicalFieldName: string, operator: Operator, more: object = {}): SearchInput => ({
    filtering: { contentTypeTechnicalNames, fields: [{ technicalFieldName, operator, ...more }] },
  })
  const number = (value: number) => `'${sortableKey('number', String(value))}'`
  const ask = (what: string, input: (run: number) => SearchInput, inFile?: string): ListCase => ({
    what: `field: ${what}`,
    input,
    bar: bars.page,
    ...(inFile && { plain: { inFile } }),
  })
  const isRed = has('colour', `k.key = 'tred'`)
  return [
    ask('equals, one in ten', () => of('colour', 'equals', { value: random.pick(colours) }), isRed),
    ask(
      'equals, some',
      () => of('brand', 'equals', { value: random.pick(brands) }),
      has('brand', `k.key = 'tbrand-30'`),
    ),
    ask(
      'equals, one',
      () => of('sku', 'equals', { value: `PR-${String(random.below(100_000)).padStart(7, '0')}` }),
      has('sku', `k.key = 'tpr-0000700'`),
    ),
    ask(
      'between, some',
      () => of('stock', 'between', { values: [100, 102] }),
      has('stock', `k.key between ${number(100)} and ${number(102)}`),
    ),
    ask(
      'greater, half',
      () => of('stock', 'gt', { value: 500 }),
      has('stock', `k.key > ${number(500)} and k.key < 'o'`),
    ),
    ask(
      'price below',
      () => of('price', 'lt', { value: { amount: 5, currency: 'EUR' } }),
      has('price', `k.key >= 'n' and k.key < ${number(5)}`, 'EUR'),
    ),
    ask(
      'starts with',
      () => of('title', 'startsWith', { value: 'red bot' }),
      has('title', `k.key >= 'tred bot' and k.key < 'tred bou'`),
    ),
    ask('contains, some', () => of('title', 'contains', { value: 'lamp' }), has('title', `k.key like '%lamp%'`)),
    ask('contains, few', () => of('title', 'contains', { value: `lamp ${random.pick(rareEnds)}` })),
    ask('contains, none', () => of('title', 'contains', { value: 'xyzzy' }), has('title', `k.key like '%xyzzy%'`)),
    ask('is empty, none', () => of('brand', 'isEmpty'), lacks('brand')),
    ask('is empty, some', () => of('related', 'isEmpty'), lacks('related')),
    ask(
      'not one of',
      () => of('colour', 'notIn', { values: ['red', 'blue'] }),
      has('colour', `k.key not in ('tred', 'tblue')`),
    ),
    ask(
      'two at once',
      () => ({
        filtering: {
          contentTypeTechnicalNames,
          fields: [
            { technicalFieldName: 'colour', operator: 'equals', value: random.pick(colours) },
            { technicalFieldName: 'stock', operator: 'lt', value: 20 },
          ],
        },
      }),
      `${isRed} and ${has('stock', `k.key >= 'n' and k.key < ${number(20)}`)}`,
    ),
    ask('by stock', (run) => ({
      filtering: { contentTypeTechnicalNames },
      sorting: { field: 'fields.stock', direction: run % 2 ? 'asc' : 'desc' },
    })),
    ask('by stock, only red', () => ({
      ...of('colour', 'equals', { value: 'red' }),
      sorting: { field: 'fields.stock', direction: 'asc' },
    })),
  ]
}

const rareEnds = vocabularyOf('en')
  .rare.slice(1_000, 2_000)
  .map((word) => word.slice(0, 5))
