import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/*
 * Everything in here that nobody has published carries a mark: in working copies, in names, in shared values, behind
 * links, in files. Then every way into delivery is gone through, and the mark may not come out of any of them, nor may
 * a filter tell that it is there.
 */
const mark = 'zqdraftqz'
const draftNumber = 918_273_645
const marked = (what: string) => `${mark} ${what}`

let server: TestServer
let content: ContentCalls
let apiKey: string
const itemIds: string[] = []
const draftBinaries: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  await putType(server, server.acme, imageType)
  apiKey = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'crawler' } })).key
  await fill()
})
afterAll(() => server.close())

async function fill(): Promise<void> {
  const keep = <T extends { contentItemId: string }>(made: T): T => {
    itemIds.push(made.contentItemId)
    return made
  }
  const hidden = { title: marked('title'), summary: marked('sum'), sku: marked('sku'), code: marked('code') }
  const never = keep(await content.make({ ...hidden, weight: draftNumber }, marked('never live')))

  const edited = keep(await content.make({ title: 'public', weight: 1 }, 'public name'))
  await content.step('publish', edited.en)
  await content.update(edited.en, { title: marked('edited'), slug: marked('slug'), weight: draftNumber })
  await server.ok(contract.contentItem.renameItem, {
    query: { contentItemId: edited.contentItemId, name: marked('renamed') },
  })

  const taken = keep(await content.make({ title: marked('taken back') }, marked('taken back')))
  await content.step('publish', taken.en)
  await content.step('unpublish', taken.en)
  const archived = keep(await content.make({ title: marked('archived') }, marked('archived')))
  await content.step('archive', archived.en)
  const deleted = keep(await content.make({ title: marked('deleted') }, marked('deleted')))
  await content.step('publish', deleted.en)
  await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: deleted.contentItemId }, query: {} })

  // Live itself, with an ancestor that is not: what it would inherit is nobody's business yet.
  const child = keep(await content.make({ title: marked('ancestor'), summary: marked('sum') }, 'child'))
  await content.update(child.sv, { title: 'own title' })
  await content.step('publish', child.sv)

  const related = [never, taken, edited].map(({ contentItemId }) => contentItemId)
  const linking = keep(await content.make({ title: 'linking', related }, 'linking'))
  await content.step('publish', linking.en)
  await content.step('publish', linking.de)

  const bytes = new Blob([`${mark} in a file`], { type: 'text/plain' })
  const { binaryId } = await server.ok(contract.binary.uploadBinary, { file: bytes, fileName: `${mark}.txt` })
  draftBinaries.push(binaryId)
  const image = keep(await content.create(marked('image'), 'image'))
  await content.update(image.contentVariationIds[0] ?? '', { file: binaryId, alt: marked('alt') })
  await content.update(linking.en, { cover: image.contentItemId })
}

const { filterVariations, getByItemIds, getItemVariations, getBinaryContent, getTenantVariations } = contract.delivery

describe('delivery', () => {
  it('lets nothing out that is not published, whichever way one asks', async () => {
    const seen: string[] = []
    const look = async (answer: Promise<{ status: number; bytes: Buffer }>): Promise<string> => {
      const { bytes } = await answer
      const text = bytes.toString('utf8')
      seen.push(text)
      return text
    }
    const variationIds = Object.values(server.acme.variations)
    const fields = articleType.fields.map((field) => field.technicalName)
    await look(server.call(getTenantVariations, { apiKey }))
    for (const binaryId of draftBinaries) {
      const query = { imageSize: 'original' }
      const answer = await server.call(getBinaryContent, { apiKey, params: { binaryId }, query })
      expect(answer.status).toBe(404)
    }
    for (const linkDepth of [0, 1, 2, 3] as const) {
      for (const variationId of [undefined, ...variationIds]) {
        await look(server.call(getByItemIds, { apiKey, body: { contentItemIds: itemIds, variationId, linkDepth } }))
        await look(server.call(getItemVariations, { apiKey, query: { variationId } }))
        if (variationId === undefined) continue
        const body = { contentTypeTechnicalName: 'article', variationId, filters: [], linkDepth, includeSources: true }
        await look(server.call(filterVariations, { apiKey, body }))
        await look(server.call(filterVariations, { apiKey, body: { ...body, fields } }))
        for (const field of ['name', 'publishedAt', ...fields.map((name) => `fields.${name}`)]) {
          await look(server.call(filterVariations, { apiKey, body: { ...body, sorting: { field, direction: 'asc' } } }))
        }
      }
    }
    for (const contentItemId of itemIds)
      await look(server.call(getItemVariations, { apiKey, query: { contentItemId } }))
    expect(seen.length).toBeGreaterThan(200)
    // The crawl did see what is public, so a crawl of nothing cannot pass.
    expect(seen.filter((text) => text.includes('own title')).length).toBeGreaterThan(10)
    expect(seen.filter((text) => text.includes('public name')).length).toBeGreaterThan(10)
    expect(seen.filter((text) => text.includes(mark) || text.includes(String(draftNumber))).length).toBe(0)
  })

  it('answers no filter in a way that tells what a draft holds', async () => {
    const text = ['title', 'summary', 'sku', 'code', 'slug']
    for (const variationId of Object.values(server.acme.variations)) {
      const find = async (filter: object) => {
        const body = { contentTypeTechnicalName: 'article', variationId, filters: [filter] }
        return (await server.ok(filterVariations, { apiKey, body: body as never })).paging.totalCount
      }
      for (const technicalFieldName of text) {
        expect(await find({ technicalFieldName, operator: 'startsWith', value: mark })).toBe(0)
        expect(await find({ technicalFieldName, operator: 'contains', value: mark })).toBe(0)
      }
      expect(await find({ technicalFieldName: 'weight', operator: 'equals', value: draftNumber })).toBe(0)
      const query = { variationId, contentTypeTechnicalName: 'article', field: { sku: [marked('sku')] } }
      expect((await server.ok(getItemVariations, { apiKey, query })).items).toEqual([])
    }
  })
})
