import { type ContentType, contract, type SearchInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { ContentCalls, imageType, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const lamp: ContentType = {
  technicalName: 'lamp',
  friendlyName: { 'en-US': 'Lamp' },
  kind: 'user',
  // Neither in the order of the alphabet nor in that of being filled: the order of the type is what counts.
  fields: [
    { technicalName: 'related', friendlyName: { 'en-US': 'related' }, type: 'links' },
    { technicalName: 'photo', friendlyName: { 'en-US': 'photo' }, type: 'media' },
    { technicalName: 'gallery', friendlyName: { 'en-US': 'gallery' }, type: 'medias' },
  ],
}
const bulb: ContentType = { ...lamp, technicalName: 'bulb', fields: lamp.fields.slice(0, 1) }

interface File {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly binaryId: string
}

let server: TestServer
let content: ContentCalls
let files: Record<'red' | 'green' | 'blue' | 'manual', File>

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [imageType, lamp, bulb]) await putType(server, server.acme, type)
  files = {
    red: await fileOf(await upload('red.png', await pictureOf('red'))),
    green: await fileOf(await upload('green.png', await pictureOf('green'))),
    blue: await fileOf(await upload('blue.png', await pictureOf('blue'))),
    manual: await fileOf(await upload('manual.txt', Buffer.from('Turn it on.'))),
  }
})
afterAll(() => server.close())

const pictureOf = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

const upload = async (fileName: string, bytes: Buffer): Promise<string> =>
  (await server.ok(contract.binary.uploadBinary, { file: new Blob([Uint8Array.from(bytes)]), fileName })).binaryId

async function fileOf(binaryId: string): Promise<File> {
  const { contentItemId } = await content.create('a file', 'image')
  const contentVariationId = (await content.variations(contentItemId))['en-US']?.contentVariationId ?? ''
  await content.update(contentVariationId, { file: binaryId })
  return { contentItemId, contentVariationId, binaryId }
}

const deleteItem = (contentItemId: string) =>
  server.ok(contract.contentItem.deleteItem, { params: { contentItemId }, query: { allowBrokenLinks: true } })

async function make(values: Readonly<Record<string, unknown>>, type = 'lamp') {
  const { contentItemId } = await content.create('a lamp', type)
  const all = await content.variations(contentItemId)
  const [en = '', de = ''] = ['en-US', 'de-DE'].map((language) => all[language]?.contentVariationId)
  await content.update(en, values)
  return { contentItemId, en, de }
}

/** By what the list shows the item, in a language; `undefined`: by no picture. */
async function pictureIn(contentItemId: string, input: SearchInput = {}, language = 'en-US') {
  const variationId = server.acme.variations[language] ?? ''
  const body = { paging: { pageNumber: 1, pageSize: 200 }, ...input, variationId }
  const { items } = await server.ok(contract.search.searchUserContent, { body, as: 'editor' })
  const row = items.find((each) => each.contentItemId === contentItemId)
  expect(row).toBeDefined()
  return row?.binaryId
}

describe('the picture of a row', () => {
  it('is the first of its first field that has one, in the order of the type', async () => {
    const { red, green, blue } = files
    const { contentItemId, en } = await make({ gallery: [green.contentItemId, red.contentItemId] })
    expect(await pictureIn(contentItemId)).toBe(green.binaryId)
    await content.update(en, { gallery: [red.contentItemId, green.contentItemId] })
    expect(await pictureIn(contentItemId)).toBe(red.binaryId)
    await content.update(en, { photo: blue.contentItemId })
    expect(await pictureIn(contentItemId)).toBe(blue.binaryId)
  })

  it('may be inherited, and gives way to an own one', async () => {
    const { red, blue } = files
    const { contentItemId, en, de } = await make({ photo: red.contentItemId })
    expect(await pictureIn(contentItemId, {}, 'de-DE')).toBe(red.binaryId)
    await content.update(de, { photo: blue.contentItemId })
    expect(await pictureIn(contentItemId, {}, 'de-DE')).toBe(blue.binaryId)
    await content.update(en, { photo: null })
    expect(await pictureIn(contentItemId)).toBeUndefined()
  })

  it('is that of what is live where the list shows that: of the item, and of the file', async () => {
    const { green, blue } = files
    const live = await fileOf(await upload('live.png', await pictureOf('white')))
    const { contentItemId, en } = await make({ gallery: [blue.contentItemId, live.contentItemId] })
    await content.step('publish', live.contentVariationId)
    await content.step('publish', en)
    await content.update(en, { gallery: [green.contentItemId] })
    await content.update(live.contentVariationId, { file: green.binaryId })
    expect(await pictureIn(contentItemId)).toBe(green.binaryId)
    // Blue was never published.
    expect(await pictureIn(contentItemId, { showPublishedVersion: true })).toBe(live.binaryId)
  })

  it('is none that was deleted, and nothing that is no picture', async () => {
    const { red, manual } = files
    const vanishing = await fileOf(await upload('vanishing.png', await pictureOf('gold')))
    const gallery = [vanishing, manual, red].map((file) => file.contentItemId)
    const { contentItemId } = await make({ gallery })
    const { contentItemId: other } = await make({ gallery: gallery.slice(0, 2) })
    expect(await pictureIn(contentItemId)).toBe(vanishing.binaryId)
    await deleteItem(vanishing.contentItemId)
    expect(await pictureIn(contentItemId)).toBe(red.binaryId)
    expect(await pictureIn(other)).toBeUndefined()
  })

  it('stays with an item that is deleted itself', async () => {
    const { contentItemId } = await make({ photo: files.red.contentItemId })
    await deleteItem(contentItemId)
    expect(await pictureIn(contentItemId, { includeDeleted: true, filtering: { isDeleted: true } })).toBe(
      files.red.binaryId,
    )
  })

  it('is none where a type has no field for one, though it may point to something that has', async () => {
    const { contentItemId: withPicture } = await make({ photo: files.red.contentItemId })
    const { contentItemId } = await make({ related: [withPicture] }, 'bulb')
    expect(await pictureIn(contentItemId)).toBeUndefined()
  })

  it('is its own file where the row is a file', async () => {
    const { items } = await server.ok(contract.search.searchAll, { body: { paging: { pageNumber: 1, pageSize: 200 } } })
    const row = items.find((each) => each.contentItemId === files.manual.contentItemId)
    expect(row?.binaryId).toBe(files.manual.binaryId)
  })
})
