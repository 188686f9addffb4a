import { setTimeout as wait } from 'node:timers/promises'
import type { BulkChange, ContentType, Field, ItemBatch } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { personWith } from '../../../testing/caller.ts'
import { ContentCalls, type Made, putType, updateOf, valuesOf } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { Problem } from '../../core/problem.ts'
import { changeItems } from './batch/change-items.ts'
import { maxItemSize } from './domain/item-size.ts'
import { saveVariation } from './operations/save-variation.ts'

let server: TestServer
let content: ContentCalls
let [en, de] = ['', '']

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  ...more,
})
const parts = Array.from({ length: 110 }, (_, number) => `part${number}`)

const articleType = (typeOfColour: Field['type']): ContentType => ({
  technicalName: 'article',
  friendlyName: { 'en-US': 'Encyclopedia' },
  kind: 'user',
  titleField: 'title',
  fields: [
    field('title', 'text', { required: 'onPublish', settings: { maxLength: 1_000 } }),
    field('sku', 'text', { localizable: false, unique: 'tenant' }),
    field('note', 'longText', { localizable: false }),
    field('list', 'json'),
    field('colour', typeOfColour, { settings: { options: [{ code: 'red' }, { code: 'green' }] } }),
    field('body', 'longText'),
    ...parts.map((name) => field(name, 'longText')),
  ],
})

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType('select'))
  ;[en = '', de = ''] = ['en-US', 'de-DE'].map((language) => server.acme.variations[language] ?? '')
})
afterAll(() => server.close())

const publisher = personWith('publisher')
const actor = () => ({ tenantId: server.acme.tenantId, userId: 'somebody' })
const { updateVariation } = contract.contentVariation
const tooLarge = (technicalFieldName: string, variationId?: string) => [
  {
    technicalFieldName,
    code: 'ITEM_TOO_LARGE',
    message: 'makes the values of the item larger than 20 MB',
    params: { max: 20 },
    ...(variationId !== undefined && { variationId }),
  },
]

/** Characters of the longest text that the type of these tests allows. */
const longest = 200_000
const part = 'x'.repeat(longest)
const sizeOf = (value: unknown) => JSON.stringify(value).length

/** Values that take so many characters of JSON. */
function valuesOfSize(size: number): Record<string, string> {
  const values: Record<string, string> = {}
  let left = size
  for (const name of parts) {
    if (left <= 0) break
    // Half of the longest text at most, so that the next field gets a text of some length, too.
    const length = left > sizeOf(part) + 10 ? longest : Math.min(left - 2, longest / 2)
    values[name] = part.slice(0, length)
    left -= length + 2
  }
  expect(left).toBe(0)
  return values
}

/** Past the limit of a request's body, as many requests would do it. */
const save = (contentVariationId: string, values: Readonly<Record<string, unknown>>) =>
  server.database.inTenant(server.acme.tenantId, (trx) =>
    saveVariation(trx, actor(), updateOf(contentVariationId, values)),
  )

/** An item with these values in English, and so many others in Austrian German that so many characters are left. */
async function filled(values: Readonly<Record<string, unknown>>, room: number): Promise<Made> {
  const made = await content.make(values)
  const used = Object.values(values).reduce((sum: number, value) => sum + sizeOf(value), 0)
  await save(made.at, valuesOfSize(maxItemSize - used - room))
  return made
}

/** An item that is larger than the limit, as releases without one may have left it. */
async function overfilled(values: Readonly<Record<string, unknown>>): Promise<Made> {
  const made = await filled(values, 0)
  await server.rows.look(
    `update content_variation set own = own || jsonb_build_object('title', repeat('y', 900)) where content_variation_id = '${made.at}'`,
  )
  return made
}

const refusedSave = (contentVariationId: string, values: Readonly<Record<string, unknown>>) =>
  server.refused(updateVariation, 'PAYLOAD_TOO_LARGE', { body: updateOf(contentVariationId, values) })

describe('the values of an item', () => {
  it('are 20 MB at most, to the character: a save that passes that names its largest field and stores nothing', async () => {
    const made = await filled({ title: 'Full', note: 'n' }, 100)
    await content.update(made.en, { body: 'b'.repeat(98) })
    const { version } = await content.get(made.en)
    const problem = await refusedSave(made.en, { title: 'Full!' })
    expect(problem).toMatchObject({ status: 413, fieldErrors: tooLarge('title', en) })
    const several = { title: 'T', body: 'b'.repeat(300), note: 'n'.repeat(4_500) }
    expect((await refusedSave(made.en, several)).fieldErrors).toEqual(tooLarge('note'))
    // An own value where it was inherited is one more.
    expect((await refusedSave(made.de, { body: 'b' })).fieldErrors).toEqual(tooLarge('body', de))
    const now = await content.get(made.en)
    expect(now.version).toBe(version)
    expect(valuesOf(now)).toMatchObject({ title: 'Full', body: 'b'.repeat(98), note: 'n' })

    // What one value gives up, another one of the same save may take.
    await content.update(made.en, { body: 'b'.repeat(97), title: 'Full!' })
    await content.update(made.en, { body: null, title: `Full${'!'.repeat(100)}` })
    await refusedSave(made.en, { body: 'b' })
  })

  it('count as they are written as JSON: signs in texts, numbers, and lists', async () => {
    const made = await filled({ title: 'Written' }, 20)
    await refusedSave(made.en, { list: ['one', 'two', 'three'] })
    await content.update(made.en, { list: ['one', 'two', 'tre'] })
    await refusedSave(made.en, { title: 'Writt""' })
    await content.update(made.en, { title: 'Writte"' })
    await content.update(made.en, { list: null, title: `Writte"${'n'.repeat(19)}` })
  })

  it('may be more where an earlier release has let them: then they can be changed, and become smaller, and do not grow', async () => {
    const made = await overfilled({ title: 'Older', body: 'b' })
    await content.update(made.en, { title: 'Other' })
    await content.update(made.en, { title: 'Small', body: null })
    await refusedSave(made.en, { title: 'Larger' })
    await content.step('publish', made.en)
    await server.ok(contract.contentItem.renameItem, {
      query: { contentItemId: made.contentItemId, name: 'Another name' },
    })
    await save(made.at, { part0: null })
    await content.update(made.en, { title: 'Larger' })
  })

  it('of an item that is made are 20 MB at most, be it a copy or not', async () => {
    const original = await filled({ title: 'Original' }, 0)
    const fields = Object.entries({ ...valuesOfSize(maxItemSize - 1_000), body: part }).map(
      ([technicalFieldName, value]) => ({ technicalFieldName, value }),
    )
    const item = { technicalContentTypeName: 'article', name: 'Copy', variations: [{ variationId: en, fields }] }
    const asked = [{ ...item, copyOf: original.contentItemId }, item, { ...item, variations: [] }]
    const body = contract.contentItem.batchItems.body.parse({ items: asked }) satisfies ItemBatch
    const { results } = await server.database.inTenant(server.acme.tenantId, (trx) =>
      changeItems(trx, actor(), body, async () => ({ free: 10, problem: new Problem('QUOTA_REACHED') })),
    )
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code, problem?.fieldErrors])).toEqual([
      ['failed', 'PAYLOAD_TOO_LARGE', tooLarge('part0', en)],
      ['failed', 'PAYLOAD_TOO_LARGE', tooLarge('part0', en)],
      ['created', undefined, undefined],
    ])
  }, 60_000)

  it('of one item of a batch leave the others alone', async () => {
    const made = await filled({ title: 'Batch', sku: 'size-1' }, 10)
    const item = (sku: string, body: string) => ({
      technicalContentTypeName: 'article',
      key: { technicalFieldName: 'sku', value: sku },
      name: sku,
      variations: [{ variationId: en, fields: [{ technicalFieldName: 'body', value: body }] }],
    })
    const send = async (body: string) => {
      const { results } = await server.ok(contract.contentItem.batchItems, {
        as: publisher,
        body: { items: [item('size-1', body), item('size-2', body)] } as ItemBatch,
      })
      return results.map(({ outcome, problem }) => [outcome, problem?.code, problem?.fieldErrors])
    }
    expect(await send('123456789')).toEqual([
      ['failed', 'PAYLOAD_TOO_LARGE', tooLarge('body', en)],
      ['created', undefined, undefined],
    ])
    expect(valuesOf(await content.get(made.en)).body).toBeNull()
    expect(await send('12345678')).toEqual([
      ['updated', undefined, undefined],
      ['updated', undefined, undefined],
    ])
  })

  it('are not passed by a version that is restored, or by a working copy that is given up', async () => {
    const long = { body: 'b'.repeat(5_000) }
    const made = await content.make({ title: 'Versions', ...long })
    const { version } = await content.get(made.en)
    await content.step('publish', made.en)
    await content.update(made.en, { body: 'short' })
    await save(made.at, valuesOfSize(maxItemSize - sizeOf('Versions') - sizeOf('short')))
    const params = { contentVariationId: made.en }
    const { restoreVersion, discard } = contract.contentVariation
    const restored = await server.refused(restoreVersion, 'PAYLOAD_TOO_LARGE', { params: { ...params, version } })
    expect(restored.fieldErrors).toEqual(tooLarge('body', en))
    const discarded = await server.refused(discard, 'PAYLOAD_TOO_LARGE', { params })
    expect(discarded.fieldErrors).toEqual(tooLarge('body', en))
    expect(valuesOf(await content.get(made.en)).body).toBe('short')
    await save(made.at, { part0: null })
    await server.ok(restoreVersion, { params: { ...params, version } })
    expect(valuesOf(await content.get(made.en))).toMatchObject(long)
  })

  it('are not passed by a plan that keeps inherited values', async () => {
    const made = await content.make({ title: 'Plan' })
    await save(made.en, valuesOfSize(maxItemSize / 2))
    for (const id of [made.en, made.de]) await content.step('publish', id)
    const body = {
      steps: [{ contentVariationId: made.en, step: 'unpublish' as const }],
      resolve: 'keepValues' as const,
    }
    const { fingerprint } = await server.ok(contract.publishPlan.makePlan, { body })
    const problem = await server.refused(contract.publishPlan.executePlan, 'PAYLOAD_TOO_LARGE', {
      as: publisher,
      body: { ...body, fingerprint },
    })
    expect(problem.fieldErrors).toEqual(tooLarge('part0', de))
    expect((await content.get(made.en)).status).toBe('published')
  }, 60_000)
})

const calls = contract.bulkChange
const editor = personWith('editor')
async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
const execute = async ({ bulkChangeId, fingerprint }: BulkChange) =>
  settled(await server.ok(calls.executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: editor }))
async function rowsOf({ bulkChangeId }: BulkChange) {
  const { items } = await server.ok(calls.getBulkChangeRows, { params: { bulkChangeId }, query: { pageSize: 200 } })
  return items.map(({ outcome, result, problem }) => [outcome, result, problem?.code, problem?.fieldErrors])
}

describe('a bulk change', () => {
  it('tells of the items that would be too large before it is executed, and changes the others', async () => {
    const full = await filled({ title: 'old' }, 2)
    const other = await content.make({ title: 'old' })
    const change = await settled(
      await server.ok(calls.createBulkChange, {
        as: editor,
        body: {
          items: [full, other].map(({ contentItemId }) => ({ contentItemId })),
          variationIds: [en],
          edits: [
            {
              kind: 'replaceText',
              technicalFieldName: 'title',
              find: 'old',
              replaceBy: 'longer',
              matchCase: false,
              wholeWords: true,
            },
          ],
        },
      }),
    )
    expect(await rowsOf(change)).toEqual([
      ['problem', null, 'PAYLOAD_TOO_LARGE', tooLarge('title', en)],
      ['changed', null, undefined, undefined],
    ])
    await execute(change)
    expect(valuesOf(await content.get(full.en)).title).toBe('old')
    expect(valuesOf(await content.get(other.en)).title).toBe('longer')
  })

  it('leaves out an item that has become too large for it since', async () => {
    const made = await content.make({ title: 'late' })
    const [item, edits] = [
      { contentItemId: made.contentItemId },
      [{ kind: 'set' as const, technicalFieldName: 'body', value: 'b'.repeat(10) }],
    ]
    const change = await settled(
      await server.ok(calls.createBulkChange, { as: editor, body: { items: [item], variationIds: [en], edits } }),
    )
    await save(made.at, valuesOfSize(maxItemSize - sizeOf('late')))
    await execute(change)
    expect(valuesOf(await content.get(made.en)).body).toBeNull()
  })

  it('of a file is told of the rows whose items would be too large, and makes the others', async () => {
    const full = await filled({ title: 'file', sku: 'size-10' }, 5)
    const bytes = Buffer.from('sku,body\nsize-10,longer\nsize-11,longer\n')
    const { createImportFile, putImportFilePart } = contract.import
    const { importFileId } = await server.ok(createImportFile, {
      as: editor,
      body: { fileName: 'items.csv', byteSize: bytes.length },
    })
    await server.ok(putImportFilePart, {
      as: editor,
      params: { importFileId, partNumber: '0' },
      file: new Blob([Uint8Array.from(bytes)]),
      fileName: 'items.csv',
    })
    const columns = ['sku', 'body'].map((name) => ({
      column: name,
      target: { kind: 'field' as const, technicalFieldName: name, ...(name === 'body' && { variationId: en }) },
    }))
    const file = { importFileId, technicalContentTypeName: 'article', columns, keyField: 'sku' }
    const change = await settled(await server.ok(calls.createBulkChange, { as: editor, body: { file } }))
    expect(await rowsOf(change)).toEqual([
      ['problem', null, 'PAYLOAD_TOO_LARGE', tooLarge('body', en)],
      ['created', null, undefined, undefined],
    ])
    const { counts } = await execute(change)
    expect(counts).toMatchObject({ done: 1, failed: 0 })
    expect(valuesOf(await content.get(full.en)).body).toBeNull()
  })
})

describe('a change of a content type', () => {
  it('that makes values longer comes to its end, after which the item can only become smaller', async () => {
    const made = await filled({ title: 'Type', colour: 'red' }, 0)
    await putType(server, server.acme, articleType('multiSelect'))
    expect(valuesOf(await content.get(made.en)).colour).toEqual(['red'])
    await refusedSave(made.en, { title: 'Types' })
    await content.update(made.en, { title: 'Ty', colour: ['green'] })
  })
})
