import { type BatchItem, type BulkChange, type BulkChangeRow, contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { BulkChangeAttempts, stopAfter } from '../../../../testing/bulk-change-attempts.ts'
import { articleType, ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Rows of one bulk change that link to each other over its slices: how they are made, published and taken back. */
let server: TestServer
let content: ContentCalls
let attempts: BulkChangeAttempts
let en: string
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  attempts = new BulkChangeAttempts(server)
  en = server.acme.variations['en-US'] ?? ''
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())
beforeEach(() => attempts.holdQueue())
afterEach(() => attempts.releaseQueue())

const calls = contract.bulkChange
/** More than two slices of an execution, and than one of a rehearsal. */
const count = 250
const last = count - 1

/** Articles that link to others of the same rows, by their places in the list. */
function articles(group: string, links: Readonly<Record<number, readonly number[]>>, step?: 'publish'): BatchItem[] {
  const skuOf = (at: number) => `${group}-${at}`
  return Array.from({ length: count }, (_, at) => ({
    key: { technicalFieldName: 'sku', value: skuOf(at) },
    name: `${group} ${at}`,
    technicalContentTypeName: 'article',
    fields: [],
    variations: [
      {
        variationId: en,
        fields: [{ technicalFieldName: 'title', value: `${group} ${at}` }],
        resetFields: [],
        ...(step && { step }),
      },
    ],
    links: (links[at] ?? []).length === 0 ? [] : [{ technicalFieldName: 'related', toKeys: keysOf(links[at] ?? []) }],
  }))
  function keysOf(places: readonly number[]) {
    return places.map((at) => ({ technicalFieldName: 'sku', value: skuOf(at) }))
  }
}

const rehearsed = (rows: BatchItem[]) => attempts.rehearsed({ rows, mode: 'upsert' })
async function executed(change: BulkChange): Promise<BulkChange> {
  await attempts.execute(attempts.of(await attempts.begin(change), 1))
  return attempts.read(change)
}
async function rowsOf({ bulkChangeId }: BulkChange): Promise<BulkChangeRow[]> {
  const pages = await Promise.all(
    [1, 2].map((pageNumber) =>
      server.ok(calls.getBulkChangeRows, { params: { bulkChangeId }, query: { pageSize: 200, pageNumber } }),
    ),
  )
  return pages.flatMap(({ items }) => items)
}
const idsOf = async (change: BulkChange) => (await rowsOf(change)).map(({ contentItemId }) => contentItemId ?? '')
const english = async (contentItemId: string) => (await content.variations(contentItemId, true))['en-US']
const linksOf = async (contentItemId: string) => (await english(contentItemId))?.fields.related?.value
const areThere = async (contentItemIds: readonly string[]) => {
  const rows = await server.rows.look<{ content_item_id: string }>(
    `select content_item_id from content_item where not is_deleted and content_item_id = any('{${contentItemIds.join(',')}}')`,
  )
  return rows.length
}

describe('rows that link to each other', () => {
  it('are whole after a server was killed between the two passes', async () => {
    const begun = await attempts.begin(await rehearsed(articles('killed', { 0: [last], 1: [0, 2], [last]: [0] })))
    // All three slices once: what waits is made without its links.
    await expect(attempts.execute(attempts.of(begun, 1, stopAfter(3)))).rejects.toThrow(/killed|cancelled/)
    expect((await attempts.read(begun)).counts).toMatchObject({ done: last, failed: 0 })
    const [first = ''] = await idsOf(begun)
    expect(await linksOf(first)).toBeNull()
    await attempts.execute(attempts.of(begun, 2))
    expect(await attempts.read(begun)).toMatchObject({ state: 'done', counts: { done: count, failed: 0, outdated: 0 } })
    const ids = await idsOf(begun)
    expect(await areThere(ids)).toBe(count)
    expect(await Promise.all([0, 1, last].map((at) => linksOf(ids[at] ?? '')))).toEqual([
      [ids[last]],
      [ids[0], ids[2]],
      [ids[0]],
    ])
  })

  it('are published with their links, and not before they have them', async () => {
    const begun = await attempts.begin(await rehearsed(articles('live', { 0: [last], [last]: [0] }, 'publish')))
    await expect(attempts.execute(attempts.of(begun, 1, stopAfter(3)))).rejects.toThrow(/killed|cancelled/)
    const [first = ''] = await idsOf(begun)
    expect(await english(first)).toMatchObject({ status: 'draft', publishedVersion: null })
    await attempts.execute(attempts.of(begun, 2))
    const done = await attempts.read(begun)
    expect(done).toMatchObject({ state: 'done', counts: { done: count, failed: 0 } })
    const ids = await idsOf(done)
    for (const [from, to] of [
      [0, last],
      [last, 0],
    ] as const) {
      const { contentVariationId = '' } = (await english(ids[from] ?? '')) ?? {}
      expect((await content.live(contentVariationId)).fields.related?.value).toEqual([ids[to]])
    }
    const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ deleted: count, problem: 0 })
    expect((await executed(undo)).counts).toMatchObject({ done: count, failed: 0 })
    expect(await areThere(ids)).toBe(0)
  })

  it('are left out with what they link to, and leave nothing half made', async () => {
    const change = await rehearsed(articles('without', { 0: [last], 1: [0] }))
    const { fingerprint } = await server.ok(calls.leaveOutRows, {
      params: { bulkChangeId: change.bulkChangeId },
      body: { positions: [last], isLeftOut: true },
    })
    const done = await executed({ ...change, fingerprint })
    expect(done.counts).toMatchObject({ done: count - 3, failed: 2, leftOut: 1 })
    const [first, second] = await rowsOf(done)
    expect([first, second]).toMatchObject([
      { contentItemId: null, problem: { fieldErrors: [{ technicalFieldName: 'related', code: 'NOT_FOUND' }] } },
      { contentItemId: null, result: 'failed' },
    ])
  })

  it('can be taken back where it was cancelled between the two passes', async () => {
    const rows = articles(
      'half',
      Object.fromEntries(Array.from({ length: count }, (_, at) => [at, [(at + 120) % count]])),
    )
    const begun = await attempts.begin(await rehearsed(rows))
    await expect(attempts.execute(attempts.of(begun, 1, stopAfter(1)))).rejects.toThrow(/killed|cancelled/)
    const params = { bulkChangeId: begun.bulkChangeId }
    const cancelled = await server.ok(calls.cancelBulkChange, { params })
    expect(cancelled).toMatchObject({ counts: { done: 0 }, allowedActions: ['rehearse', 'undo'] })
    const made = (await idsOf(begun)).filter((id) => id !== '')
    expect(made.length).toBeGreaterThanOrEqual(100)
    await executed(await attempts.rehearsed({ undoOf: begun.bulkChangeId }))
    expect(await areThere(made)).toBe(0)
  })

  it.runIf(isWholeRun)('do not write over what somebody has changed between the two passes', async () => {
    const begun = await attempts.begin(await rehearsed(articles('between', { 0: [last], [last]: [0] })))
    await expect(attempts.execute(attempts.of(begun, 1, stopAfter(3)))).rejects.toThrow(/killed|cancelled/)
    const [first = '', second = ''] = await idsOf(begun)
    await content.update((await english(first))?.contentVariationId ?? '', { related: [second] })
    await attempts.execute(attempts.of(begun, 2))
    expect((await attempts.read(begun)).counts).toMatchObject({ done: last, outdated: 1 })
    expect(await linksOf(first)).toEqual([second])
    const undo = await attempts.rehearsed({ undoOf: begun.bulkChangeId })
    expect(undo.counts).toMatchObject({ deleted: last - 1, problem: 2 })
    expect((await rowsOf(undo)).slice(0, 2)).toMatchObject([
      { problem: { fieldErrors: [{ code: 'CHANGED_SINCE' }] } },
      { problem: { code: 'IN_USE' } },
    ])
  })
})

describe('the undo of rows that link to each other', () => {
  it('deletes them in circles, in chains and where it changes back what links to them', async () => {
    const outside = await content.make({ title: 'Outside', sku: 'circle-outside' })
    const rows = articles('circle', { 0: [last], [last]: [0], 10: [11], 11: [12], 12: [10], 20: [120], 120: [220] })
    rows.push({
      contentItemId: outside.contentItemId,
      technicalContentTypeName: 'article',
      fields: [],
      variations: [],
      links: [{ technicalFieldName: 'related', toKeys: [{ technicalFieldName: 'sku', value: 'circle-5' }] }],
    })
    const done = await executed(await rehearsed(rows))
    expect(done.counts).toMatchObject({ created: count, changed: 1, done: count + 1 })
    const ids = await idsOf(done)
    expect(await linksOf(outside.contentItemId)).toEqual([ids[5]])
    const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ deleted: count, changed: 1, problem: 0 })
    expect(await executed(undo)).toMatchObject({ state: 'done', counts: { done: count + 1, failed: 0, outdated: 0 } })
    expect(await areThere(ids)).toBe(1)
    expect(await linksOf(outside.contentItemId)).toBeNull()
  })

  it('leaves what others link to, with all that it links to in turn', async () => {
    const done = await executed(await rehearsed(articles('used', { 0: [last], [last]: [0, 100], 100: [50] })))
    const ids = await idsOf(done)
    const outside = await content.make({ title: 'Outside', related: [ids[0] ?? ''] })
    const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ deleted: count - 4, problem: 4 })
    const blocked = (await rowsOf(undo)).filter(({ outcome }) => outcome === 'problem')
    expect(blocked.map(({ contentItemId }) => contentItemId)).toEqual([0, 50, 100, last].map((at) => ids[at]))
    expect(blocked[0]?.problem).toMatchObject({ code: 'IN_USE' })
    expect((await executed(undo)).counts).toMatchObject({ done: count - 4, failed: 0 })
    expect(await areThere(ids)).toBe(4)
    // Once nobody links to them, they go with the next rehearsal.
    await content.update(outside.en, { related: [] })
    const params = { bulkChangeId: undo.bulkChangeId }
    const again = await server.ok(calls.rehearseBulkChange, { params })
    await attempts.rehearse(attempts.of(again, 1))
    expect((await executed(await attempts.read(again))).counts).toMatchObject({ done: count })
    expect(await areThere(ids)).toBe(0)
  })

  it.runIf(isWholeRun)(
    'leaves what somebody has linked to since the rehearsal, with all that it links to in turn',
    async () => {
      const done = await executed(await rehearsed(articles('late', { 0: [1], 1: [0, 2], 2: [3], 3: [2] })))
      const ids = await idsOf(done)
      const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
      expect(undo.counts).toMatchObject({ deleted: count, problem: 0 })
      await content.make({ title: 'Outside', related: [ids[0] ?? ''] })
      expect((await executed(undo)).counts).toMatchObject({ done: count - 4, failed: 4 })
      expect(await areThere(ids)).toBe(4)
    },
  )

  it.runIf(isWholeRun)('deletes nothing that a row which was left out links to', async () => {
    const done = await executed(await rehearsed(articles('kept', { 0: [last], [last]: [0, 100], 100: [50] })))
    const ids = await idsOf(done)
    const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
    const { fingerprint } = await server.ok(calls.leaveOutRows, {
      params: { bulkChangeId: undo.bulkChangeId },
      body: { positions: [0], isLeftOut: true },
    })
    expect((await executed({ ...undo, fingerprint })).counts).toMatchObject({ done: count - 4, failed: 3 })
    expect(await areThere([0, 50, 100, last].map((at) => ids[at] ?? ''))).toBe(4)
  })

  it.runIf(isWholeRun)('goes on where it was killed in the middle of a circle', async () => {
    const circle = Object.fromEntries(Array.from({ length: count }, (_, at) => [at, [(at + 1) % count]]))
    const done = await executed(await rehearsed(articles('ring', circle)))
    const ids = await idsOf(done)
    expect(done.counts).toMatchObject({ done: count })
    const undo = await attempts.rehearsed({ undoOf: done.bulkChangeId })
    expect(undo.counts).toMatchObject({ deleted: count, problem: 0 })
    const begun = await attempts.begin(undo)
    // The first pass has three slices that do nothing, the fourth of these deletes.
    await expect(attempts.execute(attempts.of(begun, 1, stopAfter(4)))).rejects.toThrow(/killed|cancelled/)
    expect(await areThere(ids)).toBe(150)
    await attempts.execute(attempts.of(begun, 2))
    expect((await attempts.read(begun)).counts).toMatchObject({ done: count, failed: 0, outdated: 0 })
    expect(await areThere(ids)).toBe(0)
  })
})
