import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { contract, type ImportFile, importPartBytes } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../testing/budget.ts'
import { articleType, putType } from '../../../testing/content-calls.ts'
import { type HttpsServer, startHttpsServer } from '../../../testing/https-server.ts'
import { personWith, startOwnServer, type TestServer } from '../../../testing/test-server.ts'

let outside: HttpsServer
let server: TestServer
/** Paths that were asked for. */
const asked: string[] = []
const feed = readFileSync(join(import.meta.dirname, '../../../testing/xml/google-rss.xml'))
const large = Buffer.alloc(importPartBytes + 1_000, 'a')
beforeAll(async () => {
  outside = await startHttpsServer((request, answer) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path === '/page') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    if (path === '/large.csv') {
      answer.writeHead(200, { 'content-type': 'text/csv' })
      return answer.end(large)
    }
    if (path.startsWith('/feed')) {
      answer.writeHead(200, { 'content-type': 'application/rss+xml; charset=utf-8' })
      return answer.end(feed)
    }
    if (path.startsWith('/slow')) {
      answer.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1_000 })
      return answer.write('sku;title\n')
    }
    answer.writeHead(200, { 'content-type': 'text/csv' }).end('sku;title:en-US\nF-1;Lamp\nF-2;Shelf\n')
  })
  // The stand-in for the internet belongs to this file alone.
  server = await startOwnServer({ outside: outside.outside })
  await putType(server, server.acme, articleType)
  await allow([outside.host])
})
afterAll(async () => {
  await server.close()
  await outside.close()
})

const editor = personWith('editor')
const calls = contract.import
const allow = (importHosts: string[]) => server.ok(contract.tenants.changeTenant, { body: { importHosts } })
const begin = (path: string) =>
  server.ok(calls.fetchImportFile, { as: editor, body: { address: `https://${outside.host}${path}` } })
const read = ({ importFileId }: ImportFile) => server.ok(calls.getImportFile, { as: editor, params: { importFileId } })
async function ended(file: ImportFile): Promise<ImportFile> {
  for (;;) {
    const now = await read(file)
    if (now.fetched?.state !== 'fetching') return now
    await wait(20)
  }
}

describe('a file that is imported from an address', () => {
  it('is fetched by a job, and then a file as any other', async () => {
    const begun = await begin('/goods%20of%20May.csv?key=1')
    expect(begun).toMatchObject({ fileName: 'goods of May.csv', fetched: { state: 'fetching', problem: null } })
    const file = await ended(begun)
    expect(file).toMatchObject({
      byteSize: 35,
      missingParts: [],
      fetched: { state: 'done', address: `https://${outside.host}/goods%20of%20May.csv?key=1` },
    })
    const { importFileId } = file
    const inspection = await server.ok(calls.inspectImportFile, {
      as: editor,
      params: { importFileId },
      body: { technicalContentTypeName: 'article' },
    })
    expect(inspection).toMatchObject({ columns: ['sku', 'title:en-US'], proposedKeyField: 'sku', problems: [] })
    const columns = inspection.proposal.map(({ column, target }) => ({ column, target }))
    const mapping = { importFileId, technicalContentTypeName: 'article', columns, keyField: 'sku' }
    const { bulkChangeId } = await server.ok(contract.bulkChange.createBulkChange, {
      as: editor,
      body: { file: mapping },
    })
    let change = await server.ok(contract.bulkChange.getBulkChange, { as: editor, params: { bulkChangeId } })
    while (change.state === 'rehearsing') {
      await wait(20)
      change = await server.ok(contract.bulkChange.getBulkChange, { as: editor, params: { bulkChangeId } })
    }
    expect(change).toMatchObject({ state: 'ready', counts: { created: 2, problem: 0 } })
  })

  it('may be a feed', async () => {
    const { importFileId } = await ended(await begin('/feed.xml'))
    const inspection = await server.ok(calls.inspectImportFile, { as: editor, params: { importFileId }, body: {} })
    expect(inspection).toMatchObject({
      shape: { format: 'xml', element: 'rss/channel/item' },
      looksLike: 'Google Merchant Center',
    })
  })

  it('arrives in parts where it is larger than one', async () => {
    const file = await ended(await begin('/large.csv'))
    expect(file).toMatchObject({ byteSize: large.length, missingParts: [], fetched: { state: 'done' } })
  })

  it('comes from hosts that an administrator has allowed, and is asked for nowhere else', async () => {
    const body = { address: 'https://elsewhere.example.com/goods.csv' }
    const before = asked.length
    expect(await server.call(calls.fetchImportFile, { as: editor, body })).toMatchObject({
      status: 400,
      problem: { fieldErrors: [{ technicalFieldName: 'body.address', params: { reason: 'HOST_NOT_ALLOWED' } }] },
    })
    const insecure = { address: `http://${outside.host}/goods.csv` }
    expect(await server.call(calls.fetchImportFile, { as: editor, body: insecure })).toMatchObject({
      status: 400,
      problem: { fieldErrors: [{ params: { reason: 'ADDRESS_NOT_HTTPS' } }] },
    })
    // What one tenant has allowed is allowed to no other one.
    const ofOther = { as: personWith('editor', 'nordic'), tenant: 'nordic' }
    const address = `https://${outside.host}/goods.csv`
    expect(await server.call(calls.fetchImportFile, { ...ofOther, body: { address } })).toMatchObject({ status: 400 })
    expect(asked.length).toBe(before)
    const asEditor = await server.call(contract.tenants.changeTenant, { as: editor, body: { importHosts: [] } })
    expect(asEditor.status).toBe(403)
  })

  it('is refused for hosts that are no names of the public internet, when they are put on the list', async () => {
    const ports = ['x.example.com:0', 'x.example.com:65536', 'x.example.com:99999']
    for (const host of ['10.0.0.1', 'localhost', '[::1]', 'a.example.com/x', 'A.example.com', ...ports, ''])
      expect([
        host,
        (await server.call(contract.tenants.changeTenant, { body: { importHosts: [host] } })).status,
      ]).toEqual([host, 400])
    await allow(['x.example.com:65535'])
    await allow([outside.host])
  })

  it('says why it was not fetched, and is no file to import from', async () => {
    const file = await ended(await begin('/page'))
    expect(file.fetched).toMatchObject({ state: 'failed', problem: { code: 'ANSWER_OF_WRONG_KIND' } })
    const { importFileId } = file
    const asking = { as: editor, params: { importFileId }, body: {} }
    expect(await server.call(calls.inspectImportFile, asking)).toMatchObject({ status: 400 })
  })

  it.runIf(isWholeRun)(
    'says the same reason to everybody who looks while it ends, and one that failed holds no room',
    async () => {
      const reasons = new Set<string | undefined>()
      for (let round = 0; round < 40; round += 1) {
        const file = await begin('/page')
        const looks = Array.from({ length: 4 }, async () => {
          for (;;) {
            const { fetched } = await read(file)
            if (fetched?.state !== 'fetching') return reasons.add(fetched?.problem?.code)
          }
        })
        await Promise.all(looks)
      }
      expect([...reasons]).toEqual(['ANSWER_OF_WRONG_KIND'])
    },
  )

  it('is not fetched where the host is taken from the list before its job begins', async () => {
    // One job of a kind runs at a time, so the second one waits.
    const slow = await begin('/slow.csv')
    const waiting = await begin('/goods.csv')
    const before = asked.filter((path) => path === '/goods.csv').length
    await allow([])
    await server.ok(calls.deleteImportFile, { as: editor, params: { importFileId: slow.importFileId } })
    outside.dropConnections()
    expect((await ended(waiting)).fetched).toMatchObject({ state: 'failed', problem: { code: 'HOST_NOT_ALLOWED' } })
    expect(asked.filter((path) => path === '/goods.csv').length).toBe(before)
    await allow([outside.host])
  })

  it('takes no parts from people', async () => {
    const { importFileId } = await begin('/goods.csv')
    const params = { importFileId, partNumber: '0' }
    const sent = { as: editor, params, file: new Blob(['x']), fileName: 'x' }
    expect(await server.call(calls.putImportFilePart, sent)).toMatchObject({ status: 400 })
  })
})
