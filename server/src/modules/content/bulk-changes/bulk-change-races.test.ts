import { setTimeout as wait } from 'node:timers/promises'
import type { BulkChange, BulkChangeRequest, BulkEdit } from '@pim/contract'
import { contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { BulkChangeAttempts, stopAfter } from '../../../../testing/bulk-change-attempts.ts'
import { putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { lockSlices } from '../store/bulk-change.repository.ts'
import { findWaiting, insertRows } from '../store/bulk-change-row.repository.ts'

let server: TestServer
let attempts: BulkChangeAttempts
let en: string
beforeAll(async () => {
  server = await startTestServer()
  attempts = new BulkChangeAttempts(server)
  en = server.acme.variations['en-US'] ?? ''
  await putType(server, server.acme, {
    technicalName: 'thing',
    friendlyName: { 'en-US': 'Thing' },
    kind: 'user',
    fields: [
      { technicalName: 'stock', friendlyName: { 'en-US': 'Stock' }, type: 'integer', localizable: false },
      { technicalName: 'group', friendlyName: { 'en-US': 'Group' }, type: 'text', localizable: false },
    ],
  })
})
afterAll(() => server.close())

const calls = contract.bulkChange
beforeEach(() => attempts.holdQueue())
afterEach(() => attempts.releaseQueue())

async function fill(group: string, count: number, name = 'Thing'): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index}`,
    technicalContentTypeName: 'thing',
    fields: [
      { technicalFieldName: 'stock', value: index },
      { technicalFieldName: 'group', value: group },
    ],
  }))
  await server.ok(contract.contentItem.batchItems, { body: { items }, as: 'editor' })
}

const more: BulkEdit = { kind: 'calculate', technicalFieldName: 'stock', add: '1000' }
const send = (group: string) => server.ok(calls.createBulkChange, { body: requestOf(group) })
const requestOf = (group: string): BulkChangeRequest => ({
  selection: {
    filtering: {
      contentTypeTechnicalNames: ['thing'],
      searchText: '',
      fields: [{ technicalFieldName: 'group', operator: 'equals', value: group }],
    },
  },
  edits: [more],
  inherited: 'leave',
})
const rehearsed = (group: string) => attempts.rehearsed(requestOf(group))
const rehearse = (job: RunningJob) => attempts.rehearse(job)
const execute = (job: RunningJob) => attempts.execute(job)
const attemptOf = (...given: Parameters<BulkChangeAttempts['of']>) => attempts.of(...given)
const read = (change: BulkChange) => attempts.read(change)
const begin = (change: BulkChange) => attempts.begin(change)

/** How often each item of the group was changed since it was made, as `times: items`. */
async function changesOf(group: string): Promise<Record<string, number>> {
  const rows = await server.rows.look<{ times: number; items: number }>(
    `select times, count(*)::int as items from (
      select count(v.version) - 1 as times from content_item i
      join content_variation w using (tenant_id, content_item_id) join content_version v using (tenant_id, content_variation_id)
      where i.shared ->> 'group' = '${group}' and w.variation_id = '${en}' group by i.content_item_id) each
    group by times`,
  )
  return Object.fromEntries(rows.map(({ times, items }) => [times, items]))
}

describe('the job of a bulk change', () => {
  it('writes each row once, also where a server that has lost its lease goes on beside the next one', async () => {
    await fill('twice', 350)
    const begun = await begin(await rehearsed('twice'))
    let second: Promise<unknown> = Promise.resolve()
    let slices = 0
    const first = execute(
      attemptOf(begun, 1, {
        progress: async () => {
          slices += 1
          if (slices !== 2) return
          const isThere = Promise.withResolvers<void>()
          second = execute(attemptOf(begun, 2, { progress: async () => isThere.resolve() }))
          await isThere.promise
        },
      }),
    )
    expect(await first).toMatchObject({ isStopped: true })
    await second
    expect(await read(begun)).toMatchObject({ state: 'done', counts: { done: 350, outdated: 0, failed: 0 } })
    expect(await changesOf('twice')).toEqual({ 1: 350 })
  })

  it.runIf(isWholeRun)('goes on where it was killed, in the rehearsal and in the execution', async () => {
    await fill('killed', 450)
    const made = await send('killed')
    // Between two slices, or in the transaction that reads the next one.
    await expect(rehearse(attemptOf(made, 1, stopAfter(1)))).rejects.toThrow(/killed|cancelled/)
    expect(await read(made)).toMatchObject({ state: 'rehearsing', counts: { rows: 450, changed: 200 } })
    await rehearse(attemptOf(made, 2))
    const ready = await read(made)
    expect(ready).toMatchObject({ state: 'ready', counts: { changed: 450 } })
    const begun = await begin(ready)
    await expect(execute(attemptOf(begun, 1, stopAfter(2)))).rejects.toThrow(/killed|cancelled/)
    // Two slices that were done, and the one beside the second if it was written already.
    expect([200, 300]).toContain((await read(begun)).counts.done)
    await execute(attemptOf(begun, 2))
    expect(await read(begun)).toMatchObject({ state: 'done', counts: { done: 450 } })
    expect(await changesOf('killed')).toEqual({ 1: 450 })
  })

  it('reads a file anew where it was killed in it, and counts each row once', async () => {
    const lines = Array.from({ length: 1_200 }, (_, at) => `Read ${at},read`)
    const bytes = Buffer.from(['name,group', ...lines].join('\n'))
    const as = 'editor'
    const announced = { fileName: 'things.csv', byteSize: bytes.length }
    const { importFileId } = await server.ok(contract.import.createImportFile, { as, body: announced })
    const params = { importFileId, partNumber: '0' }
    const file = new Blob([Uint8Array.from(bytes)])
    await server.ok(contract.import.putImportFilePart, { as, params, file, fileName: 'part' })
    const columns = [
      { column: 'name', target: { kind: 'name' as const } },
      { column: 'group', target: { kind: 'field' as const, technicalFieldName: 'group' } },
    ]
    const body = { file: { importFileId, technicalContentTypeName: 'thing', columns } }
    const made = await server.ok(calls.createBulkChange, { as, body })
    await expect(rehearse(attemptOf(made, 1, stopAfter(1)))).rejects.toThrow(/killed|cancelled/)
    expect((await read(made)).counts.created).toBeGreaterThanOrEqual(500)
    await rehearse(attemptOf(made, 2))
    expect(await read(made)).toMatchObject({ state: 'ready', counts: { rows: 1_200, created: 1_200 } })
  })

  it.runIf(isWholeRun)('stops between slices when it is paused, and writes nothing from then on', async () => {
    await fill('paused', 450)
    const begun = await begin(await rehearsed('paused'))
    const params = { bulkChangeId: begun.bulkChangeId }
    let slices = 0
    const progress = async () => {
      slices += 1
      // After the first slice. Those that have begun by then are waited for.
      if (slices === 2) await server.ok(calls.pauseBulkChange, { params })
    }
    expect(await execute(attemptOf(begun, 1, { progress }))).toMatchObject({ isStopped: true })
    const paused = await read(begun)
    expect(paused.state).toBe('paused')
    expect(paused.counts.done).toBeLessThan(450)
    const resumed = await server.ok(calls.resumeBulkChange, { params })
    await execute(attemptOf(begun, 1))
    expect((await read(begun)).counts.done).toBe(paused.counts.done)
    await execute(attemptOf(resumed, 1))
    expect(await read(begun)).toMatchObject({ state: 'done', counts: { done: 450 } })
    expect(await changesOf('paused')).toEqual({ 1: 450 })
  })

  it('keeps who stops it or takes it over waiting for the slices that are under way', async () => {
    await fill('beside', 150)
    const begun = await begin(await rehearsed('beside'))
    const { tenantId } = server.acme
    const { bulkChangeId } = begun
    const [begins, slice] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = server.database.inTenant(
      tenantId,
      async (trx) => {
        await lockSlices(trx, tenantId, bulkChangeId, 'shared')
        begins.resolve()
        await slice.promise
      },
      { deadlineMs: 60_000 },
    )
    await begins.promise
    const said: string[] = []
    const untilWaiting = async (count: number) => {
      const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
      while ((await server.rows.look(waiting)).length < count) await wait(10)
    }
    const taking = execute(attemptOf(begun, 2, { progress: async () => void said.push('taken over') }))
    await untilWaiting(1)
    const pausing = server.ok(calls.pauseBulkChange, { params: { bulkChangeId } }).then(() => said.push('paused'))
    await untilWaiting(2)
    expect(said).toEqual([])
    slice.resolve()
    await Promise.all([writing, taking, pausing])
    expect(said).toEqual(expect.arrayContaining(['taken over', 'paused']))
  })

  it.runIf(isWholeRun)('does of two bulk changes of the same items the one that comes first', async () => {
    await fill('both', 150)
    const [one, other] = [await rehearsed('both'), await rehearsed('both')]
    const begun = [await begin(one), await begin(other)]
    await Promise.all(begun.map((each) => execute(attemptOf(each, 1))))
    const counts = await Promise.all(begun.map(async (each) => (await read(each)).counts))
    expect(counts.reduce((sum, { done }) => sum + done, 0)).toBe(150)
    expect(counts.reduce((sum, { outdated }) => sum + outdated, 0)).toBe(150)
    expect(await changesOf('both')).toEqual({ 1: 150 })
  })
})

describe('bulk changes of a tenant', () => {
  it('are five at a time, also where many begin one at once', async () => {
    await server.rows.look(`update bulk_change set state = 'cancelled'`)
    const body = { items: [{ contentItemId: en }], edits: [more] }
    const answers = await Promise.all(Array.from({ length: 9 }, () => server.call(calls.createBulkChange, { body })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    await server.rows.look(`update bulk_change set state = 'cancelled'`)
  })

  it('are deleted with their rows when they are kept no longer', async () => {
    await fill('old', 3)
    const { bulkChangeId } = await rehearsed('old')
    await server.rows.look(
      `update bulk_change set created_at = now() - interval '31 days', touched_at = now() - interval '2 days' where bulk_change_id = '${bulkChangeId}'`,
    )
    await rehearsed('old')
    await server.refused(calls.getBulkChange, 'NOT_FOUND', { params: { bulkChangeId } })
    expect(await server.rows.look(`select from bulk_change_row where bulk_change_id = '${bulkChangeId}'`)).toHaveLength(
      0,
    )
  })

  it('lose what they hold of an item that is erased', async () => {
    await fill('erased', 2)
    const made = await rehearsed('erased')
    const params = { bulkChangeId: made.bulkChangeId }
    const { items } = await server.ok(calls.getBulkChangeRows, { params })
    const contentItemId = items[0]?.contentItemId ?? ''
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId }, query: {} })
    await server.ok(contract.contentItem.purgeItem, { params: { contentItemId } })
    expect((await server.ok(calls.getBulkChangeRows, { params })).items).toHaveLength(1)
  })

  it('are read as a file in which a spreadsheet runs nothing', async () => {
    await fill('csv', 2, '=HYPERLINK("http://x")')
    const { bulkChangeId } = await rehearsed('csv')
    const csv = await server.call(calls.getBulkChangeReport, { params: { bulkChangeId }, query: {} })
    expect(csv.bytes.toString()).toContain(`"'=HYPERLINK(""http://x"") 0"`)
    expect(csv.bytes.toString()).not.toMatch(/,"?=/)
    const lines = await server.call(calls.getBulkChangeReport, {
      params: { bulkChangeId },
      query: { format: 'jsonl', filter: 'changed' },
    })
    expect(
      lines.bytes
        .toString()
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line).position),
    ).toEqual([0, 1])
  })
})

describe('a bulk change whose job was given up', () => {
  it.runIf(isWholeRun)('is taken up by one of two people who resume it at once', async () => {
    await fill('given up', 3)
    for (let round = 0; round < 5; round += 1) {
      const begun = await begin(await rehearsed('given up'))
      await server.rows.look(`update job set status = 'failed', finished_at = now() where job_id = '${begun.jobId}'`)
      expect(await read(begun)).toMatchObject({ state: 'failed', allowedActions: ['resume', 'cancel'] })
      const params = { bulkChangeId: begun.bulkChangeId }
      const resume = () => server.call(calls.resumeBulkChange, { params })
      const answers = await Promise.all([resume(), resume()])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await server.ok(calls.cancelBulkChange, { params })
    }
  })
})

describe('the rows that a job reads at once', () => {
  it('fit into memory, however long they are', async () => {
    const { bulkChangeId } = await read(await rehearsed('long rows'))
    const { tenantId } = server.acme
    const asked = (length: number) => {
      const fields = [{ technicalFieldName: 'title', value: 'x'.repeat(length) }]
      const item = { technicalContentTypeName: 'thing', name: 'Long', fields, variations: [], links: [] }
      return { contentItemId: null, asked: { row: 2, item } }
    }
    const from = 1_000
    const counts: number[] = []
    const readAll = async (trx: Transaction) => {
      await insertRows(trx, tenantId, bulkChangeId, from, [600_000, 600_000, 1_100_000, 10, 10].map(asked))
      for (let after = from - 1; ; ) {
        const rows = await findWaiting(trx, tenantId, bulkChangeId, { phase: 'rehearsal', after, limit: 200 })
        const last = rows.at(-1)
        if (last === undefined) break
        counts.push(rows.length)
        after = last.position
      }
    }
    await server.database.inTenant(tenantId, readAll, jobTimeouts)
    expect(counts).toEqual([2, 1, 2])
  })
})
