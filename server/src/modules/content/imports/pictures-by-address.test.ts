import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, type BulkChangeRow, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import sharp from 'sharp'
import { articleType, ContentCalls, imageType, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { type HttpsServer, startHttpsServer } from '../../../../testing/https-server.ts'
import { personWith, startOwnServer, type TestServer } from '../../../../testing/test-server.ts'

let outside: HttpsServer
let server: TestServer
let content: ContentCalls
/** Paths that were asked for. */
const asked: string[] = []
let isAway = false
beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const [red, blue] = await Promise.all([picture('red'), picture('blue')])
  outside = await startHttpsServer((request, answer) => {
    const path = request.url ?? ''
    asked.push(path)
    if (isAway) return answer.writeHead(503).end()
    if (path.startsWith('/page')) return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    if (path.startsWith('/liar')) return answer.writeHead(200, { 'content-type': 'image/png' }).end('no picture at all')
    if (path.startsWith('/large'))
      return answer.writeHead(200, { 'content-type': 'image/png', 'content-length': 500_000_000 }).flushHeaders()
    answer.writeHead(200, { 'content-type': 'image/png' }).end(path.includes('blue') ? blue : red)
  })
  // The stand-in for the internet belongs to this file alone.
  server = await startOwnServer({ outside: outside.outside })
  content = new ContentCalls(server, server.acme)
  const gallery = { technicalName: 'gallery', friendlyName: { 'en-US': 'Gallery' }, type: 'medias' as const }
  await putType(server, server.acme, { ...articleType, fields: [...articleType.fields, gallery] })
  await putType(server, server.acme, imageType)
  await server.ok(contract.tenants.changeTenant, { body: { importHosts: [outside.host] } })
})
afterAll(async () => {
  await server.close()
  await outside.close()
})

const editor = personWith('editor')
const at = (path: string) => `https://${outside.host}${path}`

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { as: editor, params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
async function rehearsed(text: string): Promise<BulkChange> {
  const [header = ''] = text.split('\n')
  const bytes = Buffer.from(text)
  const { importFileId } = await server.ok(contract.import.createImportFile, {
    as: editor,
    body: { fileName: 'goods.csv', byteSize: bytes.length },
  })
  const params = { importFileId, partNumber: '0' }
  await server.ok(contract.import.putImportFilePart, { as: editor, params, file: new Blob([bytes]), fileName: 'x' })
  const columns = header.split(';').map((column) => ({
    column,
    target: { kind: 'field' as const, technicalFieldName: column },
  }))
  const file = { importFileId, technicalContentTypeName: 'article', columns, keyField: 'sku' }
  return settled(await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { file } }))
}
const executed = async ({ bulkChangeId, fingerprint }: BulkChange) =>
  settled(
    await server.ok(contract.bulkChange.executeBulkChange, {
      as: editor,
      params: { bulkChangeId },
      body: { fingerprint },
    }),
  )
async function rowsOf({ bulkChangeId }: BulkChange): Promise<BulkChangeRow[]> {
  const options = { as: editor, params: { bulkChangeId }, query: { pageSize: '100' } }
  return (await server.ok(contract.bulkChange.getBulkChangeRows, options)).items
}
const reasons = (rows: readonly BulkChangeRow[]) =>
  rows.map(({ fileRow, outcome, result, problem }) => [
    fileRow,
    result ?? outcome,
    ...(problem?.fieldErrors ?? []).map(({ params }) => params?.reason),
  ])
async function valuesOfRow({ contentItemId }: BulkChangeRow) {
  const variation = (await content.variations(contentItemId ?? ''))['en-US']
  return variation === undefined ? {} : valuesOf(variation)
}

describe('a picture that a file names by its address', () => {
  it('is told in the rehearsal, fetched once by the execution, and found again by the next import', async () => {
    const text = `sku;cover;gallery\nA-1;${at('/red.png')};\nA-2;${at('/red.png')};"${at('/blue.png?a=1,2')}, ${at('/red.png')}"\n`
    const before = asked.length
    const change = await rehearsed(text)
    expect(change).toMatchObject({ counts: { created: 2, problem: 0 } })
    const planned = await rowsOf(change)
    expect(planned.map(({ fetched }) => fetched?.map(({ address }) => address))).toEqual([
      [at('/red.png')],
      [at('/red.png'), at('/blue.png?a=1,2')],
    ])
    expect(asked.length).toBe(before)

    expect(await executed(change)).toMatchObject({ state: 'done', counts: { done: 2, failed: 0, outdated: 0 } })
    expect(asked.slice(before).sort()).toEqual(['/blue.png?a=1,2', '/red.png'])
    const [one, two] = await Promise.all((await rowsOf(change)).map(valuesOfRow))
    expect(one?.cover).toBe(two?.cover)
    expect(two?.gallery).toHaveLength(2)
    const media = valuesOf((await content.variations(String(one?.cover)))['en-US'] ?? ({ fields: [] } as never))
    const { fileName, mimeType, width } = await server.ok(contract.binary.getBinary, {
      params: { binaryId: String(media.file) },
    })
    expect({ fileName, mimeType, width }).toEqual({ fileName: 'red.png', mimeType: 'image/png', width: 8 })

    const again = await rehearsed(text)
    expect(again).toMatchObject({ counts: { unchanged: 2 } })
    const other = await rehearsed(`sku;cover\nA-3;${at('/red.png#top')}\n`)
    expect((await rowsOf(other))[0]?.fetched).toBeUndefined()
    await executed(other)
    expect((await valuesOfRow((await rowsOf(other))[0] as BulkChangeRow)).cover).toBe(one?.cover)
    expect(asked.slice(before)).toHaveLength(2)
  })

  it('is a problem of its row where its host is not allowed, or it is no https address', async () => {
    const change = await rehearsed(
      `sku;cover\nB-1;https://elsewhere.example.com/x.png\nB-2;http://${outside.host}/x.png\nB-3;${at('/red.png')}\n`,
    )
    expect(reasons(await rowsOf(change))).toEqual([
      [2, 'problem', 'HOST_NOT_ALLOWED'],
      [3, 'problem', 'ADDRESS_NOT_HTTPS'],
      [4, 'created'],
    ])
  })

  it('leaves its row undone, and says why, where it is no picture, too large or not there; the others are done', async () => {
    const change = await rehearsed(
      ['sku;cover', ...['page', 'liar', 'large', 'blue'].map((name) => `C-${name};${at(`/${name}.png`)}`), ''].join(
        '\n',
      ),
    )
    const files = async () => server.rows.look<{ count: number }>('select count(*)::int as count from binary_file')
    const [before] = await files()
    await executed(change)
    expect(reasons(await rowsOf(change))).toEqual([
      [2, 'failed', 'ANSWER_OF_WRONG_KIND'],
      [3, 'failed', 'ANSWER_OF_WRONG_KIND'],
      [4, 'failed', 'ANSWER_TOO_LARGE'],
      [5, 'done'],
    ])
    // Nothing is kept of what was refused.
    const [after] = await files()
    expect(after?.count).toBe((before?.count ?? 0) + 1)
  })

  it('is fetched by a later execution where the host was away', async () => {
    const change = await rehearsed(`sku;cover\nD-1;${at('/late.png')}\n`)
    isAway = true
    const failed = await executed(change)
    isAway = false
    expect(reasons(await rowsOf(failed))).toEqual([[2, 'failed', 'ADDRESS_REFUSED']])
    const { bulkChangeId } = failed
    const again = await settled(
      await server.ok(contract.bulkChange.rehearseBulkChange, { as: editor, params: { bulkChangeId } }),
    )
    expect(await executed(again)).toMatchObject({ counts: { done: 1 } })
  })

  it('that was deleted is a problem of its row, and is not brought back unasked', async () => {
    const first = await rehearsed(`sku;cover\nE-1;${at('/gone.png')}\n`)
    await executed(first)
    const { cover } = await valuesOfRow((await rowsOf(first))[0] as BulkChangeRow)
    await server.ok(contract.contentItem.deleteItem, {
      params: { contentItemId: String(cover) },
      query: { allowBrokenLinks: 'true' },
    })
    const change = await rehearsed(`sku;cover\nE-2;${at('/gone.png')}\n`)
    expect((await rowsOf(change))[0]).toMatchObject({ outcome: 'problem' })
  })
})
