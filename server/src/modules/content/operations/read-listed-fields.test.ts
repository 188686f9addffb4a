import {
  type ContentType,
  contract,
  type Field,
  type ListedValue,
  type SearchInput,
  type SearchPage,
} from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, imageType, type Made, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const field = (technicalName: string, more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text',
  ...more,
})
const lamp: ContentType = {
  technicalName: 'lamp',
  friendlyName: { 'en-US': 'Lamp' },
  kind: 'user',
  fields: [
    field('sku', { localizable: false }),
    field('colour'),
    field('story', { type: 'longText' }),
    field('page', { type: 'richText' }),
    field('related', { type: 'links' }),
    field('photo', { type: 'media' }),
    field('tags', { type: 'multiSelect', settings: { options: [...'abcdefg'].map((code) => ({ code, label: {} })) } }),
  ],
}
const bulb: ContentType = { ...lamp, technicalName: 'bulb', fields: [field('sku', { localizable: false })] }

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [imageType, lamp, bulb]) await putType(server, server.acme, type)
})
afterAll(() => server.close())

let made = 0
async function make(values: Readonly<Record<string, unknown>> = {}, type = 'lamp'): Promise<Made & { name: string }> {
  made += 1
  const name = `lamp ${made}`
  const { contentItemId } = await content.create(name, type)
  const all = await content.variations(contentItemId)
  const idOf = (language: string) => all[language]?.contentVariationId ?? ''
  const item = { contentItemId, en: idOf('en-US'), sv: idOf('sv-SE'), de: idOf('de-DE'), at: idOf('de-AT'), name }
  if (Object.keys(values).length > 0) await content.update(item.en, values)
  return item
}

const find = (body: SearchInput, as?: 'viewer'): Promise<SearchPage> =>
  server.ok(contract.search.searchUserContent, { body, ...(as && { as }) })

async function valuesOf(item: Made, input: SearchInput): Promise<Readonly<Record<string, ListedValue>> | undefined> {
  const { items } = await find(input)
  return items.find(({ contentItemId }) => contentItemId === item.contentItemId)?.fields
}

describe('the values of fields in the rows of a list', () => {
  it('are those of the asked fields that the type has, and none where none are asked for', async () => {
    const [one, other] = [await make({ sku: 'L-1', colour: 'red' }), await make({ sku: 'B-1' }, 'bulb')]
    const fields = ['sku', 'colour', 'nothing_of_this_name']
    const own = { isInherited: false, sourceVariationId: server.acme.variations['en-US'] }
    expect(await valuesOf(one, { fields })).toEqual({ sku: { value: 'L-1', ...own }, colour: { value: 'red', ...own } })
    expect(await valuesOf(other, { fields })).toEqual({ sku: { value: 'B-1', ...own } })
    expect(await valuesOf(one, {})).toBeUndefined()
    expect(await valuesOf(one, { fields: [] })).toBeUndefined()
  })

  it('come from the fallbacks of the variation, and not where they are empty on purpose', async () => {
    const item = await make({ sku: 'L-2', colour: 'red' })
    const { variations } = server.acme
    const at = { variationId: variations['de-AT'] ?? '', fields: ['sku', 'colour'] }
    const colour = async () => (await valuesOf(item, at))?.colour
    await content.update(item.de, { colour: 'rot' })
    expect(await colour()).toEqual({ value: 'rot', isInherited: true, sourceVariationId: variations['de-DE'] })
    await content.update(item.at, { colour: null })
    expect(await colour()).toEqual({ value: null, isInherited: false, sourceVariationId: variations['de-AT'] })
    expect((await valuesOf(item, at))?.sku?.value).toBe('L-2')
  })

  it('are what is live where the list shows that', async () => {
    const item = await make({ sku: 'L-3', colour: 'red' })
    await content.step('publish', item.en)
    await content.update(item.en, { sku: 'L-3b', colour: 'blue' })
    const shown = async (input: SearchInput) => {
      const values = (await valuesOf(item, { ...input, fields: ['sku', 'colour'] })) ?? {}
      return [values.sku?.value, values.colour?.value]
    }
    expect(await shown({})).toEqual(['L-3b', 'blue'])
    expect(await shown({ showPublishedVersion: true })).toEqual(['L-3', 'red'])
  })

  it('are no longer than a line: the first entries of a list, the beginning of a text', async () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const words = (text: string) => ({ type: 'doc', content: [paragraph(text), paragraph('\\ and "more"')] })
    const fields = ['story', 'page', 'tags']
    const short = await make({ story: 'two\nlines', page: words('Short.'), tags: [...'abcdefg'] })
    expect(await valuesOf(short, { fields })).toMatchObject({
      story: { value: 'two\nlines' },
      page: { value: null, text: 'Short. \\ and "more"' },
      tags: { value: ['a', 'b', 'c', 'd', 'e'], leftOutCount: 2 },
    })
    for (const length of [600, 5_000]) {
      const text = 'Nø "1"\n'.repeat(length / 7)
      const long = await make({ story: text, page: words(text) })
      const begins = `${text.replaceAll('\n', ' ').slice(0, 199)}`
      for (const value of Object.values((await valuesOf(long, { fields })) ?? {})) {
        if (value.text === undefined) continue
        expect(value.value).toBeNull()
        expect(value.text.startsWith(begins)).toBe(true)
        expect(value.text.length).toBeLessThanOrEqual(201)
      }
      expect((await valuesOf(long, { fields }))?.story?.text).toBeDefined()
    }
  })

  it('name what they lead to, unless it is deleted', async () => {
    const [first, gone] = [await make(), await make()]
    const item = await make({ related: [first.contentItemId, gone.contentItemId] })
    const query = { allowBrokenLinks: true }
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: gone.contentItemId }, query })
    const page = await find({ fields: ['related'] }, 'viewer')
    const row = page.items.find(({ contentItemId }) => contentItemId === item.contentItemId)
    expect(row?.fields?.related?.value).toEqual([first.contentItemId, gone.contentItemId])
    expect(page.linked).toEqual({
      [first.contentItemId]: { name: first.name, technicalContentTypeName: 'lamp', kind: 'user' },
    })
  })

  it('are eight fields at most', async () => {
    const body = { fields: Array.from({ length: 9 }, (_, at) => `field${at}`) }
    const { status } = await server.call(contract.search.searchUserContent, { body })
    expect(status).toBe(400)
  })

  it('are never those of another tenant', async () => {
    const { acme, nordic } = server
    const others = new ContentCalls(server, nordic)
    await putType(server, nordic, lamp)
    const { contentItemId } = await others.create('secret', 'lamp')
    const [variation] = await others.list(contentItemId)
    await others.update(variation?.contentVariationId ?? '', { sku: 'SECRET' })
    const item = await make({ sku: 'L-9' })
    const { items, linked } = await find({ fields: ['sku', 'related'], paging: { pageNumber: 1, pageSize: 200 } })
    expect(items.some((row) => row.contentItemId === item.contentItemId)).toBe(true)
    expect(JSON.stringify({ items, linked })).not.toContain('SECRET')
    const page = await server.ok(contract.search.searchUserContent, {
      body: { fields: ['sku'] },
      tenant: nordic.externalId,
    })
    expect(page.items.map(({ fields }) => fields?.sku?.value)).toEqual(['SECRET'])
    expect(acme.externalId).not.toBe(nordic.externalId)
  })
})
