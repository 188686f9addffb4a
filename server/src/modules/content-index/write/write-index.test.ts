import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import pg from 'pg'
import { indexedOf } from '../../../../testing/list-calls.ts'
import { notificationsReceived } from '../../../../testing/notifications-received.ts'
import { addVariation } from '../../../../testing/tenants.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { openNotifications } from '../../../platform/database/notifications.ts'
import { findDeletedWithKeys } from './deleted-key.repository.ts'
import { liveDocumentsOf } from './file-entries.ts'
import { keysOfValue } from './index-keys.ts'
import type { IndexChange, IndexedItem, PublishedVariation } from './projected-variation.ts'
import { readRecipe } from './rebuild.repository.ts'
import { indexRecipe } from './recipe.ts'
import { findReferrers, findReferences as linksOf } from './reference.repository.ts'
import { maxSharedSpaces } from './space.repository.ts'
import { rewriteIndex, writeIndex } from './write-index.ts'

const type: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'sku', friendlyName: {}, type: 'text', localizable: false, unique: 'contentType' },
    { technicalName: 'code', friendlyName: {}, type: 'text', unique: 'variation' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer' },
    { technicalName: 'price', friendlyName: {}, type: 'price' },
    { technicalName: 'related', friendlyName: {}, type: 'links' },
    { technicalName: 'topics', friendlyName: {}, type: 'concepts' },
  ],
}

let test: TestDatabase
let tenant: TestTenant
let variationIds: readonly string[]
let everything: pg.Client
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
  const others = [newId(), newId()]
  variationIds = [tenant.variationId, ...others]
  await test.database.inTenant(tenant.tenantId, async (trx) => {
    for (const [at, variationId] of others.entries())
      await addVariation(trx, tenant.tenantId, {
        variationId,
        languageCode: ['de-DE', 'sv-SE'][at] ?? '',
        fallbackVariationId: tenant.variationId,
      })
  })
  everything = new pg.Client({ ...test.superuser })
  await everything.connect()
})
afterAll(async () => {
  await everything.end()
  await test.close()
})

const documentOf = (values: Record<string, unknown>, more: Partial<PublishedVariation> = {}): PublishedVariation => ({
  contentVariationId: newId(),
  contentItemId: newId(),
  variationId: tenant.variationId,
  languageCode: 'en-US',
  contentType: type,
  contentTypeId: '019a0000-0000-7000-8000-0000000000aa',
  name: 'A name',
  isDeleted: false,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, sourceVariationId: tenant.variationId }]),
  ),
  publishedVersion: 1,
  publishedAt: '2026-01-01T00:00:00.123456Z',
  deliveryTargets: [],
  ...more,
})

const write = (...changes: readonly IndexChange[]) =>
  test.database.inTenant(tenant.tenantId, (trx) => writeIndex(trx, tenant.tenantId, changes))
const add = (...documents: readonly PublishedVariation[]) =>
  write(...documents.map((document) => ({ before: null, after: indexedOf([document]) })))
const rewrite = (...items: readonly IndexedItem[]) =>
  test.database.inTenant(tenant.tenantId, (trx) => rewriteIndex(trx, tenant.tenantId, items))

const tables = ['deleted_key', 'content_reference'] as const
type Table = (typeof tables)[number]

/** Every row of an item, as it lies in the table. */
async function rowsOf(contentItemId: string, table: Table): Promise<Record<string, unknown>[]> {
  const { rows } = await everything.query(`select * from ${table} t where content_item_id = $1 order by t::text`, [
    contentItemId,
  ])
  return rows
}

async function allRows(contentItemId: string) {
  const found: Partial<Record<Table, Record<string, unknown>[]>> = {}
  for (const table of tables) found[table] = await rowsOf(contentItemId, table)
  return found
}

const values = {
  title: 'Bottle',
  stock: 3,
  price: [{ amount: '1.50', currency: 'EUR' }],
  related: ['019a0000-0000-7000-8000-000000000021', '019a0000-0000-7000-8000-000000000022'],
  topics: ['019a0000-0000-7000-8000-000000000011'],
}

/** What an item has, by variation: own values, and what of them is live. */
interface Copies {
  readonly name: string
  readonly isDeleted: boolean
  readonly working: readonly Own[]
  readonly live: readonly (Own | null)[]
}
type Own = Readonly<Record<string, unknown>>

/** The first variation is what the others fall back to. */
function itemOf(ids: { readonly item: string; readonly copies: readonly string[] }, copies: Copies): IndexedItem {
  const documents = (all: readonly (Own | null)[]) =>
    all.flatMap((own, at): PublishedVariation[] => {
      if (own === null) return []
      const chain = [...new Set([at, 0])]
      const resolved = type.fields.map(({ technicalName, localizable }) => {
        const source = chain.find((each) => all[each] != null && Object.hasOwn(all[each], technicalName))
        const sourceVariationId = source === undefined ? null : variationIds[localizable === false ? at : source]
        return [technicalName, { value: source === undefined ? null : all[source]?.[technicalName], sourceVariationId }]
      })
      return [
        documentOf(
          {},
          {
            contentItemId: ids.item,
            contentVariationId: ids.copies[at] ?? '',
            variationId: variationIds[at] ?? '',
            languageCode: ['en-US', 'de-DE', 'sv-SE'][at] ?? '',
            isDeleted: copies.isDeleted,
            name: copies.name,
            values: Object.fromEntries(resolved),
          },
        ),
      ]
    })
  const working = documents(copies.working)
  const live = copies.isDeleted ? [] : documents(copies.live)
  return { ...indexedOf(working, live), isDeleted: copies.isDeleted }
}

const someValues = fc.record(
  {
    title: fc.constantFrom('Bottle', 'Bottles and lamps', '東京都', null),
    sku: fc.constantFrom('A-1', 'A-2'),
    stock: fc.constantFrom(1, 2, null),
    price: fc.constantFrom([{ amount: '1', currency: 'EUR' }], [{ amount: '1', currency: 'SEK' }], null),
    related: fc.subarray(values.related, { minLength: 1 }),
    topics: fc.constantFrom(values.topics, null),
  },
  { requiredKeys: [] },
)
const copies: fc.Arbitrary<Copies> = fc.record({
  name: fc.constantFrom('One', 'Another'),
  isDeleted: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
  working: fc.tuple(someValues, someValues, someValues),
  live: fc.tuple(...[0, 1, 2].map(() => fc.option(someValues))),
})

const comparesWithRewriting = fc.asyncProperty(fc.array(copies, { minLength: 1, maxLength: 6 }), async (states) => {
  const ids = { item: newId(), copies: [newId(), newId(), newId()] }
  let before: IndexedItem | null = null
  for (const state of states) {
    const after = itemOf(ids, state)
    await write({ before, after })
    before = after
  }
  const changed = await allRows(ids.item)
  if (before !== null) await rewrite(before)
  expect(await allRows(ids.item)).toEqual(changed)
  await write({ before, after: null })
  expect(Object.values(await allRows(ids.item)).flat()).toEqual([])
})

describe('the index of content', () => {
  it('is the same whether written by what changes or anew, and nothing is left of what is removed', async () => {
    await fc.assert(comparesWithRewriting, { numRuns: 60 })
  }, 60_000)

  it('is that, too, where a field has as many spaces as it may', async () => {
    const mixed = await test.createTenant()
    const own = tenant
    tenant = { ...tenant, tenantId: mixed.tenantId }
    try {
      await everything.query(
        `with reach as (
            insert into index_reach select $1, number, array[gen_random_uuid(), gen_random_uuid()]
            from generate_series(1, $3::integer) number
          )
          insert into index_space (tenant_id, space, content_type_id, technical_field_name, qualifier, reach, variation_count)
          select $1, number, $2::uuid, 'related', '', number, 2 from generate_series(1, $3::integer) number`,
        [mixed.tenantId, '019a0000-0000-7000-8000-0000000000aa', maxSharedSpaces],
      )
      await fc.assert(comparesWithRewriting, { numRuns: 20 })
      const { rows } = await everything.query(
        `select technical_field_name as name, max(variation_count) as most from index_space
          where tenant_id = $1 and space > $2 group by 1 order by 1`,
        [mixed.tenantId, maxSharedSpaces],
      )
      const most = new Map(rows.map((row) => [row.name, row.most]))
      expect(most.get('related')).toBe(1)
      expect(most.get('topics')).toBeGreaterThan(1)
    } finally {
      tenant = own
    }
  }, 60_000)

  it('is written where the content changed, and nowhere else', async () => {
    const was = documentOf(values)
    const before = indexedOf([was], [was])
    await write({ before: null, after: before })
    const at = async () => {
      const { rows } = await everything.query(
        `select 'reference ' || ref_id as name, xmin from content_reference where content_item_id = $1`,
        [was.contentItemId],
      )
      return rows.map(({ name, xmin }) => `${name} ${xmin}`)
    }
    const written = await at()
    const [kept = '', taken = ''] = values.related
    const added = newId()
    const related = { value: [kept, added], sourceVariationId: tenant.variationId }
    const now = {
      ...was,
      values: { ...was.values, related, stock: { value: 4, sourceVariationId: tenant.variationId } },
    }
    await write({ before, after: indexedOf([now], [was]) })
    const differing = (await at())
      .filter((row) => !written.includes(row))
      .map((row) => row.split(' ').slice(0, 2).join(' '))
    expect(differing.toSorted()).toEqual([`reference ${taken}`, `reference ${added}`].toSorted())
  })

  it('has the entries of what is published once, though it was first a draft', async () => {
    const draft = documentOf(values)
    await write({ before: null, after: indexedOf([draft]) })
    const drafted = await rowsOf(draft.contentItemId, 'content_reference')
    await write({ before: indexedOf([draft]), after: indexedOf([draft], [draft]) })
    const published = await rowsOf(draft.contentItemId, 'content_reference')
    expect(published.every(({ scope }) => scope === 'b')).toBe(true)
    expect(published.map(({ ref_id: id }) => id)).toEqual(drafted.map(({ ref_id: id }) => id))
  })

  it('is found by spaces that are there, though the first transaction that made them was rolled back', async () => {
    const contentTypeId = newId()
    const document = documentOf(values, { contentTypeId })
    const change = { before: null, after: indexedOf([document]) }
    await expect(
      test.database.inTenant(tenant.tenantId, async (trx) => {
        await writeIndex(trx, tenant.tenantId, [change])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await write(change)
    const { rows } = await everything.query(
      `select from content_reference k left join index_space sp using (tenant_id, space)
        where k.content_item_id = $1 and sp.space is null`,
      [document.contentItemId],
    )
    expect(rows).toEqual([])
  })

  it('is written by many at once, who need the same new spaces', async () => {
    const contentTypeId = newId()
    const documents = Array.from({ length: 16 }, () => documentOf(values, { contentTypeId }))
    await Promise.all(documents.map((document) => add(document)))
    const { rows } = await everything.query(
      'select count(*)::int as count from content_reference k join index_space using (tenant_id, space) where content_type_id = $1',
      [contentTypeId],
    )
    expect(rows[0].count).toBe(16 * (await rowsOf(documents[0]?.contentItemId ?? '', 'content_reference')).length)
  })

  it('takes a thousand items at once', async () => {
    const documents = Array.from({ length: 1_000 }, (_, at) => documentOf({ ...values, stock: at }))
    await add(...documents)
    const { rows } = await everything.query(
      'select count(distinct content_item_id)::int as count from content_reference where content_item_id = any($1)',
      [documents.map(({ contentItemId }) => contentItemId)],
    )
    expect(rows[0].count).toBe(1_000)
  })

  it('takes a text of two hundred thousand characters', async () => {
    const text = Array.from({ length: 25_000 }, (_, at) => `word${at}`)
      .join(' ')
      .slice(0, 200_000)
    const contentType = {
      ...type,
      fields: [{ technicalName: 'about', friendlyName: {}, type: 'longText' as const }],
    }
    await add(documentOf({ about: text }, { contentType }))
  })
})

describe('a key of a deleted item', () => {
  const ids = { item: newId(), copies: [newId(), newId(), newId()] }
  const state = (isDeleted: boolean, sku = 'D-1') =>
    itemOf(ids, {
      name: 'One',
      isDeleted,
      working: [{ sku, code: 'D-2' }, { title: 'Flasche' }, {}],
      live: [null, null, null],
    })
  /** Whether the item is found by a value of a field. */
  const isFound = async (technicalFieldName: string, value: string) => {
    const field = type.fields.find(({ technicalName }) => technicalName === technicalFieldName)
    const keys = field === undefined ? [] : keysOfValue(field, value).map(({ key }) => key)
    const { contentTypeId } = state(true)
    const found = await test.database.inTenantReadOnly(tenant.tenantId, (trx) =>
      findDeletedWithKeys(trx, tenant.tenantId, { contentTypeId, technicalFieldName }, keys),
    )
    return found.includes(ids.item)
  }

  it('is found from the deletion on, until the item is restored or erased', async () => {
    await write({ before: null, after: state(false) })
    expect(await isFound('sku', 'd-1')).toBe(false)
    await write({ before: state(false), after: state(true) })
    expect([await isFound('sku', 'd-1'), await isFound('sku', 'd-2')]).toEqual([true, false])
    await write({ before: state(true), after: state(false) })
    expect(await isFound('sku', 'd-1')).toBe(false)
    await write({ before: state(false), after: state(true) })
    await write({ before: state(true), after: null })
    expect(await isFound('sku', 'd-1')).toBe(false)
  })

  it('is that of its value as it is, though the item is changed while it is deleted or made anew', async () => {
    await write({ before: null, after: state(true) })
    await write({ before: state(true), after: state(true, 'D-3') })
    expect([await isFound('sku', 'd-1'), await isFound('sku', 'd-3')]).toEqual([false, true])
    await rewrite(state(true, 'D-4'))
    expect([await isFound('sku', 'd-3'), await isFound('sku', 'd-4')]).toEqual([false, true])
    await rewrite(state(false, 'D-4'))
    expect(await isFound('sku', 'd-4')).toBe(false)
    await write({ before: state(false, 'D-4'), after: null })
  })

  it('is kept of fields alone whose values name one item', async () => {
    await write({ before: null, after: state(true) })
    const rows = await rowsOf(ids.item, 'deleted_key')
    expect(new Set(rows.map(({ technical_field_name: name }) => name))).toEqual(new Set(['sku']))
    expect(await isFound('code', 'd-2')).toBe(false)
  })
})

it('a tenant whose items have no references has a recipe from its first item on, though the first try was rolled back', async () => {
  const other = await test.createTenant()
  const { tenantId } = other
  const plain = documentOf({ title: 'Bottle' })
  const change = { before: null, after: indexedOf([plain]) }
  const recipe = () => test.database.inTenantReadOnly(tenantId, (trx) => readRecipe(trx, tenantId))
  await expect(
    test.database.inTenant(tenantId, async (trx) => {
      await writeIndex(trx, tenantId, [change])
      await writeIndex(trx, tenantId, [change])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await recipe()).toBeUndefined()
  await test.database.inTenant(tenantId, (trx) => writeIndex(trx, tenantId, [change]))
  expect(await recipe()).toBe(indexRecipe)
})

describe('what is delivered', () => {
  const ids = { item: newId(), copies: [newId(), newId(), newId()] }
  const states = {
    one: { name: 'One', isDeleted: false, working: [values, {}, {}], live: [values, {}, {}] },
    own: { name: 'One', isDeleted: false, working: [values, {}, {}], live: [values, { title: 'Flasche' }, {}] },
  }

  it('is one body for all variations with the same values', async () => {
    const [one, own] = [itemOf(ids, states.one), itemOf(ids, states.own)]
    const [ofOne = [], ofOwn = []] = await test.database.inTenantReadOnly(tenant.tenantId, (trx) =>
      liveDocumentsOf(trx, tenant.tenantId, [one, own]),
    )
    expect(ofOne).toHaveLength(3)
    expect(new Set(ofOne.map(({ body }) => body.key)).size).toBe(1)
    expect(new Set(ofOwn.map(({ body }) => body.key)).size).toBe(2)
    expect(ofOwn[0]?.body).toEqual(ofOne[0]?.body)
  })
})

describe('links', () => {
  it('are found from both ends, those of deleted items by nobody', async () => {
    const target = newId()
    const source = documentOf({ related: [target] })
    const deleted = documentOf({ related: [target] }, { isDeleted: true })
    await add(source, deleted)
    const { from, to } = await test.database.inTenantReadOnly(tenant.tenantId, async (trx) => ({
      from: await linksOf(trx, tenant.tenantId, source, 'w'),
      to: await findReferrers(trx, tenant.tenantId, { ids: [target], scope: 'w', limit: 10 }),
    }))
    expect(from).toEqual([{ technicalFieldName: 'related', kind: 'item', id: target }])
    expect(to.map(({ contentItemId }) => contentItemId)).toEqual([source.contentItemId])
  })
})

describe('word of a change of what is live', () => {
  it('goes out once for a transaction, when it is committed, and not when nothing differs', async () => {
    const notifications = await openNotifications({ connection: test.address.platform })
    const heard: unknown[] = []
    notifications.listen('delivery-changed', (payload) => payload && heard.push(payload))
    await notificationsReceived({ database: test.database, notifications })
    const [document, another] = [documentOf(values), documentOf(values)]
    const changes = [document, another].map((each) => ({ before: null, after: indexedOf([each], [each]) }))
    await write(...changes)
    await write({ before: indexedOf([document], [document]), after: indexedOf([document], [document]) })
    await expect(
      test.database.inTenant(tenant.tenantId, async (trx) => {
        const more = documentOf(values)
        await writeIndex(trx, tenant.tenantId, [{ before: null, after: indexedOf([more], [more]) }])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await notificationsReceived({ database: test.database, notifications })
    const { contentTypeId, variationId } = document
    expect(heard).toEqual([
      expect.objectContaining({
        tenantId: tenant.tenantId,
        touched: expect.objectContaining({
          items: [document.contentItemId, another.contentItemId],
          lists: [expect.objectContaining({ contentTypeId, variationId })],
        }),
      }),
    ])
    await notifications.close()
  })
})
