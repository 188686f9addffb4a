import type { ContentType, SearchInput, Status } from '@pim/contract'
import { fold } from '@pim/field-types'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { isWholeRun } from '../../../../testing/budget.ts'
import { addType, indexedOf, insertContent } from '../../../../testing/list-calls.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { openTestReader, unkeptModels } from '../../../../testing/test-reader.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { contentTables, readListedFields, readRowValues } from '../../content/index.ts'
import type { Reader } from '../../reader/index.ts'
import { writeIndex } from '../write/write-index.ts'
import { search } from './service.ts'

/** So many that no plan reads the whole list; each must still find the same page as reading and sorting all of it. */
const count = 7_000

const type: ContentType = {
  technicalName: 'thing',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'about', friendlyName: {}, type: 'longText' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer', required: 'onPublish' },
    { technicalName: 'rare', friendlyName: {}, type: 'integer' },
    { technicalName: 'topics', friendlyName: {}, type: 'concepts' },
    { technicalName: 'label', friendlyName: {}, type: 'text', required: ['web'] },
  ],
}
const other: ContentType = { ...type, technicalName: 'other' }
/** Of two fields that are required, none, one or both are missing. */
/** A state and a per cent. */
const translationOf = (completeness: number): number => (completeness % 4) * 101 + completeness
const readinessOf = (completeness: number): number => [100, 50, 0][completeness % 3] ?? 0
const topic = '019a0000-0000-7000-8000-0000000000d1'

interface Thing {
  readonly id: string
  readonly name: string
  readonly of: 'thing' | 'other'
  readonly status: Status
  readonly completeness: number
  readonly by: string
  readonly at: string
  readonly about: string
  readonly stock: number | undefined
  readonly rare: number | undefined
  readonly topics: readonly string[] | undefined
  readonly label: string
}

const things: Thing[] = Array.from({ length: count }, (_, at) => ({
  id: newId(),
  name: at % 500 === 7 ? `Zeppelin ${at}` : `Name ${(at * 7_919) % count}`,
  of: at % 4 === 0 ? 'other' : 'thing',
  status: (['draft', 'archived', 'unpublished'] as const)[at % 3] ?? 'draft',
  completeness: at % 101,
  // The first half is of one person, so that whoever follows the latest first comes to it late.
  by: at < count / 2 ? 'early' : 'late',
  at: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  about: at % 2 === 0 ? 'everybody mentions a zeppelin' : 'nobody does',
  stock: at % 10 === 9 ? undefined : at % 1_000,
  rare: at === 5 ? 1 : undefined,
  topics: at % 3 === 0 ? [topic] : undefined,
  label: `tag ${at} is ${at % 50 === 0 ? '100%_off' : 'not off'}`,
}))

let test: TestDatabase
let tenant: TestTenant
let reader: Reader

function itemOf(
  { id, name, of, status, completeness, by, at, about, stock, rare, topics, label }: Thing,
  contentTypeId: string,
) {
  const made = { createdAt: at, createdBy: 'test', modifiedAt: at, modifiedBy: by }
  const variation = {
    contentVariationId: id,
    variationId: tenant.variationId,
    status,
    version: 1,
    own: {
      about,
      ...(stock !== undefined && { stock }),
      ...(rare !== undefined && { rare }),
      ...(topics && { topics }),
      label,
    },
    deliveryTargets: [],
    snapshot: null,
    hasUnpublishedChanges: false,
    completeness,
    readiness: readinessOf(completeness),
    missingFields: ['stock', 'label'].slice(0, completeness % 3),
    translation: translationOf(completeness),
    outdated: {},
    binaryId: null,
    mimeType: null,
    ...made,
  }
  return {
    contentItemId: newId(),
    contentTypeId,
    type: of === 'thing' ? type : other,
    kind: 'user' as const,
    name,
    isDeleted: false,
    version: 1,
    shared: {},
    ...made,
    variations: new Map([[tenant.variationId, variation]]),
    fallbacks: new Map(),
    languages: new Map(),
    channels: [],
  }
}

beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
  reader = await openTestReader(test.database)
  const types = {
    thing: await addType(test.database, tenant.tenantId, type),
    other: await addType(test.database, tenant.tenantId, other),
  }
  await test.database.inTenant(
    tenant.tenantId,
    async (trx) => {
      for (let start = 0; start < count; start += 1_000) {
        const batch = things.slice(start, start + 1_000)
        const items = batch.map((thing) => itemOf(thing, types[thing.of]))
        await insertContent(trx, tenant.tenantId, ...items)
        await writeIndex(
          trx,
          tenant.tenantId,
          batch.map(({ id, name, of, about, stock, rare, topics, label }, at) => {
            const document = {
              contentVariationId: id,
              contentItemId: items[at]?.contentItemId ?? '',
              variationId: tenant.variationId,
              languageCode: 'en-US',
              contentType: of === 'thing' ? type : other,
              contentTypeId: types[of],
              name,
              isDeleted: false,
              values: Object.fromEntries(
                Object.entries({ about, stock, rare, topics, label }).map(([field, value]) => [
                  field,
                  { value, sourceVariationId: null },
                ]),
              ),
            }
            return { before: null, after: indexedOf([document]) }
          }),
        )
      }
    },
    { statementMs: 30_000, deadlineMs: 60_000 },
  )
  const owner = new pg.Client({ ...test.superuser })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
}, 90_000)
afterAll(async () => {
  await reader.close()
  await test.close()
})

const find = (input: SearchInput) =>
  search(
    {
      database: test.database,
      reader,
      models: unkeptModels,
      tables: contentTables,
      readFields: readListedFields,
      readValues: readRowValues,
    },
    tenant.tenantId,
    'user',
    input,
    {},
  )

type Filtering = NonNullable<SearchInput['filtering']>
type Holds = (thing: Thing) => boolean
const field = (technicalFieldName: string, operator: 'gt', value?: unknown, values?: unknown[]): Filtering => ({
  fields: [{ technicalFieldName, operator, ...(value !== undefined && { value }), ...(values && { values }) }],
})

const filters: readonly (readonly [string, Filtering, Holds])[] = [
  ['nothing', {}, () => true],
  ['one type', { contentTypeTechnicalNames: ['other'] }, ({ of }) => of === 'other'],
  ['two statuses', { statuses: ['draft', 'archived'] }, ({ status }) => status !== 'unpublished'],
  ['one person who comes late in the order', { modifiedBy: ['early'] }, ({ by }) => by === 'early'],
  ['much that is complete', { completeness: { min: 20 } }, ({ completeness }) => completeness >= 20],
  [
    'hardly anything',
    { completeness: { max: 0 }, statuses: ['draft'] },
    ({ completeness, status }) => completeness === 0 && status === 'draft',
  ],
  [
    'what is missing words, or behind',
    { translation: ['missing', 'outdated'] },
    ({ completeness }) => completeness % 4 < 2,
  ],
  [
    'what is missing words, or complete',
    { translation: ['missing', 'own'] },
    ({ completeness }) => (completeness % 4) % 3 === 0,
  ],
  ['what is not ready', { readiness: { max: 99 } }, ({ completeness }) => readinessOf(completeness) < 100],
  [
    'what is half ready for a channel',
    { readiness: { min: 1, max: 99, deliveryTarget: 'web' } },
    ({ completeness }) => readinessOf(completeness) === 50,
  ],
  ['what goes to a channel', { deliveryTargets: ['web'] }, () => true],
  ['a concept', { conceptIds: [topic] }, ({ topics }) => topics !== undefined],
  ['a word that half of it has', { searchText: 'everybody' }, ({ about }) => about.startsWith('everybody')],
  ['a number', field('stock', 'gt', 500), ({ stock }) => stock !== undefined && stock > 500],
  [
    'a number in one type',
    { ...field('stock', 'gt', 500), contentTypeTechnicalNames: ['thing'] },
    ({ of, stock }) => of === 'thing' && stock !== undefined && stock > 500,
  ],
  [
    'few numbers in one type',
    { ...field('stock', 'gt', 995), contentTypeTechnicalNames: ['thing'] },
    ({ of, stock }) => of === 'thing' && stock !== undefined && stock > 995,
  ],
  [
    'two fields of one type',
    {
      fields: [
        ...(field('stock', 'gt', 100).fields ?? []),
        ...(field('label', 'startsWith' as 'gt', 'tag').fields ?? []),
      ],
      contentTypeTechnicalNames: ['thing'],
    },
    ({ of, stock }) => of === 'thing' && stock !== undefined && stock > 100,
  ],
  ['no number', field('stock', 'isEmpty' as 'gt'), ({ stock }) => stock === undefined],
  ['all but one', field('rare', 'isEmpty' as 'gt'), ({ rare }) => rare === undefined],
  ['one', field('rare', 'isNotEmpty' as 'gt'), ({ rare }) => rare !== undefined],
  ['a part that all have', field('label', 'contains' as 'gt', 'tag'), () => true],
  ['a part that few have', field('label', 'contains' as 'gt', '0%_o'), ({ label }) => label.includes('%')],
  ['a part that one has', field('label', 'contains' as 'gt', 'G 4999'), ({ label }) => label.includes('tag 4999 ')],
  ['a part too short to be indexed', field('label', 'contains' as 'gt', '%_'), ({ label }) => label.includes('%')],
  ['a part that none has', field('label', 'contains' as 'gt', 'ttag'), () => false],
  [
    'parts of one type and a person',
    {
      ...field('label', 'contains' as 'gt', 'not'),
      contentTypeTechnicalNames: ['thing', 'other'],
      statuses: ['draft', 'archived'],
      modifiedBy: ['early'],
    },
    ({ label, status, by }) => label.includes('not') && status !== 'unpublished' && by === 'early',
  ],
  [
    'not these numbers',
    field('stock', 'notIn' as 'gt', undefined, [1, 2, 3]),
    ({ stock }) => ![1, 2, 3].includes(stock ?? 0),
  ],
  ['nothing at all', { ...field('stock', 'gt', 5_000), modifiedBy: ['late'] }, () => false],
  ['two things that exclude each other', { ...field('rare', 'isNotEmpty' as 'gt'), modifiedBy: ['late'] }, () => false],
  [
    'much of three kinds',
    { ...field('stock', 'lt' as 'gt', 900), conceptIds: [topic], modifiedBy: ['early'] },
    ({ stock, topics, by }) => stock !== undefined && stock < 900 && topics !== undefined && by === 'early',
  ],
]

const byCode = (one: string | number, two: string | number) => (one < two ? -1 : one > two ? 1 : 0)
const orders: Readonly<Record<string, (thing: Thing) => string | number>> = {
  modifiedAt: ({ at }) => at,
  name: ({ name }) => fold(name),
  technicalContentTypeName: ({ of }) => of,
  status: ({ status }) => status,
  completeness: ({ completeness }) => completeness,
  readiness: ({ completeness }) => readinessOf(completeness),
  translation: ({ completeness }) => translationOf(completeness),
  modifiedBy: ({ by }) => by,
}
const sorted = (holds: Holds, key: (thing: Thing) => string | number, direction: 'asc' | 'desc'): string[] => {
  const list = things.filter(holds).toSorted((one, two) => byCode(key(one), key(two)) || byCode(one.id, two.id))
  return (direction === 'asc' ? list : list.toReversed()).map(({ id }) => id)
}

describe.each(filters)('a long list of %s', (name, filtering, holds) => {
  // Every order in one direction, and over all filters every order in both; in the usual run one of the eight orders.
  const place = filters.findIndex(([each]) => each === name)
  const turned = Object.keys(orders).map((order, at) => [order, (at + place) % 2 === 0 ? 'asc' : 'desc'] as const)
  it.each(turned.filter((_, at) => isWholeRun || at === (5 * place) % 8))(
    'is the same page by page as if it were read whole, by %s %s',
    async (order, direction) => {
      const key = orders[order]
      if (key === undefined) throw new Error(order)
      const expected = sorted(holds, key, direction)
      const pageSize = 10
      const last = Math.max(1, Math.ceil(expected.length / pageSize))
      for (const pageNumber of new Set([1, Math.ceil(last / 2), last, last + 1])) {
        const { items, paging } = await find({
          filtering,
          sorting: { field: order, direction },
          paging: { pageNumber, pageSize },
        })
        const page = expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
        expect([pageNumber, items.map(({ contentVariationId }) => contentVariationId)]).toEqual([pageNumber, page])
        if (paging.totalIsCapped) {
          expect(paging.totalCount).toBeGreaterThanOrEqual(Math.min(expected.length, pageNumber * pageSize))
          expect(paging.totalCount).toBeLessThanOrEqual(expected.length)
        } else expect(paging.totalCount).toBe(expected.length)
      }
    },
  )
})

it.each(filters)(
  'a long list of %s is counted to the last row where that is asked for',
  async (_name, filtering, holds) => {
    const sorting = { field: 'modifiedAt', direction: 'desc' } as const
    const { paging } = await find({ filtering, sorting, countsAll: true, paging: { pageNumber: 1, pageSize: 1 } })
    expect([paging.totalCount, paging.totalIsCapped]).toEqual([things.filter(holds).length, undefined])
  },
)

describe('a long list in the order of a field', () => {
  const stockOf = ({ stock = 0 }: Thing) => stock
  it.each(['asc', 'desc'] as const)('ends with what has no value, %s', async (direction) => {
    const isThing: Holds = ({ of }) => of === 'thing'
    const expected = [
      ...sorted((thing) => isThing(thing) && thing.stock !== undefined, stockOf, direction),
      ...sorted(
        (thing) => isThing(thing) && thing.stock === undefined,
        () => 0,
        direction,
      ),
    ]
    const pageSize = 50
    const pages = Math.ceil(expected.length / pageSize)
    for (const pageNumber of [1, 40, pages - 11, pages - 10, pages - 1, pages, pages + 1]) {
      const { items, paging } = await find({
        filtering: { contentTypeTechnicalNames: ['thing'] },
        sorting: { field: 'fields.stock', direction },
        paging: { pageNumber, pageSize },
      })
      const page = expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
      expect([pageNumber, items.map(({ contentVariationId }) => contentVariationId)]).toEqual([pageNumber, page])
      expect(paging.totalCount).toBe(expected.length)
    }
  })
})

describe('a word that much mentions and little is called by', () => {
  it('finds what is called by it first, short before long, then the latest', async () => {
    const isCalled: Holds = ({ name }) => name.startsWith('Zeppelin')
    const mentions: Holds = ({ about }) => about.includes('zeppelin')
    const at = ({ at: time }: Thing) => time
    const expected = [
      ...sorted(isCalled, ({ name }) => -name.length, 'desc'),
      ...sorted((thing) => !isCalled(thing) && mentions(thing), at, 'desc'),
    ]
    for (const pageNumber of [1, 2, 3, 300]) {
      const { items } = await find({ filtering: { searchText: 'zeppelin' }, paging: { pageNumber, pageSize: 10 } })
      expect([pageNumber, items.map(({ contentVariationId }) => contentVariationId)]).toEqual([
        pageNumber,
        expected.slice((pageNumber - 1) * 10, pageNumber * 10),
      ])
    }
  })
})
