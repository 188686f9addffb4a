import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, type BulkChangeRequest, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Texts that are out of date, said to be right in many items at once, and that taken back. */
let server: TestServer
let content: ContentCalls
let [en, sv] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, {
    technicalName: 'page',
    friendlyName: { 'en-US': 'Page' },
    kind: 'user',
    fields: ['title', 'note'].map((technicalName) => ({
      technicalName,
      friendlyName: { 'en-US': technicalName },
      type: 'text' as const,
    })),
  })
  ;[en = '', sv = ''] = ['en-US', 'sv-SE'].map((language) => server.acme.variations[language] ?? '')
})
afterAll(() => server.close())

const calls = contract.bulkChange
const editor = personWith('editor')

/** An item whose Swedish title is of an English one that has changed since. */
async function behind(): Promise<{ contentItemId: string; ids: { en: string; sv: string } }> {
  const { contentItemId } = await content.create('Page', 'page')
  const list = await content.list(contentItemId)
  const idIn = (variationId: string) => list.find((each) => each.variationId === variationId)?.contentVariationId ?? ''
  const ids = { en: idIn(en), sv: idIn(sv) }
  await content.update(ids.en, { title: 'Lamp' })
  await content.update(ids.sv, { title: 'Lampa' })
  await content.update(ids.en, { title: 'Lantern' })
  return { contentItemId, ids }
}

const variation = (contentVariationId: string) =>
  server.ok(contract.contentVariation.getVariation, { params: { contentVariationId } })
const outdatedIn = async (contentVariationId: string) =>
  (await variation(contentVariationId)).translation.outdatedFields

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
const make = async (body: BulkChangeRequest) => settled(await server.ok(calls.createBulkChange, { body, as: editor }))
const execute = async ({ bulkChangeId, fingerprint }: BulkChange) =>
  settled(await server.ok(calls.executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: editor }))
const rowsOf = async ({ bulkChangeId }: BulkChange) =>
  (await server.ok(calls.getBulkChangeRows, { params: { bulkChangeId } })).items

/** Of all pages that a search finds with Swedish texts that are out of date. */
const markAll = (): BulkChangeRequest => ({
  selection: { variationId: sv, filtering: { contentTypeTechnicalNames: ['page'], translation: ['outdated'] } },
  edits: [{ kind: 'markTranslated' }],
  variationIds: [sv],
  inherited: 'leave',
})

describe('texts that are said to be right in bulk', () => {
  it('are shown first, then up to date in the same version, and out of date again once that is taken back', async () => {
    const items = [await behind(), await behind()]
    const [first] = items
    const { version } = await variation(first?.ids.sv ?? '')
    const rehearsed = await make(markAll())
    expect(rehearsed.counts).toMatchObject({ rows: 2, changed: 2, problem: 0 })
    expect((await rowsOf(rehearsed))[0]?.changes).toMatchObject([
      { technicalFieldName: '$outdated', variationId: sv, before: { value: ['title'] }, after: { value: [] } },
    ])
    expect(await outdatedIn(first?.ids.sv ?? '')).toEqual(['title'])
    const done = await execute(rehearsed)
    expect(done.counts).toMatchObject({ done: 2, failed: 0 })
    for (const { ids } of items) expect(await outdatedIn(ids.sv)).toEqual([])
    expect((await variation(first?.ids.sv ?? '')).version).toBe(version)
    const audit = await server.ok(contract.audit.getAuditEntries, { query: { entityId: first?.contentItemId } })
    expect(audit.items[0]).toMatchObject({
      action: 'contentItem.markTranslated',
      userId: editor.userId,
      details: { bulkChangeId: done.bulkChangeId, variationIds: [sv] },
    })
    const undo = await execute(await make({ undoOf: done.bulkChangeId }))
    expect(undo.counts).toMatchObject({ rows: 2, done: 2 })
    for (const { ids } of items) expect(await outdatedIn(ids.sv)).toEqual(['title'])
    // The mark is of the text that the translation is of: with that back, it is up to date.
    await content.update(first?.ids.en ?? '', { title: 'Lamp' })
    expect(await outdatedIn(first?.ids.sv ?? '')).toEqual([])
    await execute(await make(markAll()))
  })

  it('are left as they are where the source has changed again since the rehearsal', async () => {
    const { ids } = await behind()
    const rehearsed = await make(markAll())
    await content.update(ids.en, { title: 'Torch' })
    expect((await execute(rehearsed)).counts).toMatchObject({ done: 0, outdated: 1 })
    expect(await outdatedIn(ids.sv)).toEqual(['title'])
    await execute(await make(markAll()))
  })

  it('stay as somebody has left them since, and are named in the undo', async () => {
    const [text, said, source] = [await behind(), await behind(), await behind()]
    const done = await execute(await make(markAll()))
    await content.update(text.ids.sv, { title: 'Lykta' })
    await content.update(said.ids.en, { title: 'Torch' })
    const body = { contentVariationIds: [said.ids.sv] }
    await server.ok(contract.contentVariation.markTranslated, { body })
    await content.update(source.ids.en, { title: 'Torch' })
    const undo = await make({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ rows: 3, changed: 1, unchanged: 2 })
    const byItem = new Map((await rowsOf(undo)).map((row) => [row.contentItemId, row]))
    for (const { contentItemId } of [text, said])
      expect(byItem.get(contentItemId)?.kept).toMatchObject([{ technicalFieldName: 'title', variationId: sv }])
    // Of a source that has changed again the translation stays out of date, of the older text.
    expect(await outdatedIn(source.ids.sv)).toEqual(['title'])
    await execute(undo)
    await content.update(source.ids.en, { title: 'Lamp' })
    expect(await outdatedIn(source.ids.sv)).toEqual([])
  })
})
