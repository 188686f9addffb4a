import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, type BulkChangeRequest, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** The undo of a bulk change that has published. */
let server: TestServer
let content: ContentCalls
let [en, sv] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  ;[en = '', sv = ''] = ['en-US', 'sv-SE'].map((language) => server.acme.variations[language] ?? '')
})
afterAll(() => server.close())

const calls = contract.bulkChange
const publisher = personWith('publisher')

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
const make = async (body: BulkChangeRequest) =>
  settled(await server.ok(calls.createBulkChange, { body, as: publisher }))
const execute = async ({ bulkChangeId, fingerprint }: BulkChange) =>
  settled(await server.ok(calls.executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: publisher }))
const rowsOf = async ({ bulkChangeId }: BulkChange) =>
  (await server.ok(calls.getBulkChangeRows, { params: { bulkChangeId } })).items

/** Gives each of the items a title in English, and publishes it. */
const publish = async (title: string, ...contentItemIds: string[]) =>
  execute(
    await make({
      mode: 'update',
      rows: contentItemIds.map((contentItemId) => ({
        contentItemId,
        technicalContentTypeName: 'article',
        fields: [],
        links: [],
        variations: [
          {
            variationId: en,
            fields: [{ technicalFieldName: 'title', value: title }],
            resetFields: [],
            step: 'publish',
          },
        ],
      })),
    }),
  )

const liveTitle = async (contentVariationId: string) => (await content.live(contentVariationId)).fields.title?.value

describe('the undo of a bulk change that has published', () => {
  it('unpublishes what was not live before, and puts back what was', async () => {
    const fresh = await content.make({ title: 'Draft' })
    const known = await content.make({ title: 'First' })
    await content.step('publish', known.en)
    const { publishedVersion } = await content.get(known.en)
    const done = await publish('Second', fresh.contentItemId, known.contentItemId)
    expect(done.counts).toMatchObject({ done: 2, failed: 0 })
    expect([await liveTitle(fresh.en), await liveTitle(known.en)]).toEqual(['Second', 'Second'])
    const undo = await make({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ rows: 2, changed: 2, problem: 0 })
    const byItem = new Map((await rowsOf(undo)).map((row) => [row.contentItemId, row.changes]))
    expect(byItem.get(fresh.contentItemId)).toMatchObject([
      { technicalFieldName: 'title', after: { value: 'Draft' } },
      { technicalFieldName: '$publish', after: { value: null } },
    ])
    expect(byItem.get(known.contentItemId)?.[1]).toMatchObject({ after: { value: publishedVersion } })
    expect(await liveTitle(fresh.en)).toBe('Second')
    const undone = await execute(undo)
    expect(undone.counts).toMatchObject({ done: 2, failed: 0 })
    expect(await content.get(fresh.en)).toMatchObject({ status: 'draft', publishedVersion: null })
    expect(await content.get(known.en)).toMatchObject({
      status: 'published',
      publishedVersion,
      hasUnpublishedChanges: false,
    })
    expect(await liveTitle(known.en)).toBe('First')
    // What was taken back can be taken back, too.
    await execute(await make({ undoOf: undone.bulkChangeId }))
    expect([await liveTitle(fresh.en), await liveTitle(known.en)]).toEqual(['Second', 'Second'])
  })

  it('leaves alone what somebody has published or unpublished since, and names it', async () => {
    const [again, away] = [await content.make({ title: 'A' }), await content.make({ title: 'B' })]
    const done = await publish('Both', again.contentItemId, away.contentItemId)
    await content.update(again.en, { summary: 'More' })
    await content.step('publish', again.en)
    await content.step('unpublish', away.en)
    const undo = await make({ undoOf: done.bulkChangeId })
    for (const { kept } of await rowsOf(undo))
      expect(kept).toMatchObject([{ technicalFieldName: '$publish', variationId: en }])
    await execute(undo)
    expect(await content.get(again.en)).toMatchObject({ status: 'draft', hasUnpublishedChanges: true })
    expect(await liveTitle(again.en)).toBe('Both')
    expect(await content.get(away.en)).toMatchObject({ publishedVersion: null })
  })

  it('is blocked where a variation that is live would lose what it needs', async () => {
    const item = await content.make({ title: 'Needed' })
    const done = await publish('Needed here', item.contentItemId)
    await content.step('publish', item.sv)
    const undo = await make({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ changed: 0, problem: 1 })
    expect((await rowsOf(undo))[0]?.problem).toMatchObject({
      code: 'STILL_NEEDED',
      fieldErrors: [{ technicalFieldName: 'title', variationId: sv }],
    })
    expect(await liveTitle(item.sv)).toBe('Needed here')
  })

  it('takes the role that publishes', async () => {
    const item = await content.make({ title: 'Mine' })
    const { bulkChangeId } = await publish('Ours', item.contentItemId)
    await server.refused(calls.createBulkChange, 'FORBIDDEN', {
      body: { undoOf: bulkChangeId },
      as: personWith('editor'),
    })
  })
})
