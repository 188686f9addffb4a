import { type ContentType, contract, type SearchContentDocument } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { ContentCalls, imageType, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { contentTables } from '../../content/index.ts'
import { findLatest } from './listed-row.repository.ts'
import { findModel, picturePlacesOf } from './read-question.ts'

const text = (technicalName: string) => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text' as const,
})
const lamp = {
  technicalName: 'lamp',
  friendlyName: { 'en-US': 'Lamp' },
  kind: 'user',
  titleField: 'title',
  fields: [
    text('title'),
    { ...text('note'), required: 'onPublish' },
    { ...text('gallery'), type: 'medias' },
    { ...text('photo'), type: 'media' },
    { ...text('topics'), type: 'concepts' },
  ],
} satisfies ContentType

interface File {
  readonly contentItemId: string
  readonly en: string
  readonly de: string
  readonly binaryId: string
}

let server: TestServer
let content: ContentCalls
let files: Record<'red' | 'green' | 'blue', File>
let topics: readonly string[]
const lamps: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const type of [imageType, lamp]) await putType(server, server.acme, type)
  const { createTaxonomy, createConcept } = contract.taxonomies
  const { taxonomyId } = await server.ok(createTaxonomy, { query: { friendlyName: 'Rooms' } })
  const concept = async (friendlyName: string) =>
    (await server.ok(createConcept, { params: { taxonomyId }, query: { friendlyName } })).conceptId
  topics = [await concept('Hall'), await concept('Attic')]
  files = { red: await fileOf('red'), green: await fileOf('green'), blue: await fileOf('blue') }
  const { red, green } = files
  await makeLamp('Plain', {})
  await makeLamp('Titled', { title: 'Bright', note: 'n', topics }, { title: 'Hell', topics: topics.slice(1) })
  await makeLamp('Pictured', { gallery: [red.contentItemId, green.contentItemId], note: 'n' }, { note: '' })
  await makeLamp('Photographed', { photo: red.contentItemId, title: 'Seen' }, { photo: green.contentItemId })
})
afterAll(() => server.close())

async function makeLamp(name: string, en: Readonly<Record<string, unknown>>, de = {}): Promise<void> {
  const { contentItemId } = await content.create(name, 'lamp')
  const all = await content.variations(contentItemId)
  const idIn = (language: string) => all[language]?.contentVariationId ?? ''
  await content.update(idIn('en-US'), en)
  await content.update(idIn('de-DE'), de)
  lamps.push(contentItemId)
}

async function upload(background: string): Promise<string> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const file = new Blob([Uint8Array.from(picture)])
  return (await server.ok(contract.binary.uploadBinary, { file, fileName: `${background}.png` })).binaryId
}

async function fileOf(background: string): Promise<File> {
  const binaryId = await upload(background)
  const { contentItemId } = await content.create(`${background} picture`, 'image')
  const all = await content.variations(contentItemId)
  const [en = '', de = ''] = ['en-US', 'de-DE'].map((language) => all[language]?.contentVariationId)
  await content.update(en, { file: binaryId })
  return { contentItemId, en, de, binaryId }
}

const variationsOf = (contentItemId: string) => content.list(contentItemId, true)

const itemOf = (contentItemId: string) =>
  server.ok(contract.contentItem.getItem, {
    params: { contentItemId },
    query: { includeDeleted: true },
    as: 'editor',
  })

type State = 'working' | 'live'
/** Names of items at the time of their publish. */
const liveNames = new Map<string, string>()
let pictureFields = ['gallery', 'photo']

/** Each variation of an item, in its working copy and live, as the calls of single items answer it. */
async function readItem(contentItemId: string) {
  const [item, working] = await Promise.all([itemOf(contentItemId), variationsOf(contentItemId)])
  const published = item.isDeleted ? [] : working.filter(({ publishedVersion }) => publishedVersion !== null)
  const live = await Promise.all(published.map(({ contentVariationId }) => content.live(contentVariationId)))
  return { item, working, live }
}

type Said = ReadonlyMap<unknown, Awaited<ReturnType<typeof readItem>>>

const inState = (said: Said, id: unknown, variationId: string, state: State) =>
  said.get(id)?.[state].find((each) => each.variationId === variationId)

/** The row of a list that follows from it. */
function rowOf(
  said: Said,
  defaultId: string,
  contentItemId: string,
  variationId: string,
  state: State,
): SearchContentDocument[] {
  const { item } = said.get(contentItemId) ?? {}
  const own = inState(said, contentItemId, variationId, 'working')
  const fields = inState(said, contentItemId, variationId, state)?.fields
  if (item === undefined || own === undefined || fields === undefined) return []
  const { value: title, sourceVariationId: source } = fields.title ?? {}
  const isCalledByTitle = state === 'working' && typeof title === 'string' && source !== defaultId
  const nameOfItem = state === 'live' ? (liveNames.get(contentItemId) ?? '') : item.name
  const name = isCalledByTitle ? title : nameOfItem
  const from = (isCalledByTitle ? source : defaultId) ?? variationId
  const pictures = pictureFields
    .flatMap((field) => fields[field]?.value ?? [])
    .filter((id) => said.get(id)?.item.isDeleted === false)
    .map((id) => inState(said, id, variationId, state)?.fields.file?.value)
  const binaryId = [own.fields.file?.value, ...pictures].find((each) => typeof each === 'string')
  return [
    {
      contentItemId,
      contentVariationId: own.contentVariationId,
      variationId,
      name,
      ...(from !== variationId && { nameVariationId: from }),
      ...(isCalledByTitle && name !== item.name && { itemName: item.name }),
      technicalContentTypeName: item.technicalContentTypeName,
      kind: item.kind,
      ...(typeof binaryId === 'string' && { binaryId }),
      status: own.status,
      hasUnpublishedChanges: own.hasUnpublishedChanges,
      completeness: own.completeness,
      deliveryTargets: own.deliveryTargets,
      readiness: own.readiness.map((each) => ({ ...each, missingCount: each.missing.length })),
      translation: { state: own.translation.state, percent: own.translation.percent },
      version: own.version,
      conceptIds: [fields.topics?.value ?? []].flat().map(String).toSorted(),
      modifiedAt: own.modifiedAt,
      modifiedBy: own.modifiedBy,
      ...(item.isDeleted && { isDeleted: true }),
    },
  ]
}

/** Rows of the file of lists, and the same while there is none. */
async function rowsAndLatest(variationId: string, state: State) {
  const { tenantId } = server.acme
  const place = {
    variationId,
    kinds: ['user', 'media'],
    deleted: state === 'live' ? [false] : [false, true],
    isPublished: state === 'live',
  } as const
  return await server.database.inTenantReadOnly(tenantId, async (trx) => {
    const pictures = picturePlacesOf((await findModel(trx, tenantId)).types)
    const page = { offset: 0, limit: 200, pictures }
    const { rows } = await server.dependencies.reader.ask(tenantId, 'list', {
      ...place,
      ...page,
      contentTypeIds: undefined,
      statuses: undefined,
      conditions: [],
      order: { by: 'modifiedAt', direction: 'desc' },
      countsAll: false,
    })
    return { rows, latest: (await findLatest(trx, tenantId, contentTables, place, page)).rows }
  })
}

/** Compares all rows of all lists with what the calls of single items say. Answers how many pictures were shown. */
async function expectAlike(): Promise<number> {
  const items = [...new Set([...lamps, ...Object.values(files).map(({ contentItemId }) => contentItemId)])]
  const said: Said = new Map(await Promise.all(items.map(async (id) => [id, await readItem(id)] as const)))
  const variations = await server.ok(contract.tenants.getVariations, {})
  const defaultId = variations.find((each) => each.isDefault)?.variationId ?? ''
  let pictures = 0
  for (const variationId of Object.values(server.acme.variations))
    for (const state of ['working', 'live'] as const) {
      const paging = { pageNumber: 1, pageSize: 200 }
      const ofState = state === 'live' ? { showPublishedVersion: true } : { includeDeleted: true }
      const body = { variationId, paging, ...ofState }
      const { items: listed } = await server.ok(contract.search.searchAll, { body, as: 'editor' })
      const wanted = items.flatMap((id) => rowOf(said, defaultId, id, variationId, state))
      const byId = (rows: readonly SearchContentDocument[]) =>
        new Map(rows.map((row) => [row.contentItemId, row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      expect(byId(listed)).toEqual(byId(wanted))
      const { rows, latest } = await rowsAndLatest(variationId, state)
      expect(latest).toEqual(rows)
      pictures += listed.filter(({ kind, binaryId }) => kind === 'user' && binaryId !== undefined).length
    }
  return pictures
}

describe('the details of listed rows are those of the items', () => {
  it('as these are made', async () => {
    expect(await expectAlike()).toBe(8)
  })

  it('after a picture that they refer to was changed', async () => {
    const before = files.red.binaryId
    await content.update(files.red.de, { file: await upload('gold') })
    expect(await expectAlike()).toBe(8)
    await content.update(files.red.en, { file: null })
    // What is left is the next one of the gallery, and the own photo in two variations.
    expect(await expectAlike()).toBe(6)
    await content.update(files.red.de, {}, { resetFields: ['file'] })
    expect(await expectAlike()).toBe(6)
    await content.update(files.red.en, { file: before })
    expect(await expectAlike()).toBe(8)
  })

  it('after one was deleted, and restored', async () => {
    const params = { contentItemId: files.green.contentItemId }
    await server.ok(contract.contentItem.deleteItem, { params, query: { allowBrokenLinks: true } })
    expect(await expectAlike()).toBe(6)
    await server.ok(contract.contentItem.restoreItem, { params })
    expect(await expectAlike()).toBe(8)
  })

  it('after what has one was published, then the picture, then another file of it', async () => {
    const publish = async (contentItemId: string) => {
      const own = (await variationsOf(contentItemId)).find(
        (each) => each.variationId === server.acme.variations['en-US'],
      )
      await content.step('publish', own?.contentVariationId ?? '')
      liveNames.set(contentItemId, (await itemOf(contentItemId)).name)
    }
    await publish(lamps[2] ?? '')
    expect(await expectAlike()).toBe(8)
    await publish(files.green.contentItemId)
    expect(await expectAlike()).toBe(9)
    await content.update(files.green.en, { file: await upload('silver') })
    expect(await expectAlike()).toBe(9)
    await content.step('unpublish', files.green.en)
    expect(await expectAlike()).toBe(8)
    await publish(files.green.contentItemId)
  })

  it('after the order of what refers to pictures was changed, in one variation alone, and by name', async () => {
    const [, , pictured = ''] = lamps
    const sv = (await content.variations(pictured))['sv-SE']?.contentVariationId ?? ''
    await content.update(sv, {
      gallery: [files.blue.contentItemId, files.red.contentItemId, files.green.contentItemId],
    })
    await expectAlike()
    await content.update(sv, { photo: files.blue.contentItemId, gallery: [files.green.contentItemId] })
    await expectAlike()
    await content.update(sv, {}, { resetFields: ['gallery'] })
    await expectAlike()
  })

  it('after an item was renamed, deleted, and given channels', async () => {
    const [plain = '', titled = '', pictured = ''] = lamps
    for (const contentItemId of [titled, pictured])
      await server.ok(contract.contentItem.renameItem, { query: { contentItemId, name: 'Renamed' } })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: plain }, query: {} })
    const [own] = await variationsOf(titled)
    await content.update(own?.contentVariationId ?? '', {}, { deliveryTargets: ['web'] })
    await expectAlike()
  })

  it('after the title in a fallback was changed, and the fallback', async () => {
    const [, titled = ''] = lamps
    const { 'de-DE': de, 'de-AT': at } = server.acme.variations
    const german = (await variationsOf(titled)).find((each) => each.variationId === de)?.contentVariationId ?? ''
    await content.update(german, { title: 'Heller' })
    await expectAlike()
    const change = (fallbackVariationId: string | null) =>
      server.ok(contract.tenants.changeVariation, { params: { variationId: at ?? '' }, body: { fallbackVariationId } })
    for (const fallback of [null, server.acme.variations['sv-SE'] ?? null, de ?? null]) {
      await change(fallback)
      await expectAlike()
    }
  })

  it('after the type was named otherwise, with its fields in another order', async () => {
    const [title, note, gallery, photo, of] = lamp.fields
    const fields = [title, note, photo, gallery, of]
    await putType(server, server.acme, {
      ...lamp,
      friendlyName: { 'en-US': 'Light' },
      fields: fields.flatMap((each) => each ?? []),
    })
    pictureFields = ['photo', 'gallery']
    await expectAlike()
  })

  it('after a picture was erased', async () => {
    const params = { contentItemId: files.green.contentItemId }
    await server.ok(contract.contentItem.deleteItem, { params, query: { allowBrokenLinks: true } })
    await server.ok(contract.contentItem.purgeItem, { params })
    files = { ...files, green: files.blue }
    await expectAlike()
  })
})
