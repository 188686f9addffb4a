import { setTimeout as wait } from 'node:timers/promises'
import type { BulkChange, BulkChangeRow, BulkChangeState, BulkEdit } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Bulk changes through the API: rehearsed, executed and taken back by jobs. */
let server: TestServer
let content: ContentCalls
let [en, de, at] = ['', '', '']
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  const field = { friendlyName: { 'en-US': 'It' } }
  await putType(server, server.acme, {
    technicalName: 'thing',
    friendlyName: { 'en-US': 'Thing' },
    kind: 'user',
    fields: [
      { ...field, technicalName: 'title', type: 'text', required: 'onPublish' },
      { ...field, technicalName: 'sku', type: 'text', unique: 'tenant', localizable: false },
      { ...field, technicalName: 'price', type: 'price', localizable: false },
      { ...field, technicalName: 'stock', type: 'integer', localizable: false, settings: { max: 1_000 } },
      { ...field, technicalName: 'text', type: 'longText' },
    ],
  })
  ;[en = '', de = '', at = ''] = ['en-US', 'de-DE', 'de-AT'].map((language) => server.acme.variations[language] ?? '')
})
afterAll(() => server.close())

const calls = contract.bulkChange
const editor = personWith('editor')

/** Things with a stock from `from` on, by which searches find them. */
async function fill(from: number, count: number, title = 'Old lamp'): Promise<string[]> {
  const items = Array.from({ length: count }, (_, index) => ({
    name: `Thing ${from + index}`,
    technicalContentTypeName: 'thing',
    fields: [
      { technicalFieldName: 'stock', value: from + index },
      { technicalFieldName: 'price', value: [{ amount: '19.99', currency: 'EUR' }] },
    ],
    variations: [{ variationId: en, fields: [{ technicalFieldName: 'title', value: title }] }],
  }))
  const { results } = await server.ok(contract.contentItem.batchItems, { body: { items }, as: editor })
  return results.map(({ contentItemId = '' }) => contentItemId)
}

const ofStock = (min: number, max: number) => ({
  filtering: {
    contentTypeTechnicalNames: ['thing'],
    fields: [{ technicalFieldName: 'stock', operator: 'between' as const, values: [min, max] }],
  },
})

const working: readonly BulkChangeState[] = ['rehearsing', 'executing']
async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { params: { bulkChangeId } })
    if (!working.includes(now.state)) return now
    await wait(20)
  }
}

const make = async (body: Parameters<typeof send>[0]): Promise<BulkChange> => settled(await send(body))
const send = (body: Parameters<typeof server.ok<typeof calls.createBulkChange>>[1]['body']) =>
  server.ok(calls.createBulkChange, { body, as: editor })
const execute = async ({ bulkChangeId, fingerprint }: BulkChange): Promise<BulkChange> =>
  settled(await server.ok(calls.executeBulkChange, { params: { bulkChangeId }, body: { fingerprint }, as: editor }))
const rowsOf = async ({ bulkChangeId }: BulkChange): Promise<BulkChangeRow[]> =>
  (await server.ok(calls.getBulkChangeRows, { params: { bulkChangeId }, query: { pageSize: 200 } })).items

const valueIn = async (contentItemId: string, language: string, name: string): Promise<unknown> =>
  (await content.variations(contentItemId))[language]?.fields[name]?.value

const replaceOld: BulkEdit = {
  kind: 'replaceText',
  technicalFieldName: 'title',
  find: 'old',
  replaceBy: 'New',
  matchCase: false,
  wholeWords: true,
}

async function itemOfNordic(): Promise<string> {
  await putType(server, server.nordic, {
    technicalName: 'thing',
    friendlyName: { 'en-US': 'Thing' },
    kind: 'user',
    fields: [{ friendlyName: { 'en-US': 'It' }, technicalName: 'title', type: 'text' }],
  })
  return (await new ContentCalls(server, server.nordic).create('Theirs', 'thing')).contentItemId
}

describe('a bulk change', () => {
  it('shows before and after of all that a search finds, and writes nothing until it is executed', async () => {
    const [first = ''] = await fill(1, 3)
    const rehearsed = await make({
      selection: ofStock(1, 3),
      edits: [
        replaceOld,
        { kind: 'calculate', technicalFieldName: 'price', percent: '5', round: { step: '1', ending: '0.95' } },
      ],
      variationIds: [en, de, at],
    })
    expect(rehearsed).toMatchObject({ state: 'ready', counts: { rows: 3, changed: 3, problem: 0, done: 0 } })
    const rows = await rowsOf(rehearsed)
    // The shared price is changed once, and what de-DE and de-AT inherit stays inherited.
    expect(rows[0]?.changes.map(({ technicalFieldName, variationId }) => [technicalFieldName, variationId])).toEqual([
      ['title', en],
      ['price', en],
    ])
    expect(rows[0]?.changes[0]).toMatchObject({ before: { value: 'Old lamp' }, after: { value: 'New lamp' } })
    expect(await valueIn(first, 'en-US', 'title')).toBe('Old lamp')
    const done = await execute(rehearsed)
    expect(done).toMatchObject({ state: 'done', counts: { done: 3, outdated: 0, failed: 0 } })
    expect(await valueIn(first, 'de-AT', 'title')).toBe('New lamp')
    expect(await valueIn(first, 'en-US', 'price')).toEqual([{ amount: '20.95', currency: 'EUR' }])
  })

  it('is named by the versions and the audit entries that it makes', async () => {
    const [only = ''] = await fill(10, 1)
    const { bulkChangeId } = await execute(await make({ items: [{ contentItemId: only }], edits: [replaceOld] }))
    const { 'en-US': variation } = await content.variations(only)
    const { items } = await server.ok(contract.contentVariation.getVersions, {
      params: { contentVariationId: variation?.contentVariationId ?? '' },
    })
    expect(items[0]).toMatchObject({ bulkChangeId, by: editor.userId, changedFields: ['title'] })
    expect(items[1]).not.toHaveProperty('bulkChangeId')
    const audit = await server.ok(contract.audit.getAuditEntries, { query: { entityId: only } })
    expect(audit.items[0]?.details).toMatchObject({ bulkChangeId })
  })

  it('says what is wrong with a row, and does the others', async () => {
    await fill(998, 3)
    const add = await make({
      selection: ofStock(998, 1_000),
      edits: [{ kind: 'calculate', technicalFieldName: 'stock', add: '1' }],
    })
    expect(add.counts).toMatchObject({ changed: 2, problem: 1 })
    const bad = (await rowsOf(add)).find(({ outcome }) => outcome === 'problem')
    expect(bad?.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'stock', code: 'TOO_BIG', variationId: en }])
    expect(await execute(add)).toMatchObject({ state: 'done', counts: { done: 2, problem: 1 } })
    const misfit = await make({
      selection: ofStock(999, 1_000),
      edits: [{ kind: 'append', technicalFieldName: 'stock', text: '1' }],
    })
    expect((await rowsOf(misfit))[0]?.problem?.fieldErrors?.[0]).toMatchObject({ code: 'UNSUITED' })
  })

  it('leaves an item as it is that somebody has changed since the rehearsal, and can be rehearsed again', async () => {
    const [mine = '', theirs = '', elsewhere = ''] = await fill(20, 3)
    const rehearsed = await make({ selection: ofStock(20, 22), edits: [replaceOld] })
    const edited = async (item: string, values: object) => {
      const { 'en-US': variation } = await content.variations(item)
      await content.update(variation?.contentVariationId ?? '', { ...values })
    }
    await edited(theirs, { title: 'Old lamp of theirs' })
    await edited(elsewhere, { text: 'Another field is no matter' })
    const done = await execute(rehearsed)
    expect(done).toMatchObject({ state: 'done', counts: { done: 2, outdated: 1 } })
    expect(await valueIn(mine, 'en-US', 'title')).toBe('New lamp')
    expect(await valueIn(theirs, 'en-US', 'title')).toBe('Old lamp of theirs')
    const again = await settled(
      await server.ok(calls.rehearseBulkChange, { params: { bulkChangeId: done.bulkChangeId } }),
    )
    expect(again.counts).toMatchObject({ done: 2, outdated: 0 })
    expect((await execute(again)).counts).toMatchObject({ done: 3, outdated: 0 })
    expect(await valueIn(theirs, 'en-US', 'title')).toBe('New lamp of theirs')
  })

  it('leaves rows out by hand, and executes only what was seen', async () => {
    const [left = '', done = ''] = await fill(30, 2)
    const rehearsed = await make({ items: [{ contentItemId: left }, { contentItemId: done }], edits: [replaceOld] })
    const params = { bulkChangeId: rehearsed.bulkChangeId }
    const fewer = await server.ok(calls.leaveOutRows, { params, body: { positions: [0], isLeftOut: true } })
    expect(fewer.counts).toMatchObject({ changed: 1, leftOut: 1 })
    await server.refused(calls.executeBulkChange, 'PLAN_OUTDATED', {
      params,
      body: { fingerprint: rehearsed.fingerprint },
    })
    expect((await execute(fewer)).counts).toMatchObject({ done: 1, leftOut: 1 })
    expect(await valueIn(left, 'en-US', 'title')).toBe('Old lamp')
    expect(await valueIn(done, 'en-US', 'title')).toBe('New lamp')
  })

  it('is taken back where nobody has changed it since, and says where somebody has', async () => {
    const [one = '', other = ''] = await fill(40, 2)
    const edits: BulkEdit[] = [
      { kind: 'set', technicalFieldName: 'text', value: 'long '.repeat(2_000) },
      replaceOld,
      { kind: 'copyValues', fromVariationId: en, technicalFieldNames: ['title'] },
    ]
    const selection = ofStock(40, 41)
    const done = await execute(await make({ selection, edits, variationIds: [en, de] }))
    expect(done.counts).toMatchObject({ done: 2 })
    expect((await content.variations(one))['de-DE']?.fields.title).toMatchObject({ isInherited: false })
    const { 'en-US': variation } = await content.variations(other)
    await content.update(variation?.contentVariationId ?? '', { title: 'Mine' })
    const undo = await make({ undoOf: done.bulkChangeId })
    expect(undo).toMatchObject({ state: 'ready', undoOf: done.bulkChangeId, counts: { rows: 2, changed: 2 } })
    const kept = (await rowsOf(undo)).flatMap((row) => row.kept)
    expect(kept).toMatchObject([{ technicalFieldName: 'title', variationId: en }])
    await execute(undo)
    expect((await content.variations(one))['en-US']?.fields).toMatchObject({
      title: { value: 'Old lamp' },
      text: { value: null },
    })
    expect((await content.variations(one))['de-DE']?.fields.title).toMatchObject({ isInherited: true })
    expect(await valueIn(other, 'en-US', 'title')).toBe('Mine')
    expect(await valueIn(other, 'en-US', 'text')).toBe(null)
  })

  it('takes changes item by item, and deletes the items that it has made when it is taken back', async () => {
    const [known = ''] = await fill(50, 1)
    const row = (sku: string, title: string) => ({
      key: { technicalFieldName: 'sku', value: sku },
      technicalContentTypeName: 'thing',
      name: title,
      variations: [{ variationId: en, fields: [{ technicalFieldName: 'title', value: title }] }],
    })
    const given = await make({
      rows: [
        row('S-1', 'First'),
        row('S-2', 'Second'),
        { ...row('S-3', 'x'), key: undefined, contentItemId: known },
        {
          ...row('S-4', 'x'),
          technicalContentTypeName: 'thing',
          variations: [{ variationId: en, fields: [{ technicalFieldName: 'nope', value: 1 }] }],
        },
      ],
    })
    expect(given.counts).toMatchObject({ rows: 4, created: 2, changed: 1, problem: 1 })
    const done = await execute(given)
    expect(done.counts).toMatchObject({ done: 3 })
    const ids = (await rowsOf(done)).map(({ contentItemId }) => contentItemId ?? '')
    const { 'en-US': second } = await content.variations(ids[1] ?? '')
    await content.update(second?.contentVariationId ?? '', { title: 'Second edition' })
    const undone = await execute(await make({ undoOf: done.bulkChangeId }))
    expect(undone.counts).toMatchObject({ deleted: 1, changed: 1, problem: 1, done: 2 })
    const items = await Promise.all(
      ids.slice(0, 3).map((contentItemId) =>
        server.ok(contract.contentItem.getItem, {
          params: { contentItemId },
          query: { includeDeleted: true },
          as: 'editor',
        }),
      ),
    )
    expect(items.map(({ isDeleted, name }) => [isDeleted, name])).toEqual([
      [true, 'First'],
      [false, 'Second'],
      [false, 'Thing 50'],
    ])
  })

  it('can be paused, resumed and cancelled, also before its job has begun', async () => {
    await fill(60, 3)
    const rehearsed = await make({ selection: ofStock(60, 62), edits: [replaceOld] })
    const { bulkChangeId, fingerprint } = rehearsed
    const params = { bulkChangeId }
    // The queue of this tenant is held up by a job of the same kind.
    const blocker = await server.rows.look<{ job_id: string }>(
      `insert into job (tenant_id, job_id, kind, status, created_by, lease_until)
      values ('${server.acme.tenantId}', gen_random_uuid(), 'execute-bulk-change', 'running', 'x', now() + interval '1 hour') returning job_id`,
    )
    await server.ok(calls.executeBulkChange, { params, body: { fingerprint } })
    await server.refused(calls.leaveOutRows, 'INVALID_TRANSITION', {
      params,
      body: { positions: [0], isLeftOut: true },
    })
    expect(await server.ok(calls.pauseBulkChange, { params })).toMatchObject({ state: 'paused' })
    await server.refused(calls.pauseBulkChange, 'INVALID_TRANSITION', { params })
    expect(await server.ok(calls.resumeBulkChange, { params })).toMatchObject({ state: 'executing' })
    expect(await server.ok(calls.cancelBulkChange, { params })).toMatchObject({
      state: 'cancelled',
      counts: { done: 0 },
    })
    await server.rows.look(`delete from job where job_id = '${blocker[0]?.job_id}'`)
    const again = await settled(await server.ok(calls.rehearseBulkChange, { params }))
    expect(await execute(again)).toMatchObject({ state: 'done', counts: { done: 3 } })
  })

  it('is for editors, and of one tenant', async () => {
    const body = { selection: ofStock(1, 2), edits: [replaceOld] }
    expect((await server.call(calls.createBulkChange, { body, as: 'viewer' })).status).toBe(403)
    const { bulkChangeId } = await make(body)
    await server.refused(calls.getBulkChange, 'NOT_FOUND', { params: { bulkChangeId }, tenant: 'nordic' })
    const strangers = await make({
      items: [{ contentItemId: await itemOfNordic() }, { contentItemId: en }],
      edits: [replaceOld],
    })
    const [foreign, unknown] = await rowsOf(strangers)
    expect(foreign).toEqual({ ...unknown, position: 0, contentItemId: foreign?.contentItemId })
    expect(foreign?.problem?.code).toBe('NOT_FOUND')
    const rows = [
      { technicalContentTypeName: 'thing', name: 'x', variations: [{ variationId: en, step: 'publish' as const }] },
    ]
    expect((await server.call(calls.createBulkChange, { body: { rows }, as: 'editor' })).status).toBe(403)
  })
})
