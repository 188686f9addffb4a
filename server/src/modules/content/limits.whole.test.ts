import { contract, type Field, maxFieldsPerType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** As large as an item may be: two hundred fields, inherited by two hundred variations. */
const variations = 200
const wide = 'wide'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  const there = Object.keys(server.acme.variations).length
  for (let number = there; number < variations; number += 1) {
    await server.ok(contract.tenants.createVariation, {
      body: {
        friendlyName: `Market ${number}`,
        languageCode: 'en',
        marketCode: `M${number}`,
        fallbackVariationId: server.acme.variations['en-US'] ?? null,
      },
    })
  }
  const fields = Array.from({ length: maxFieldsPerType }, (_, at): Field => {
    const isShared = at === 4
    return {
      technicalName: `field${at}`,
      friendlyName: { 'en-US': `Field ${at}` },
      type: at % 3 === 0 ? 'integer' : 'text',
      ...(isShared && { localizable: false }),
    }
  })
  await putType(server, server.acme, { technicalName: wide, friendlyName: { 'en-US': 'Wide' }, kind: 'user', fields })
}, 120_000)
afterAll(() => server.close())

const valuesWith = (word: string) =>
  Object.fromEntries(
    Array.from({ length: maxFieldsPerType }, (_, at) => [`field${at}`, at % 3 === 0 ? word.length : `${word} ${at}`]),
  )

describe('an item as large as they come', () => {
  it('is made, saved, published, renamed, deleted and restored', async () => {
    const { contentItemId, contentVariationIds } = await content.create('Large', wide)
    expect(contentVariationIds).toHaveLength(variations)
    const [root = '', second = '', ...others] = contentVariationIds
    await content.update(root, valuesWith('first'))
    for (const id of [root, second, ...others.slice(0, 40)]) await content.step('publish', id)

    await content.update(root, valuesWith('second'))
    expect((await content.get(others.at(-1) ?? '')).fields.field199?.value).toBe('second 199')
    await content.step('publish', root)
    expect((await content.live(second)).fields.field199?.value).toBe('second 199')

    await content.update(second, { field4: 'for all' })
    const all = await content.list(contentItemId)
    expect(all.map((each) => each.fields.field4?.value)).toEqual(all.map(() => 'for all'))

    await server.ok(contract.contentItem.renameItem, { query: { contentItemId, name: 'Larger' } })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId }, query: {} })
    await server.ok(contract.contentItem.restoreItem, { params: { contentItemId } })
    expect((await content.live(second)).fields.field199?.value).toBe('second 199')
  }, 120_000)
})
