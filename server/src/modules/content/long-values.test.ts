import { contract, type Field } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { personWith } from '../../../testing/caller.ts'
import { ContentCalls, putType, updateOf, valuesOf } from '../../../testing/content-calls.ts'
import { addVariation } from '../../../testing/tenants.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { saveVariation } from './operations/save-variation.ts'

let server: TestServer
let content: ContentCalls
let apiKey: string

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  ...more,
})
const bookType = (bodySettings: Record<string, unknown> = {}) => ({
  technicalName: 'article',
  friendlyName: { 'en-US': 'Book' },
  kind: 'user' as const,
  titleField: 'title',
  fields: [
    field('title', 'text', { required: 'onPublish' }),
    field('body', 'longText', { settings: bodySettings }),
    field('story', 'richText'),
    field('data', 'json'),
    field('note', 'longText', { localizable: false }),
    field('pages', 'integer'),
  ],
})

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, bookType())
  apiKey = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'test' } })).key
})
afterAll(() => server.close())

/** Different words in each, so that nothing is equal by chance. */
const textOf = (seed: string, characters = 20_000): string =>
  Array.from(
    { length: Math.ceil(characters / 12) },
    (_, at) => `${seed}${at.toString().padStart(11 - seed.length, '0')}`,
  )
    .join(' ')
    .slice(0, characters)
    .trim()
const storyOf = (seed: string, characters?: number) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: textOf(seed, characters) }] }],
})
const storedOf = (contentVariationId: string) =>
  server.rows
    .look<{ own: Record<string, unknown> }>(
      `select own from content_variation where content_variation_id = '${contentVariationId}'`,
    )
    .then(([row]) => row?.own ?? {})
const rowsOf = (contentItemId: string) =>
  server.rows.look<{ hash: string; length: number }>(
    `select hash, length(value) from long_value where content_item_id = '${contentItemId}' order by hash`,
  )
const delivered = async (contentItemId: string, variationId: string | undefined) => {
  const { items } = await server.ok(contract.delivery.getByItemIds, {
    apiKey,
    body: { contentItemIds: [contentItemId], variationId },
  })
  return items[0]?.fields ?? {}
}

describe('a long value', () => {
  it('is stored apart from its item, once, and read as it was written', async () => {
    const values = { title: 'One', body: textOf('a'), story: storyOf('b'), data: { list: [textOf('c')] } }
    const { en, contentItemId } = await content.make(values)
    expect(valuesOf(await content.get(en))).toMatchObject(values)
    const own = await storedOf(en)
    expect(own.title).toBe('One')
    for (const name of ['body', 'story', 'data']) expect(JSON.stringify(own[name]).length).toBeLessThan(400)
    expect(await rowsOf(contentItemId)).toHaveLength(3)

    await content.update(en, { title: 'Two' })
    await content.update(en, { body: textOf('other') })
    await content.update(en, { body: values.body })
    expect(await rowsOf(contentItemId)).toHaveLength(4)
    expect(valuesOf(await content.get(en))).toMatchObject({ ...values, title: 'Two' })
  })

  it('is what every answer shows: inherited, live, delivered, found, of an earlier version', async () => {
    const values = { title: 'One', body: textOf('d'), story: storyOf('e'), data: { x: textOf('f') }, note: textOf('g') }
    const made = await content.make(values)
    await content.step('publish', made.en)
    await content.update(made.at, { title: 'Eins' })
    await content.step('publish', made.at)
    await content.update(made.en, { body: textOf('later'), note: 'short' })

    expect(valuesOf(await content.get(made.de))).toMatchObject({ body: textOf('later'), note: 'short' })
    expect(valuesOf(await content.live(made.en))).toMatchObject(values)
    const { acme } = server
    const fields = await delivered(made.contentItemId, acme.variations['de-AT'])
    expect(fields).toMatchObject({ title: 'Eins', body: values.body, data: values.data, note: values.note })
    expect(fields.story).toMatchObject({ json: values.story, html: `<p>${textOf('e')}</p>` })
    const around = await server.rows.look(
      `select before, behind from long_value where content_item_id = '${made.contentItemId}' and before <> ''`,
    )
    expect(around).toEqual([{ before: '{"json":', behind: `,"html":"<p>${textOf('e')}</p>"}` }])
    const { items } = await server.ok(contract.delivery.filterVariations, {
      apiKey,
      body: {
        contentTypeTechnicalName: 'article',
        variationId: acme.variations['en-US'] ?? '',
        filters: [{ technicalFieldName: 'body', operator: 'startsWith', values: ['d0000000000'] }],
        fields: ['title', 'data'],
      },
    })
    expect(items.map((each) => each.fields)).toEqual([{ title: 'One', data: values.data }])
    const byItem = await server.ok(contract.delivery.getItemVariations, {
      apiKey,
      query: { contentItemId: made.contentItemId },
    })
    expect(byItem.items.map((each) => each.fields.body)).toEqual([values.body, values.body])

    const of = { contentVariationId: made.en }
    const second = await server.ok(contract.contentVariation.getVersion, { params: { ...of, version: 2 } })
    expect(second.fields).toMatchObject(values)
    const { changes } = await server.ok(contract.contentVariation.compareVersions, {
      params: of,
      query: { from: 2, to: 4 },
    })
    expect(changes).toContainEqual({ technicalFieldName: 'body', before: values.body, after: textOf('later') })
    await server.ok(contract.contentVariation.restoreVersion, { params: { ...of, version: 2 } })
    expect(valuesOf(await content.get(made.en))).toMatchObject(values)
  })

  it('is found by its words, and no longer once they are gone', async () => {
    const find = async (searchText: string) => {
      const { items } = await server.ok(contract.search.searchUserContent, {
        body: { variationId: server.acme.variations['en-US'] ?? '', filtering: { searchText } },
      })
      return items.length
    }
    const { en } = await content.make({ title: 'Words', body: `${textOf('h')} wombat`, story: storyOf('i') })
    expect(await find('wombat')).toBe(1)
    expect(await find('i0000000007')).toBe(1)
    await content.update(en, { pages: 7 })
    expect(await find('wombat')).toBe(1)
    await content.update(en, { title: 'Other words' })
    expect(await find('wombat')).toBe(1)
    await content.update(en, { body: textOf('j') })
    expect(await find('wombat')).toBe(0)
    expect(await find('i0000000007')).toBe(1)
  })

  it('meets another in a conflict that shows both', async () => {
    const { en } = await content.make({ title: 'One', body: textOf('k') })
    const { version } = await content.get(en)
    await content.update(en, { body: textOf('l') })
    const problem = await server.refused(contract.contentVariation.updateVariation, 'VERSION_CONFLICT', {
      body: updateOf(en, { body: textOf('m') }, { baseVersion: version }),
    })
    expect(problem.conflicts).toEqual([
      { technicalFieldName: 'body', base: textOf('k'), mine: textOf('m'), theirs: textOf('l') },
    ])
    // Equal changes agree.
    await content.update(en, { body: textOf('l') }, { baseVersion: version })
    const batch = await server.ok(contract.contentItem.batchItems, {
      as: personWith('publisher'),
      body: {
        items: [
          {
            contentItemId: (await content.get(en)).contentItemId,
            technicalContentTypeName: 'article',
            variations: [
              {
                variationId: server.acme.variations['en-US'] ?? '',
                baseVersion: version,
                fields: [{ technicalFieldName: 'body', value: textOf('n') }],
              },
            ],
          },
        ],
      } as never,
    })
    expect(batch.results[0]?.problem?.conflicts).toMatchObject([{ base: textOf('k'), theirs: textOf('l') }])
  })

  it('is the value of a JSON field, however much that looks like what stands for one', async () => {
    const data = { $long: 'AAAAAAAAAAAAAAAAAAAAAA', size: 3 }
    const { en } = await content.make({ title: 'Looks', data, note: '\u2400' })
    expect(valuesOf(await content.get(en)).data).toEqual(data)
    await content.step('publish', en)
    expect(valuesOf(await content.live(en)).data).toEqual(data)
  })

  it('is checked again before it is published, as its rule may have changed', async () => {
    const { en, contentItemId } = await content.make({ title: 'Rules', body: textOf('o') })
    await putType(server, server.acme, bookType({ maxLength: 15_000 }))
    const problem = await server.refused(contract.contentVariation.publish, 'VALIDATION_FAILED', {
      params: { contentVariationId: en },
    })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'body', code: 'TOO_LONG' }])
    const variationId = server.acme.variations['en-US'] ?? ''
    const item = {
      contentItemId,
      technicalContentTypeName: 'article',
      variations: [{ variationId, fields: [], step: 'publish' }],
    }
    const publish = () =>
      server.ok(contract.contentItem.batchItems, {
        as: personWith('publisher'),
        body: { items: [item] } as never,
      })
    expect((await publish()).results[0]?.problem?.fieldErrors).toMatchObject([
      { technicalFieldName: 'body', code: 'TOO_LONG', variationId },
    ])
    await putType(server, server.acme, bookType())
    expect((await publish()).results[0]).toMatchObject({ outcome: 'updated' })
    expect((await delivered(contentItemId, variationId)).body).toBe(textOf('o'))
    expect(valuesOf(await content.get(en)).body).toBe(textOf('o'))
  })

  it('goes with its item', async () => {
    const { contentItemId } = await content.make({ title: 'Gone', body: textOf('p') })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId } })
    expect(await rowsOf(contentItemId)).toHaveLength(1)
    await server.ok(contract.contentItem.purgeItem, { as: 'admin', params: { contentItemId } })
    expect(await rowsOf(contentItemId)).toHaveLength(0)
  })
})

describe('an item in every variation', () => {
  it('is sent in pieces where its texts are long, and is the same as its variations one by one', async () => {
    const texts = { body: textOf('u', 190_000), story: storyOf('v', 190_000) }
    const { contentItemId, en, sv, de, at } = await content.make({ title: 'In "pieces"', ...texts })
    await content.update(sv, { title: 'Egen', body: textOf('w', 190_000) })
    await content.update(de, { body: null, pages: 7 })
    const answer = await server.call(contract.contentItem.getItemVariations, { params: { contentItemId }, query: {} })
    expect(answer.headers['content-length']).toBeUndefined()
    expect(answer.bytes.length).toBeGreaterThan(1_000_000)
    const one = await Promise.all([en, sv, de, at].map((id) => content.get(id)))
    const byId = (all: readonly { contentVariationId: string }[]) =>
      all.toSorted((a, b) => (a.contentVariationId < b.contentVariationId ? -1 : 1))
    expect(byId(answer.body ?? [])).toEqual(byId(one))
  })
})

describe('a save beside long values', () => {
  it('reads none of those that it does not change', async () => {
    const { en, contentItemId } = await content.make({ title: 'Beside', body: textOf('q'), story: storyOf('r') })
    await content.step('publish', en)
    // Whoever reads a value that is not there fails.
    await server.rows.look(`delete from long_value where content_item_id = '${contentItemId}'`)
    await expect(content.get(en)).rejects.toThrow()
    const { tenantId } = server.acme
    const save = (fields: Record<string, unknown>) =>
      server.database.inTenant(tenantId, (trx) =>
        saveVariation(trx, { tenantId, userId: 'somebody' } as never, updateOf(en, fields)),
      )
    await save({ pages: 12 })
    await save({ note: textOf('s', 4_500) })
    // The words of its document cannot be made, which is told, and keeps nothing else out of the lists.
    const { contentItemId: other } = await content.make({ title: 'Beside another' })
    const { items } = await server.ok(contract.search.searchAll, {
      body: { filtering: { searchText: 'beside another' } },
    })
    expect(items.map((item) => item.contentItemId)).toContain(other)
  })

  it('is possible where sixty variations inherit eighteen texts of 190,000 characters', {
    timeout: 120_000,
  }, async () => {
    const { nordic } = server
    const calls = new ContentCalls(server, nordic)
    await server.database.inTenant(nordic.tenantId, async (trx) => {
      for (let at = 0; at < 60; at += 1)
        await addVariation(trx, nordic.tenantId, {
          variationId: newId(),
          languageCode: `en-${String.fromCharCode(65 + Math.floor(at / 26))}${String.fromCharCode(65 + (at % 26))}`,
          fallbackVariationId: nordic.variations['en-US'] ?? '',
        })
    })
    const names = Array.from({ length: 18 }, (_, at) => `text${at + 10}`)
    await putType(server, nordic, {
      ...bookType(),
      fields: [field('title', 'text'), ...names.map((name) => field(name, 'longText'))],
    })
    const { contentItemId, contentVariationIds } = await calls.create('Encyclopedia')
    expect(contentVariationIds).toHaveLength(62)
    const [en = ''] = contentVariationIds
    for (const part of [names.slice(0, 9), names.slice(9)])
      await calls.update(en, Object.fromEntries(part.map((name) => [name, textOf(name, 190_000)])))
    for (const contentVariationId of contentVariationIds.slice(0, 3)) await calls.step('publish', contentVariationId)
    expect(await rowsOf(contentItemId)).toHaveLength(18)
    const [last = ''] = contentVariationIds.slice(-1)
    expect(valuesOf(await calls.get(last)).text27).toBe(textOf('text27', 190_000))
    await calls.update(last, { title: 'An own title' })
  })
})
