import type { ContentType, DeliveryFilter, DeliveryPage } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { addType, indexedOf } from '../../../testing/list-calls.ts'
import { addVariation } from '../../../testing/tenants.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../testing/test-database.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { newId } from '../../platform/database/new-id.ts'
import { fileEntriesOf, liveDocumentsOf, writeIndex } from '../content-index/index.ts'
import type { Reader } from '../reader/index.ts'
import { ChangeLog } from './change-log.ts'
import { createDeliveryService, type DeliveryService } from './service.ts'
import { createTenantModels } from './tenant-models.ts'

/** So many that no plan reads the whole list; each must still find the same page as reading and sorting all of it. */
const count = 6_000

const type: ContentType = {
  technicalName: 'thing',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'stock', friendlyName: {}, type: 'integer' },
    { technicalName: 'rare', friendlyName: {}, type: 'integer' },
    { technicalName: 'label', friendlyName: {}, type: 'text' },
    { technicalName: 'half', friendlyName: {}, type: 'text' },
  ],
}

interface Values {
  readonly stock: number | undefined
  readonly rare: number | undefined
  readonly label: string
  readonly half: string
}

/** What is live of an item in one variation. */
interface Row extends Values {
  readonly id: string
  readonly contentItemId: string
  readonly name: string
  readonly publishedAt: string
  readonly targets: readonly string[]
}

/** In English, and a third of them in German, too: with the same values, or with a stock of their own. */
interface Thing {
  readonly english: Row
  readonly german: Row | undefined
}

const things: Thing[] = Array.from({ length: count }, (_, at) => {
  const contentItemId = newId()
  const english: Row = {
    id: newId(),
    contentItemId,
    name: `Name ${String((at * 7_919) % count).padStart(5, '0')}`,
    publishedAt: new Date(Date.UTC(2026, 0, 1) + ((at * 17) % count) * 60_000).toISOString(),
    targets: [[], ['web'], ['print'], ['print', 'web']][at % 4] ?? [],
    stock: at % 10 === 9 ? undefined : at % 1_000,
    rare: at === 5 ? 1 : undefined,
    label: `tag ${at} is ${at % 50 === 0 ? '100%_off' : 'not off'}`,
    // Whoever goes by id comes to the second half late.
    half: at < count / 2 ? 'first' : 'second',
  }
  const own = at % 6 === 0 && english.stock !== undefined ? { stock: english.stock + 1 } : {}
  return { english, german: at % 3 === 0 ? { ...english, id: newId(), ...own } : undefined }
})
const english = things.map((thing) => thing.english)

let test: TestDatabase
let tenant: TestTenant
/** It keeps what it knows of the tenant, and reads every list. */
let service: DeliveryService
let reader: Reader
const german = newId()

const fieldNames = ['stock', 'rare', 'label', 'half'] as const

beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
  const { tenantId, variationId } = tenant
  const contentTypeId = await addType(test.database, tenantId, type)
  const variation = { variationId: german, languageCode: 'de-DE', fallbackVariationId: variationId }
  await test.database.inTenant(tenantId, (trx) => addVariation(trx, tenantId, variation))
  const documentsOf = (thing: Thing) =>
    (
      [
        [variationId, 'en-US', thing.english],
        [german, 'de-DE', thing.german],
      ] as const
    ).flatMap(([id, languageCode, row]) => {
      if (row === undefined) return []
      const { contentItemId, name, publishedAt } = row
      const values = fieldNames.map((field) => {
        const isInherited = row[field] === thing.english[field]
        return [field, { value: row[field] ?? null, sourceVariationId: isInherited ? variationId : id }] as const
      })
      return [
        {
          contentVariationId: row.id,
          contentItemId,
          variationId: id,
          languageCode,
          contentType: type,
          contentTypeId,
          name,
          isDeleted: false,
          values: Object.fromEntries(values),
          publishedVersion: 1,
          publishedAt,
          deliveryTargets: row.targets,
        },
      ]
    })
  for (let start = 0; start < count; start += 1_000) {
    const changes = things.slice(start, start + 1_000).map((thing) => {
      const documents = documentsOf(thing)
      return { before: null, after: indexedOf(documents, documents) }
    })
    await test.database.inTenant(tenantId, (trx) => writeIndex(trx, tenantId, changes), {
      statementMs: 30_000,
      deadlineMs: 60_000,
    })
  }
  const documentsOfItems = new Map(things.map((thing) => [thing.english.contentItemId, documentsOf(thing)]))
  const ids = [...documentsOfItems.keys()].sort()
  reader = await openTestReader(test.database, {
    documents: {
      async ofItems(trx, _tenantId, contentItemIds) {
        const items = contentItemIds.map((id) => {
          const documents = documentsOfItems.get(id) ?? []
          return indexedOf(documents, documents)
        })
        const entries = await fileEntriesOf(trx, tenantId, items)
        return items.flatMap(({ contentItemId, isDeleted }, at) => {
          const [entry] = entries.slice(at)
          return entry === undefined
            ? []
            : [{ contentItemId, contentTypeId, kind: type.kind, isDeleted, rows: [], ...entry }]
        })
      },
      async liveOf(trx, _tenantId, contentItemIds) {
        const items = contentItemIds.map((id) => ({ contentType: type, live: documentsOfItems.get(id) ?? [] }))
        const live = await liveDocumentsOf(trx, tenantId, items)
        return contentItemIds.map((contentItemId, at) => ({ contentItemId, contentTypeId, live: live[at] ?? [] }))
      },
      async livePage(_trx, _tenantId, { variationIds, order, offset, limit }) {
        const all = [...documentsOfItems.values()]
          .flat()
          .filter((document) => variationIds.includes(document.variationId))
          .toSorted((a, b) => (a.contentVariationId < b.contentVariationId ? -1 : 1))
        const sorted = order.direction === 'asc' ? all : all.toReversed()
        return { ids: sorted.slice(offset, offset + limit), total: all.length }
      },
      count: async () => count,
      idsAfter: async (_trx, _tenantId, after, limit) =>
        ids.filter((id) => after === null || id > after).slice(0, limit),
    },
  })
  service = createDeliveryService(test.database, createTenantModels(new ChangeLog(), { isCurrent: true }), reader)
  // Until its file is there, a list without filters comes from the database.
  await find(null, { filters: [filter('rare', 'isNotEmpty')] })
}, 90_000)
afterAll(async () => {
  await reader.close()
  await test.close()
})

/** For one channel, or for all of them. */
const allowanceFor = (target: string | null) => ({
  tenantId: tenant.tenantId,
  targets: target === null ? null : [target],
  limited: [],
  typeNames: null,
  channels: ['print', 'web'],
})

async function find(target: string | null, asked: Partial<DeliveryFilter>): Promise<DeliveryPage> {
  const question = { contentTypeTechnicalName: 'thing', variationId: tenant.variationId, filters: [], ...asked }
  const { json } = await service.filterVariations(allowanceFor(target), question)
  return JSON.parse(json)
}

type Filter = DeliveryFilter['filters'][number]
type Holds = (values: Values) => boolean
const filter = (
  technicalFieldName: string,
  operator: Filter['operator'],
  value?: unknown,
  values?: unknown[],
): Filter => ({
  technicalFieldName,
  operator,
  ...(value !== undefined && { value }),
  ...(values && { values }),
})

const filters: readonly (readonly [what: string, asked: Pick<DeliveryFilter, 'filters' | 'match'>, holds: Holds])[] = [
  ['everything', { filters: [] }, () => true],
  ['a number', { filters: [filter('stock', 'gt', 500)] }, ({ stock = 0 }) => stock > 500],
  ['few numbers', { filters: [filter('stock', 'gt', 995)] }, ({ stock = 0 }) => stock > 995],
  ['no number', { filters: [filter('stock', 'isEmpty')] }, ({ stock }) => stock === undefined],
  ['all but one', { filters: [filter('rare', 'isEmpty')] }, ({ rare }) => rare === undefined],
  ['one', { filters: [filter('rare', 'isNotEmpty')] }, ({ rare }) => rare !== undefined],
  ['what comes late', { filters: [filter('half', 'equals', 'second')] }, ({ half }) => half === 'second'],
  ['a part that all have', { filters: [filter('label', 'contains', 'tag')] }, () => true],
  ['a part that few have', { filters: [filter('label', 'contains', '0%_o')] }, ({ label }) => label.includes('%')],
  [
    'a part that one has',
    { filters: [filter('label', 'contains', 'G 4999')] },
    ({ label }) => label.includes('tag 4999 '),
  ],
  [
    'a part too short to be indexed',
    { filters: [filter('label', 'contains', '%_')] },
    ({ label }) => label.includes('%'),
  ],
  ['a part that none has', { filters: [filter('label', 'contains', 'ttag')] }, () => false],
  ['a beginning', { filters: [filter('label', 'startsWith', 'tag 1')] }, ({ label }) => label.startsWith('tag 1')],
  [
    'not these numbers',
    { filters: [filter('stock', 'notIn', undefined, [1, 2, 3])] },
    ({ stock = 0 }) => ![1, 2, 3].includes(stock),
  ],
  ['nothing at all', { filters: [filter('stock', 'gt', 5_000)] }, () => false],
  [
    'two things that much has',
    { filters: [filter('stock', 'gt', 100), filter('label', 'startsWith', 'tag')] },
    ({ stock = 0 }) => stock > 100,
  ],
  [
    'two things that exclude each other',
    { filters: [filter('rare', 'isNotEmpty'), filter('half', 'equals', 'second')] },
    () => false,
  ],
  [
    'three things, a part of a text among them, that come late',
    { filters: [filter('label', 'contains', 'not'), filter('stock', 'lt', 900), filter('half', 'equals', 'second')] },
    ({ label, stock = 1_000, half }) => label.includes('not') && stock < 900 && half === 'second',
  ],
  [
    'one of two things',
    { filters: [filter('stock', 'gt', 900), filter('half', 'equals', 'second')], match: 'any' },
    ({ stock = 0, half }) => stock > 900 || half === 'second',
  ],
]

type Key = (row: Row) => string | number | undefined
const orders: Readonly<Record<string, Key>> = {
  contentVariationId: ({ id }) => id,
  publishedAt: ({ publishedAt }) => publishedAt,
  name: ({ name }) => name,
  'fields.stock': ({ stock }) => stock,
}

const byCode = (one: string | number, two: string | number) => (one < two ? -1 : one > two ? 1 : 0)

/** What has no key comes last either way. */
function sorted(rows: readonly Row[], key: Key, direction: 'asc' | 'desc'): string[] {
  const inOrder = (some: readonly Row[]) => {
    const up = some.toSorted((one, two) => byCode(key(one) ?? 0, key(two) ?? 0) || byCode(one.id, two.id))
    return direction === 'asc' ? up : up.toReversed()
  }
  const [having, lacking] = [true, false].map((has) => rows.filter((row) => (key(row) !== undefined) === has))
  return [...inOrder(having ?? []), ...inOrder(lacking ?? [])].map(({ id }) => id)
}

const goesTo =
  (target: string | null) =>
  ({ targets }: Row): boolean =>
    target === null || targets.length === 0 || targets.includes(target)

const idsIn = ({ items }: DeliveryPage) => items.map(({ contentVariationId }) => contentVariationId)

describe.each(filters)('a long list of %s', (what, asked, holds) => {
  const place = filters.findIndex(([each]) => each === what)
  // In the usual run one order in one direction for all channels, and another one for one channel.
  const ways = Object.keys(orders).flatMap((order) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [null, 'print'].map((target) => [order, direction, target] as const),
    ),
  )
  it.each(ways.filter((_, at) => isWholeRun || at === (6 * place) % 16 || at === (6 * place + 5) % 16))(
    'is the same page by page as if it were read whole, by %s %s, for the channel %s',
    async (order, direction, target) => {
      const key = orders[order]
      if (key === undefined) throw new Error(order)
      const expected = sorted(english.filter(holds).filter(goesTo(target)), key, direction)
      const pageSize = 10
      const last = Math.max(1, Math.ceil(expected.length / pageSize))
      for (const pageNumber of new Set([1, Math.ceil(last / 2), last, last + 1])) {
        const paging = { pageNumber, pageSize }
        const page = await find(target, { ...asked, sorting: { field: order, direction }, paging })
        const ids = expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
        expect([pageNumber, idsIn(page)]).toEqual([pageNumber, ids])
        const { totalCount, totalIsCapped } = page.paging
        if (totalIsCapped) {
          expect(totalCount).toBeGreaterThanOrEqual(Math.min(expected.length, pageNumber * pageSize))
          expect(totalCount).toBeLessThanOrEqual(expected.length)
        } else expect(totalCount).toBe(expected.length)
      }
    },
  )
})

describe('a long list in the order of a field', () => {
  it.each(['asc', 'desc'] as const)('ends with what has no value, %s', async (direction) => {
    const expected = sorted(english, ({ stock }) => stock, direction)
    const pageSize = 50
    const pages = expected.length / pageSize
    const lacking = english.filter(({ stock }) => stock === undefined).length / pageSize
    for (const pageNumber of [1, 40, pages - lacking, pages - lacking + 1, pages, pages + 1]) {
      const paging = { pageNumber, pageSize }
      const page = await find(null, { sorting: { field: 'fields.stock', direction }, paging })
      const ids = expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
      expect([pageNumber, idsIn(page), page.paging.totalCount]).toEqual([pageNumber, ids, count])
    }
  })
})

describe('a long list of all variations', () => {
  const rows = things.flatMap((thing) => [thing.english, ...(thing.german ? [thing.german] : [])])
  it.each<[what: string, field: Record<string, string[]>, target: string | null, holds: Holds]>([
    ['everything', {}, null, () => true],
    ['everything for one channel', {}, 'print', () => true],
    ['one number, which some have as their own', { stock: ['7'] }, null, ({ stock }) => stock === 7],
    ['some numbers', { stock: ['6', '7', '8'] }, null, ({ stock = 0 }) => stock >= 6 && stock <= 8],
    ['what comes late', { half: ['second'] }, 'web', ({ half }) => half === 'second'],
    [
      'numbers and texts',
      { stock: ['6', '7'], half: ['first'] },
      'web',
      ({ stock, half }) => (stock === 6 || stock === 7) && half === 'first',
    ],
  ])('has each of them with its own values, page by page: %s', async (_what, field, target, holds) => {
    const expected = sorted(rows.filter(holds).filter(goesTo(target)), ({ id }) => id, 'asc')
    const pageSize = 10
    const last = Math.max(1, Math.ceil(expected.length / pageSize))
    for (const pageNumber of new Set([1, Math.ceil(last / 2), last, last + 1])) {
      const { json } = await service.itemVariations(allowanceFor(target), { pageNumber, pageSize, field })
      const ids = expected.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
      expect([pageNumber, idsIn(JSON.parse(json))]).toEqual([pageNumber, ids])
    }
  })
})
