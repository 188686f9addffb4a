import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, contract, importPartBytes, maxBulkChangeRows } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const as = personWith('editor')
const calls = contract.import

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

async function uploaded(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const body = { fileName: 'items.csv', byteSize: bytes.length }
  const { importFileId } = await server.ok(calls.createImportFile, { as, body })
  for (let partNumber = 0; partNumber * importPartBytes < bytes.length; partNumber += 1) {
    const part = bytes.subarray(partNumber * importPartBytes, (partNumber + 1) * importPartBytes)
    const params = { importFileId, partNumber: String(partNumber) }
    await server.ok(calls.putImportFilePart, { as, params, file: new Blob([part]), fileName: 'items.csv' })
  }
  return importFileId
}

function begun(importFileId: string): Promise<BulkChange> {
  const columns = ['sku', 'title'].map((column) => ({
    column,
    target: { kind: 'field' as const, technicalFieldName: column },
  }))
  const file = { importFileId, technicalContentTypeName: 'article', keyField: 'sku', columns }
  return server.ok(contract.bulkChange.createBulkChange, { as, body: { file } })
}

async function when(change: BulkChange, is: (now: BulkChange) => boolean): Promise<BulkChange> {
  for (;;) {
    const params = { bulkChangeId: change.bulkChangeId }
    const now = await server.ok(contract.bulkChange.getBulkChange, { as, params })
    if (is(now)) return now
    await wait(20)
  }
}

const storedRows = async ({ bulkChangeId }: BulkChange): Promise<number> => {
  const [row] = await server.rows.look<{ count: number }>(
    `select count(*)::int as count from bulk_change_row where bulk_change_id = '${bulkChangeId}'`,
  )
  return row?.count ?? 0
}

/** Processes of this one that read files of items. */
async function readers(): Promise<number> {
  let count = 0
  for (const pid of await readdir('/proc')) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (words.includes('import-reader-process') && status.includes(`PPid:\t${process.pid}\n`)) count += 1
  }
  return count
}

describe('a file', () => {
  const max = maxBulkChangeRows
  it.each([
    ['of a million blank lines', `sku,title\n${'\n'.repeat(1_000_000)}`],
    ['of one row too many', `sku,title\n${'1,A lamp\n'.repeat(maxBulkChangeRows + 1)}`],
  ])('%s is refused with the limit, before anything of it is stored', async (_, text) => {
    const importFileId = await uploaded(text)
    const { problems } = await server.ok(calls.inspectImportFile, { as, params: { importFileId }, body: {} })
    expect(problems.at(-1)).toMatchObject({ code: 'TOO_MANY_ROWS', params: { max } })
    const ended = await when(await begun(importFileId), ({ state }) => state !== 'rehearsing')
    expect(ended).toMatchObject({
      state: 'failed',
      problem: { fieldErrors: [{ technicalFieldName: 'body.file', params: { reason: 'TOO_MANY_ROWS', max } }] },
    })
    expect(await storedRows(ended)).toBe(0)
  })

  it('that is read for long is cancelled at once, and its process ends', async () => {
    const rows = Array.from({ length: 190_000 }, (_, at) => `${at},A lamp with a shade of paper\n`).join('')
    const change = await begun(await uploaded(`sku,title\n${rows}`))
    while ((await storedRows(change)) === 0) await wait(10)
    const params = { bulkChangeId: change.bulkChangeId }
    expect(await server.ok(contract.bulkChange.cancelBulkChange, { as, params })).toMatchObject({ state: 'cancelled' })
    const { jobs } = server.dependencies
    const status = async () => (await jobs.find(server.acme.tenantId, change.jobId ?? ''))?.status
    await expect.poll(status).toBe('done')
    expect(await storedRows(change)).toBeLessThan(190_000)
    if (process.platform === 'linux') await expect.poll(readers).toBe(0)
  })
})
