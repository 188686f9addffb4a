import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import sharp from 'sharp'
import { articleType, ContentCalls, imageType, putType } from '../../../testing/content-calls.ts'
import { startOwnServer, type TestNode, type TestServer } from '../../../testing/test-server.ts'
import { tracesOf } from '../../../testing/traces.ts'
import { collationKey } from '../../core/collation-key.ts'

const { previewPurge, purgeItem, deleteItem, createItem } = contract.contentItem
const { uploadBinary, eraseBinary, getBinaryContent, getBinary } = contract.binary

let server: TestServer
let other: TestNode
let content: ContentCalls
let key: string
beforeAll(async () => {
  // A server of its own: a person is erased from all tenants.
  server = await startOwnServer()
  const store = join(server.dependencies.temporaryFolder, 'objects')
  other = await server.anotherNode({ objects: store })
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, {
    ...articleType,
    fields: [...articleType.fields, { technicalName: 'body', friendlyName: { 'en-US': 'Body' }, type: 'longText' }],
  })
  await putType(server, server.acme, imageType)
  key = (await server.ok(contract.apiKeys.createApiKey, { body: { name: 'shop' } })).key
})
afterAll(() => server.close())

const newMarker = () => `mk${randomBytes(6).toString('hex')}`

/** The keys of the objects that hold a text; all objects where it is empty. */
async function objectsWith(marker: string): Promise<string[]> {
  const { objects } = server.dependencies
  const keys: string[] = []
  for await (const { key } of objects.list(''))
    if ((await buffer((await objects.get(key)).stream)).includes(marker)) keys.push(key)
  return keys
}

/** The files of lists of both servers that hold a text, as they are once these have answered a list. */
async function filesWith(marker: string): Promise<string[]> {
  const files: string[] = []
  for (const [number, node] of [server, other].entries()) {
    await node.ok(contract.search.searchAll, {})
    const { folder } = node.dependencies.reader
    for (const name of await readdir(folder))
      if ((await readFile(join(folder, name))).includes(marker)) files.push(`file of lists ${number + 1}`)
  }
  return files
}

/** Where a text is found: columns of any table, and files in the store. */
const found = async (marker: string): Promise<string[]> => [
  ...(await tracesOf(server.rows, marker)),
  ...(await filesWith(marker)),
  ...(await objectsWith(marker)).map(() => 'object store'),
]

/** What two servers deliver of an item, one that made the change and one that may have kept an answer. */
const delivered = (contentItemId: string) =>
  Promise.all(
    [server, other].map(async (node) => {
      const query = {
        contentTypeTechnicalName: 'article',
        contentItemId,
        variationId: server.acme.variations['en-US'] ?? '',
      }
      return (await node.ok(contract.delivery.getItemVariations, { query, apiKey: key })).items.length
    }),
  )

/** An item with a file. */
async function image(file: string) {
  const { contentItemId } = await content.create('An image', 'image')
  const { 'en-US': en, 'sv-SE': sv } = await content.variations(contentItemId)
  const made = { contentItemId, en: en?.contentVariationId ?? '', sv: sv?.contentVariationId ?? '' }
  await content.update(made.en, { file })
  return made
}

/** A picture whose file holds a text. */
const picture = async (marker: string): Promise<Blob> => {
  const made = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } }).jpeg()
  return new Blob([Uint8Array.from(await made.toBuffer()), marker])
}

describe('an item that is erased', () => {
  it('leaves no text of it in any table, and is delivered by no server', async () => {
    const marker = newMarker()
    const headers = { 'idempotency-key': marker.slice(2) }
    const name = `Named ${marker}`
    const { contentItemId } = await server.ok(createItem, {
      query: { name, technicalContentTypeName: 'article' },
      headers,
    })
    const [first] = await content.list(contentItemId)
    const id = first?.contentVariationId ?? ''
    await content.update(id, { title: `Old ${marker}`, sku: marker, body: `${marker} `.repeat(1_000) })
    await content.step('publish', id)
    await content.update(id, { title: `New ${marker}`, body: `again ${marker} `.repeat(1_000) })
    await server.ok(contract.contentItem.renameItem, { query: { contentItemId, name: `Renamed ${marker}` } })
    expect(await delivered(contentItemId)).toEqual([1, 1])
    expect(new Set(await found(marker))).toEqual(
      new Set([
        'audit_entry.details',
        'content_item.name',
        'content_item.shared',
        'content_variation.live_name',
        'content_variation.live_own',
        'content_variation.name',
        'content_variation.own',
        'content_version.changes',
        'file of lists 1',
        'file of lists 2',
        'long_value.value',
        'unique_claim.value_key',
      ]),
    )
    const inKeys = collationKey(marker, 'en-US')
    expect(new Set(await found(inKeys))).toEqual(new Set(['file of lists 1', 'file of lists 2']))
    await server.ok(deleteItem, { params: { contentItemId }, query: {} })
    expect(await found(marker)).toContain('deleted_key.key')
    const report = await server.ok(purgeItem, { params: { contentItemId } })
    expect(report).toMatchObject({
      status: 'done',
      removed: { items: 1, variations: 4, versions: 14, files: 0, storedFiles: 0, keptAnswers: 1 },
    })
    expect(report.removed.auditDetails).toBeGreaterThan(3)
    expect(report.removed.indexEntries).toBe(1)
    expect(await found(marker)).toEqual([])
    expect(await found(inKeys)).toEqual([])
    expect(await delivered(contentItemId)).toEqual([0, 0])

    const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityId: contentItemId } })
    const {
      storedFiles: _files,
      auditDetails: _details,
      keptAnswers: _answers,
      events: _events,
      ...erased
    } = report.removed
    expect(items[0]).toMatchObject({ action: 'contentItem.purge', details: { erased, jobId: report.jobId } })
    expect(new Set(items.slice(1).map(({ details }) => JSON.stringify(details)))).toEqual(new Set(['{"erased":true}']))
    const again = { query: { name, technicalContentTypeName: 'article' }, headers }
    await server.refused(createItem, 'IDEMPOTENCY_KEY_REUSED', again)
  })

  it('takes its files with it, former ones too, but none that another item has', async () => {
    const marker = newMarker()
    const upload = async () =>
      (await server.ok(uploadBinary, { file: await picture(marker), fileName: `${marker}.jpg` })).binaryId
    const [former, own, shared] = [await upload(), await upload(), await upload()]
    const { contentItemId, en, sv } = await image(former)
    await content.update(en, { file: own })
    await content.update(sv, { file: shared })
    await image(shared)
    for (const binaryId of [former, own])
      await server.call(getBinaryContent, { params: { binaryId }, query: { imageSize: 'small' } })
    expect(await found(marker)).toContain('object store')
    const before = (await objectsWith('')).length
    await server.refused(previewPurge, 'NOT_FOUND', { params: { contentItemId } })
    await server.ok(deleteItem, { params: { contentItemId }, query: {} })
    await server.refused(previewPurge, 'FORBIDDEN', { params: { contentItemId }, as: 'publisher' })
    const told = await server.ok(previewPurge, { params: { contentItemId } })
    const { removed, status } = await server.ok(purgeItem, { params: { contentItemId } })
    const { variations, versions, fileCount: files } = told
    expect(removed).toMatchObject({ variations, versions, files })
    expect(new Set(told.files.map(({ binaryId }) => binaryId))).toEqual(new Set([former, own]))
    expect(told.fileBytes).toBe(told.files.reduce((sum, { byteSize }) => sum + byteSize, 0))
    expect({ removed, status }).toMatchObject({ removed: { files: 2, storedFiles: 4, events: 2 }, status: 'done' })
    expect(await objectsWith('')).toHaveLength(before - 4)
    for (const node of [server, other])
      for (const binaryId of [former, own])
        await node.refused(getBinaryContent, 'NOT_FOUND', { params: { binaryId }, query: { imageSize: 'original' } })
    await server.ok(getBinary, { params: { binaryId: shared } })
  })
})

describe('before an item is erased', () => {
  it('says who links to it', async () => {
    const { contentItemId } = await content.create('Linked')
    const { contentItemId: linking } = await content.make({ title: 'T', related: [contentItemId] }, 'Links to it')
    await server.ok(deleteItem, { params: { contentItemId }, query: { allowBrokenLinks: true } })
    const told = await server.ok(previewPurge, { params: { contentItemId } })
    expect(told).toMatchObject({
      fileCount: 0,
      linkedFromCount: 1,
      linkedFrom: [{ contentItemId: linking, name: 'Links to it' }],
    })
  })
})

describe('a file that is erased', () => {
  it('leaves neither its bytes nor its name', async () => {
    const marker = newMarker()
    const headers = { 'idempotency-key': marker.slice(2) }
    const upload = { file: await picture(marker), fileName: `${marker}.jpg` }
    const { binaryId } = await server.ok(uploadBinary, { ...upload, headers })
    await server.call(getBinaryContent, { params: { binaryId }, query: { imageSize: 'small' } })
    expect(await found(marker)).toEqual([
      'audit_entry.details',
      'binary_file.file_name',
      'event.details',
      'idempotency_key.answer',
      'object store',
    ])
    await server.refused(eraseBinary, 'FORBIDDEN', { params: { binaryId }, as: 'publisher' })
    const report = await server.ok(eraseBinary, { params: { binaryId } })
    expect(report).toMatchObject({
      status: 'done',
      removed: { files: 1, storedFiles: 2, auditDetails: 1, events: 1, keptAnswers: 1 },
    })
    expect(await found(marker)).toEqual([])
    await server.refused(eraseBinary, 'NOT_FOUND', { params: { binaryId } })
    await server.refused(uploadBinary, 'IDEMPOTENCY_KEY_REUSED', { ...upload, headers })
  })

  it('is not found by who has looked its row up before, in any size', async () => {
    const { objects } = server.dependencies
    for (const imageSize of ['original', 'small']) {
      const { binaryId } = await server.ok(uploadBinary, { file: await picture(imageSize), fileName: 'gone.jpg' })
      const get = objects.get.bind(objects)
      const between = rstest.spyOn(objects, 'get').mockImplementationOnce(async (...asked) => {
        await server.ok(eraseBinary, { params: { binaryId } })
        return get(...asked)
      })
      await server.refused(getBinaryContent, 'NOT_FOUND', { params: { binaryId }, query: { imageSize } })
      expect(between).toHaveBeenCalled()
      between.mockRestore()
    }
  })

  it('is refused while an item has it, a deleted one too, which could be brought back', async () => {
    const { binaryId } = await server.ok(uploadBinary, { file: await picture('x'), fileName: 'kept.jpg' })
    const { contentItemId } = await image(binaryId)
    await server.refused(eraseBinary, 'IN_USE', { params: { binaryId } })
    await server.ok(deleteItem, { params: { contentItemId }, query: {} })
    const { usedBy } = await server.refused(eraseBinary, 'IN_USE', { params: { binaryId } })
    expect(usedBy).toMatchObject([{ contentItemId }])
    await server.ok(getBinary, { params: { binaryId } })
  })
})
