import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import pg from 'pg'
import { notificationsReceived } from '../../../../testing/notifications-received.ts'
import { type TestDatabase, type TestTenant, testDatabase } from '../../../../testing/test-database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { openNotifications } from '../../../platform/database/notifications.ts'
import { projectPublished, projectWorking, remove, withdrawPublished } from './project.ts'
import type { PublishedVariation } from './projected-variation.ts'
import { findReferrers, findReferences as linksOf } from './reference.repository.ts'
import { stemmerOf } from './search-words.ts'

const type: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer' },
    { technicalName: 'price', friendlyName: {}, type: 'price' },
    { technicalName: 'related', friendlyName: {}, type: 'links' },
    { technicalName: 'topics', friendlyName: {}, type: 'concepts' },
  ],
}

let test: TestDatabase
let tenant: TestTenant
let everything: pg.Client
beforeAll(async () => {
  test = await testDatabase()
  tenant = await test.createTenant()
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

const working = (...documents: PublishedVariation[]) =>
  test.database.inTenant(tenant.tenantId, (trx) => projectWorking(trx, tenant.tenantId, documents))
const published = (...documents: PublishedVariation[]) =>
  test.database.inTenant(tenant.tenantId, (trx) => projectPublished(trx, tenant.tenantId, documents))

/** Every row of the document with the transaction that wrote it, as it lies in the table. */
async function rowsOf({ contentVariationId }: PublishedVariation, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await everything.query(
    `select *, xmin from ${table} where content_variation_id = $1 order by 1, 2, 3`,
    [contentVariationId],
  )
  return rows
}
const tables = ['index_key', 'content_reference', 'search_document', 'delivery_document']
const allRows = async (document: PublishedVariation) => {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const table of tables) found[table] = await rowsOf(document, table)
  return found
}

const values = {
  title: 'Bottle',
  stock: 3,
  price: [{ amount: '1.50', currency: 'EUR' }],
  related: ['019a0000-0000-7000-8000-000000000021', '019a0000-0000-7000-8000-000000000022'],
  topics: ['019a0000-0000-7000-8000-000000000011'],
}

describe('the words of content in a language', () => {
  it('are stemmed by a dictionary that this PostgreSQL has, whichever language it is', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const languages = letters.flatMap((first) => letters.map((second) => first + second)).filter(stemmerOf)
    expect(languages.length).toBeGreaterThan(25)
    await working(...languages.map((languageCode) => documentOf({ title: 'Words' }, { languageCode })))
  })
})

/** A number in letters of a script outside of the Basic Multilingual Plane. */
const inDeseret = (at: number): string =>
  [...at.toString()].map((digit) => String.fromCodePoint(0x10428 + Number(digit))).join('')

describe('what lists and searches are made from', () => {
  it('is not written again when nothing differs', async () => {
    const document = documentOf(values)
    await working(document)
    await published(document)
    const before = await allRows(document)
    expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
    await working(document)
    await published(document)
    expect(await allRows(document)).toEqual(before)
  })

  it('changes where the content changed, and nowhere else', async () => {
    const document = documentOf(values)
    await working(document)
    const before = await rowsOf(document, 'index_key')
    await working({ ...document, values: { ...document.values, stock: { value: 4, sourceVariationId: null } } })
    const after = await rowsOf(document, 'index_key')
    const kept = after.filter((row) => before.some((old) => old.key === row.key && old.xmin === row.xmin))
    expect(kept).toHaveLength(before.length - 1)
    expect(after).toHaveLength(before.length)
    expect(after.map(({ key }) => key)).toContain('n250014')
    expect(await rowsOf(document, 'content_reference')).toHaveLength(3)
  })

  it('is the same whether made from what changed or anew', async () => {
    const changes = { title: 'Jug', stock: null, price: [], related: [], topics: null }
    for (const [name, value] of Object.entries(changes)) {
      const was = documentOf(values)
      await working(was)
      await published(was)
      const now = { ...was, values: { ...was.values, [name]: { value, sourceVariationId: null } } }
      await working({ ...now, previous: was })
      await published({ ...now, previous: was })
      const changed = await allRows(now)
      await working(now)
      await published(now)
      // To the very transaction: nothing was left to be written.
      expect(await allRows(now)).toEqual(changed)
    }
  })

  it('is not asked for where a change does not touch it', async () => {
    const was = documentOf(values)
    await working(was)
    await everything.query('delete from content_reference where content_variation_id = $1', [was.contentVariationId])
    const now = { ...was, values: { ...was.values, stock: { value: 4, sourceVariationId: null } } }
    await working({ ...now, previous: was })
    expect(await rowsOf(now, 'content_reference')).toEqual([])
    await working(now)
    expect(await rowsOf(now, 'content_reference')).toHaveLength(3)
  })

  it('keeps what is live apart from the working copy', async () => {
    const document = documentOf(values)
    await working(document)
    await published(document)
    await working({ ...document, values: {} })
    const { index_key: keys, search_document: searched, delivery_document: delivered } = await allRows(document)
    expect(keys?.every(({ space }) => String(space).startsWith('-'))).toBe(true)
    expect(searched).toHaveLength(2)
    expect(JSON.parse(String(delivered?.[0]?.body)).fields).toMatchObject(values)
    await test.database.inTenant(tenant.tenantId, (trx) =>
      withdrawPublished(trx, tenant.tenantId, [document.contentVariationId]),
    )
    expect(await allRows(document)).toMatchObject({ index_key: [], content_reference: [], delivery_document: [] })
    expect(await rowsOf(document, 'search_document')).toHaveLength(1)
    await test.database.inTenant(tenant.tenantId, (trx) => remove(trx, tenant.tenantId, [document.contentVariationId]))
    expect(await rowsOf(document, 'search_document')).toEqual([])
  })

  it('takes a thousand documents at once', async () => {
    const documents = Array.from({ length: 1_000 }, (_, at) => documentOf({ ...values, stock: at }))
    await working(...documents)
    const { rows } = await everything.query(
      'select count(*)::int as count from search_document where content_variation_id = any($1)',
      [documents.map(({ contentVariationId }) => contentVariationId)],
    )
    expect(rows[0].count).toBe(1_000)
  })

  it('takes a text of two hundred thousand characters', async () => {
    const text = Array.from({ length: 25_000 }, (_, at) => `word${at}`)
      .join(' ')
      .slice(0, 200_000)
    await working(
      documentOf(
        { about: text },
        { contentType: { ...type, fields: [{ technicalName: 'about', friendlyName: {}, type: 'longText' }] } },
      ),
    )
  })

  it('takes more long words than the index can hold, whose letters have four bytes each', async () => {
    const fields = ['one', 'two', 'three'].map((technicalName) => ({
      technicalName,
      friendlyName: {},
      type: 'longText' as const,
    }))
    const word = (at: number) => inDeseret(at).padStart(120, inDeseret(0))
    const textOf = (part: number) => Array.from({ length: 3_200 }, (_, at) => word(part * 3_200 + at)).join(' ')
    const document = documentOf(
      Object.fromEntries(fields.map(({ technicalName }, part) => [technicalName, textOf(part)])),
      { contentType: { ...type, fields } },
    )
    await working(document)
    const [row] = await rowsOf(document, 'search_document')
    expect(String(row?.words).split(' ').length).toBeGreaterThan(1_000)
  })
})

describe('links', () => {
  it('are found from both ends, those of deleted items by nobody', async () => {
    const target = newId()
    const source = documentOf({ related: [target] })
    const deleted = documentOf({ related: [target] }, { isDeleted: true })
    await working(source, deleted)
    const { from, to } = await test.database.inTenantReadOnly(tenant.tenantId, async (trx) => ({
      from: await linksOf(trx, tenant.tenantId, source.contentVariationId, 'w'),
      to: await findReferrers(trx, tenant.tenantId, { ids: [target], scope: 'w' }),
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
    const document = documentOf(values)
    const another = documentOf(values)
    await published(document, another)
    await published(document)
    await expect(
      test.database.inTenant(tenant.tenantId, async (trx) => {
        await projectPublished(trx, tenant.tenantId, [documentOf(values)])
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
