import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import {
  type BulkChange,
  type BulkChangeRow,
  type ContentType,
  contract,
  type ImportColumn,
  type ImportMapping,
  importPartBytes,
} from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { articleType, ContentCalls, imageType, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startOwnServer, type TestServer } from '../../../../testing/test-server.ts'
import { openObjectStore } from '../../../platform/object-storage/index.ts'
import { verifyData } from '../../../upkeep/verify.ts'
import { orphanAgeMs, sweepOrphans } from '../../binary/index.ts'
import { findImportKeys } from '../../import-files/index.ts'

let server: TestServer
let content: ContentCalls
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  // A server of its own: it looks for lost files of all tenants.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
  ids = server.acme.variations
})
afterAll(() => server.close())

const editor = personWith('editor')
const calls = contract.import
const english = (all: Awaited<ReturnType<ContentCalls['variations']>>): Readonly<Record<string, unknown>> =>
  all['en-US'] === undefined ? {} : valuesOf(all['en-US'])
const blobOf = (bytes: string | Buffer) => new Blob([Uint8Array.from(Buffer.from(bytes))])

async function announced(fileName: string, byteSize: number) {
  return server.ok(calls.createImportFile, { as: editor, body: { fileName, byteSize } })
}
async function uploaded(text: string | Buffer, fileName = 'items.csv'): Promise<string> {
  const bytes = Buffer.from(text)
  const { importFileId } = await announced(fileName, bytes.length)
  for (let partNumber = 0; partNumber * importPartBytes < bytes.length; partNumber += 1) {
    const file = blobOf(bytes.subarray(partNumber * importPartBytes, (partNumber + 1) * importPartBytes))
    await server.ok(calls.putImportFilePart, {
      as: editor,
      params: { importFileId, partNumber: String(partNumber) },
      file,
      fileName,
    })
  }
  return importFileId
}

const toField = (column: string, technicalFieldName: string, variationId?: string): ImportColumn => ({
  column,
  target: { kind: 'field', technicalFieldName, ...(variationId && { variationId }) },
})
type Asked = Omit<
  ImportMapping,
  'importFileId' | 'technicalContentTypeName' | 'mode' | 'emptyCells' | 'numbers' | 'dates' | 'publishes'
> &
  Partial<ImportMapping>
const mapped = (importFileId: string, asked: Asked) => ({ importFileId, technicalContentTypeName: 'article', ...asked })

async function settled({ bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(contract.bulkChange.getBulkChange, { as: editor, params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
async function rehearsed(text: string | Buffer, asked: Asked): Promise<BulkChange> {
  const file = mapped(await uploaded(text), asked)
  return settled(await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { file } }))
}
async function executed(change: BulkChange, as = editor): Promise<BulkChange> {
  const { bulkChangeId, fingerprint } = change
  const options = { as, params: { bulkChangeId }, body: { fingerprint } }
  return settled(await server.ok(contract.bulkChange.executeBulkChange, options))
}
async function rowsOf({ bulkChangeId }: BulkChange): Promise<BulkChangeRow[]> {
  const options = { as: editor, params: { bulkChangeId }, query: { pageSize: '100' } }
  return (await server.ok(contract.bulkChange.getBulkChangeRows, options)).items
}
const bySku = {
  columns: [toField('sku', 'sku'), toField('title', 'title'), toField('weight', 'weight')],
  keyField: 'sku',
}
const told = (rows: readonly BulkChangeRow[]) =>
  rows.map(({ fileRow, outcome, problem }) => [
    fileRow,
    outcome,
    ...(problem?.fieldErrors ?? []).map(
      ({ technicalFieldName, code, params }) => `${technicalFieldName} ${params?.reason ?? code}`,
    ),
  ])

describe('a file that is sent in parts', () => {
  const keysOf = async (importFileId: string) => {
    const keys: string[] = []
    for await (const { key } of server.dependencies.objects.list(`${server.acme.tenantId}/${importFileId}`))
      keys.push(key)
    return keys
  }

  it('may arrive in any order, twice and at once, and goes on where it stopped', async () => {
    const bytes = Buffer.alloc(2 * importPartBytes + 100, 'a')
    bytes.write('sku\n')
    const { importFileId, missingParts } = await announced('big.csv', bytes.length)
    expect(missingParts).toEqual([0, 1, 2])
    const put = (
      partNumber: number,
      part = bytes.subarray(partNumber * importPartBytes, (partNumber + 1) * importPartBytes),
    ) =>
      server.call(calls.putImportFilePart, {
        as: editor,
        params: { importFileId, partNumber: String(partNumber) },
        file: blobOf(part),
        fileName: 'part',
      })
    await server.refused(calls.inspectImportFile, 'UPLOAD_INVALID', { as: editor, params: { importFileId }, body: {} })
    expect((await put(1, bytes.subarray(0, 1_000))).status).toBe(400)
    expect((await put(2, bytes.subarray(0, 1_000))).status).toBe(413)
    expect((await put(3)).status).toBe(404)
    const both = await Promise.all([put(2), put(2), put(0)])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    const now = await server.ok(calls.getImportFile, { as: editor, params: { importFileId } })
    expect(now.missingParts).toEqual([1])
    await put(1)
    expect((await server.ok(calls.getImportFile, { as: editor, params: { importFileId } })).missingParts).toEqual([])
    expect(await keysOf(importFileId)).toHaveLength(3)
    await server.ok(calls.deleteImportFile, { as: editor, params: { importFileId } })
    await server.refused(calls.getImportFile, 'NOT_FOUND', { as: editor, params: { importFileId } })
    expect(await keysOf(importFileId)).toEqual([])
  })

  it('is of one tenant, and of those who may edit', async () => {
    const importFileId = await uploaded('sku\n1\n')
    const elsewhere = { tenant: server.nordic.externalId }
    await server.refused(calls.getImportFile, 'NOT_FOUND', { ...elsewhere, params: { importFileId } })
    await server.refused(calls.inspectImportFile, 'NOT_FOUND', { ...elsewhere, params: { importFileId }, body: {} })
    await server.refused(calls.deleteImportFile, 'NOT_FOUND', { ...elsewhere, params: { importFileId } })
    const put = { ...elsewhere, params: { importFileId, partNumber: '0' }, file: blobOf('sku\n2\n'), fileName: 'x' }
    await server.refused(calls.putImportFilePart, 'NOT_FOUND', put)
    await server.refused(calls.createImportFile, 'FORBIDDEN', {
      as: personWith('viewer'),
      body: { fileName: 'x', byteSize: 1 },
    })
  })

  const old = () => Date.now() + orphanAgeMs + 60_000

  it('stays in the store while its row is there, and is swept once it is not', async () => {
    const importFileId = await uploaded('sku\n1\n')
    const { database, dependencies, rows, acme } = server
    const { objects } = dependencies
    const sweep = () => sweepOrphans({ database, objects, findOthers: findImportKeys, now: old }, acme.tenantId)
    const lost = async () =>
      (await verifyData({ address: rows.address, files: objects }, { now: old })).map(({ about }) => about)
    const keys = await keysOf(importFileId)
    expect(keys).toHaveLength(1)
    expect([await lost(), await sweep()]).toEqual([[], { removed: 0, isRefused: false }])
    expect(await keysOf(importFileId)).toEqual(keys)
    await rows.look(`delete from import_file where import_file_id = '${importFileId}'`)
    expect([await lost(), await sweep()]).toEqual([keys, { removed: 1, isRefused: false }])
    expect(await keysOf(importFileId)).toEqual([])
  })

  it('is deleted with its parts after thirty days by whoever sends the next one', async () => {
    const [kept, expired] = [await uploaded('sku\n1\n'), await uploaded('sku\n2\n')]
    const age = (importFileId: string, days: number) =>
      server.rows.look(
        `update import_file set created_at = now() - interval '${days} days' where import_file_id = '${importFileId}'`,
      )
    await age(kept, 29)
    await age(expired, 31)
    await announced('next.csv', 10)
    await server.ok(calls.getImportFile, { as: editor, params: { importFileId: kept } })
    await server.refused(calls.getImportFile, 'NOT_FOUND', { as: editor, params: { importFileId: expired } })
    expect([(await keysOf(kept)).length, (await keysOf(expired)).length]).toEqual([1, 0])
  })

  it.runIf(isWholeRun)('may come to several servers, and is read from a bucket as one', async () => {
    // Jobs of servers that share a database need the same store.
    const own = await startOwnServer()
    const bucket = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      // It computes another one than the client for the listing of a bucket, whose path ends with a slash.
      allowMismatchedSignatures: true,
      directory: join(own.dependencies.temporaryFolder, 'bucket'),
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    const { port } = await bucket.run()
    const objects = `s3://S3RVER:S3RVER@files/pim?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&pathStyle=1`
    try {
      const nodes = [await own.anotherNode({ objects }), await own.anotherNode({ objects })] as const
      // The second part begins within a row, and the last row that is looked at is in it.
      const lines = Array.from({ length: 999 }, (_, at) => (at === 997 ? 'short' : `S-${at},${'x'.repeat(8_020)}`))
      const bytes = Buffer.from(['sku,title', ...lines].join('\n'))
      expect(bytes.length).toBeGreaterThan(importPartBytes)
      const { importFileId } = await own.ok(calls.createImportFile, {
        as: editor,
        body: { fileName: 'bucket.csv', byteSize: bytes.length },
      })
      const put = (node: (typeof nodes)[number], partNumber: number) =>
        node.ok(calls.putImportFilePart, {
          as: editor,
          params: { importFileId, partNumber: String(partNumber) },
          file: blobOf(bytes.subarray(partNumber * importPartBytes, (partNumber + 1) * importPartBytes)),
          fileName: 'part',
        })
      expect((await put(nodes[0], 1)).missingParts).toEqual([0])
      expect((await put(nodes[1], 0)).missingParts).toEqual([])
      const asked = { as: editor, params: { importFileId } }
      const found = await nodes[0].ok(calls.inspectImportFile, { ...asked, body: {} })
      expect(found.problems).toMatchObject([{ code: 'TOO_FEW_CELLS', row: 999, column: 'title' }])
      // The row is there, the bytes are in the bucket alone.
      await own.refused(calls.inspectImportFile, 'NOT_FOUND', { ...asked, body: {} })
      await nodes[1].ok(calls.deleteImportFile, asked)
      for await (const { key } of openObjectStore(objects).list('')) expect(key).toBe('')
    } finally {
      await own.close()
      await bucket.close()
    }
  })

  it('is not taken where a tenant keeps as much as it may already, all of it new', async () => {
    const sizes = Array.from({ length: 6 }, () => 500_000_000)
    const answers = await Promise.all(
      sizes.map((byteSize, at) =>
        server.call(calls.createImportFile, {
          tenant: server.nordic.externalId,
          body: { fileName: `${at}.csv`, byteSize },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409])
  })
})

describe('the look at a file', () => {
  const inspected = async (text: string | Buffer, body: object = { technicalContentTypeName: 'article' }) =>
    server.ok(calls.inspectImportFile, { as: editor, params: { importFileId: await uploaded(text) }, body })

  it('says how it is written, and where its columns go', async () => {
    const found = await inspected('SKU;Titel (de);title:sv-SE;Weight;?\nA-1;Käse;Ost;1,5;x\nA-2;;;2,25;\n')
    expect(found).toMatchObject({
      shape: { format: 'csv', encoding: 'utf-8', delimiter: ';' },
      columns: ['SKU', 'Titel (de)', 'title:sv-SE', 'Weight', '?'],
      firstRows: [
        ['A-1', 'Käse', 'Ost', '1,5', 'x'],
        ['A-2', '', '', '2,25', ''],
      ],
      proposedKeyField: 'sku',
      proposedNumbers: 'comma',
      problems: [],
    })
    const { proposal } = found
    expect(
      proposal.map(({ target, confidence }) => [
        target.kind === 'field' ? target.technicalFieldName : target.kind,
        confidence,
      ]),
    ).toEqual([['sku', 'likely'], expect.anything(), ['title', 'certain'], ['weight', 'likely'], ['ignored', null]])
    expect(proposal[2]?.target).toMatchObject({ variationId: ids['sv-SE'] })
  })

  it('says what is wrong with it', async () => {
    expect((await inspected('sku,sku\n1,2\n')).columns).toEqual(['sku', 'sku (2)'])
    expect((await inspected('sku,title\n1\n')).problems).toMatchObject([
      { code: 'TOO_FEW_CELLS', row: 2, column: 'title' },
    ])
    const other = { format: 'csv', encoding: 'utf-8', delimiter: ';' }
    expect((await inspected('sku,title\n1,2\n', { shape: other })).columns).toEqual(['sku,title'])
    await server.refused(calls.inspectImportFile, 'NOT_FOUND', {
      as: editor,
      params: { importFileId: await uploaded('a\n1\n') },
      body: { technicalContentTypeName: 'gone' },
    })
  })
})

describe('an import', () => {
  it('is rehearsed, run, taken back, and leaves alone what is the same', async () => {
    const file = 'sku,title,weight\nI-1,Lamp,12\nI-2,Shelf,7\n'
    const rehearsal = await rehearsed(file, bySku)
    expect(rehearsal).toMatchObject({ state: 'ready', source: 'file', importedFile: { fileName: 'items.csv' } })
    expect(told(await rowsOf(rehearsal))).toEqual([
      [2, 'created'],
      [3, 'created'],
    ])
    const done = await executed(rehearsal)
    expect(done).toMatchObject({ state: 'done', counts: { done: 2 } })
    const [first] = await rowsOf(done)
    const all = await content.variations(first?.contentItemId ?? '')
    expect(english(all)).toMatchObject({ title: 'Lamp', weight: 12, sku: 'I-1' })
    expect(first?.name).toBe('Lamp')

    expect((await rehearsed(file, bySku)).counts).toMatchObject({ unchanged: 2, changed: 0, problem: 0 })
    const changed = await rehearsed('sku,title,weight\nI-1,Lantern,\n', bySku)
    const [row] = await rowsOf(changed)
    expect(row).toMatchObject({
      outcome: 'changed',
      name: 'Lamp',
      changes: [{ technicalFieldName: 'title', before: { value: 'Lamp' }, after: { value: 'Lantern' } }],
    })
    await executed(changed)

    const undo = await settled(
      await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { undoOf: done.bulkChangeId } }),
    )
    expect(
      told(await rowsOf(undo))
        .map(([, outcome]) => outcome)
        .toSorted(),
    ).toEqual(['deleted', 'problem'])
  })

  it('writes what was rehearsed, though its file is sent anew with other bytes, or deleted', async () => {
    const importFileId = await uploaded('sku,title,weight\nC-1,Lamp,1\n')
    const file = mapped(importFileId, bySku)
    const rehearsal = await settled(
      await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { file } }),
    )
    const params = { importFileId, partNumber: '0' }
    const other = blobOf(Buffer.from('sku,title,weight\nC-1,Rock,1\n'))
    await server.ok(calls.putImportFilePart, { as: editor, params, file: other, fileName: 'items.csv' })
    await server.ok(calls.deleteImportFile, { as: editor, params: { importFileId } })
    const done = await executed(rehearsal)
    expect(done).toMatchObject({ state: 'done', counts: { done: 1 } })
    const [row] = await rowsOf(done)
    expect(english(await content.variations(row?.contentItemId ?? ''))).toMatchObject({ title: 'Lamp' })
  })

  it('is in the list of imports, with what took it back, and nothing else is', async () => {
    const done = await executed(await rehearsed('sku,title,weight\nQ-1,Listed,1\n', bySku))
    const undo = { undoOf: done.bulkChangeId }
    const undone = await settled(await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: undo }))
    const rows = [{ technicalContentTypeName: 'article', name: 'No import' }]
    const other = await settled(await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { rows } }))
    const listed = async (query: object) =>
      (await server.ok(contract.bulkChange.getBulkChanges, { as: editor, query: { pageSize: '200', ...query } })).items
    const imports = await listed({ imports: 'true' })
    expect(imports.slice(0, 2).map(({ bulkChangeId }) => bulkChangeId)).toEqual([
      undone.bulkChangeId,
      done.bulkChangeId,
    ])
    expect(imports.map(({ bulkChangeId }) => bulkChangeId)).not.toContain(other.bulkChangeId)
    expect((await listed({}))[0]?.bulkChangeId).toBe(other.bulkChangeId)
  })

  it('says of each row what is wrong, by row and column, and takes the others', async () => {
    const file =
      'sku,title,weight\nW-1,Fine,1\nW-2,Many,lots\n,No key,3\nW-1,Twice,4\nW-5,"a"b,5\nW-6,cut\nW-7,Fine too,7\n'
    const rehearsal = await rehearsed(file, bySku)
    expect(told(await rowsOf(rehearsal))).toEqual([
      [2, 'created'],
      [3, 'problem', expect.stringMatching(/^weight /)],
      [4, 'problem', 'sku KEY_MISSING'],
      [5, 'problem', 'sku DUPLICATE_KEY'],
      [6, 'problem', 'title QUOTE_INSIDE'],
      [7, 'problem', 'weight TOO_FEW_CELLS'],
      [8, 'created'],
    ])
    const { bulkChangeId } = rehearsal
    const options = { as: editor, params: { bulkChangeId } }
    const { problems } = await server.ok(contract.bulkChange.getColumnProblems, options)
    expect(
      problems.map(({ column, rowCount, error: { code, params } }) => [column, rowCount, params?.reason ?? code]),
    ).toContainEqual(['weight', 1, 'NOT_AN_INTEGER'])
    const nordic = { ...options, tenant: server.nordic.externalId, as: personWith('editor', 'nordic') }
    await server.refused(contract.bulkChange.getColumnProblems, 'NOT_FOUND', nordic)
    expect((await executed(rehearsal)).counts).toMatchObject({ done: 2, problem: 5, failed: 0 })
  })

  it('writes what variations say in their columns or in their rows', async () => {
    const beside = [toField('sku', 'sku'), toField('en', 'title', ids['en-US']), toField('de', 'title', ids['de-DE'])]
    const done = await executed(await rehearsed('sku,en,de\nV-1,Lamp,Leuchte\n', { columns: beside, keyField: 'sku' }))
    const [row] = await rowsOf(done)
    const own = await content.variations(row?.contentItemId ?? '')
    expect([own['en-US'], own['de-DE']].map((each) => each && valuesOf(each).title)).toEqual(['Lamp', 'Leuchte'])

    const columns: ImportColumn[] = [
      toField('sku', 'sku'),
      { column: 'in', target: { kind: 'variation' } },
      toField('title', 'title'),
    ]
    const below = await rehearsed('sku,in,title\nV-1,en-US,Lantern\nV-1,de-DE,Laterne\nV-1,xx,X\n', {
      columns,
      keyField: 'sku',
    })
    expect(told(await rowsOf(below))).toEqual([[2, 'problem', 'in UNKNOWN_VARIATION', expect.anything()]])
  })

  it('clears what is empty where it is told so', async () => {
    await executed(await rehearsed('sku,title,weight\nC-1,Lamp,12\n', bySku))
    const cleared = await rehearsed('sku,title,weight\nC-1,,\n', { ...bySku, emptyCells: 'clear' })
    const [row] = await rowsOf(cleared)
    expect(
      row?.changes.map(({ technicalFieldName, after }) => [technicalFieldName, after?.value ?? null]).toSorted(),
    ).toEqual([
      ['title', null],
      ['weight', null],
    ])
  })

  it('creates or updates alone where it is told so', async () => {
    await executed(await rehearsed('sku,title,weight\nM-1,There,\n', bySku))
    const file = 'sku,title,weight\nM-1,Again,\nM-2,New,\n'
    expect((await rehearsed(file, { ...bySku, mode: 'create' })).counts).toMatchObject({ created: 1, problem: 1 })
    expect((await rehearsed(file, { ...bySku, mode: 'update' })).counts).toMatchObject({ changed: 1, problem: 1 })
  })

  it('links rows of a file however far apart they are, in circles, and tells of those that wait in vain', async () => {
    const name = (row: number) => `F-${String(row).padStart(4, '0')}`
    const count = 1_000
    const rows = Array.from({ length: count }, (_, at) => {
      // The first and the last link each other; one in the middle waits for a row that has a problem, another for that one.
      const to =
        at === 0 ? name(count - 1) : at === count - 1 ? name(0) : at === 300 ? name(900) : at === 10 ? name(300) : ''
      return `${name(at)},Far ${at},${to},${at === 900 ? 'heavy' : '1'}`
    })
    const change = await rehearsed(`sku,title,related,weight\n${rows.join('\n')}\n`, {
      columns: [
        toField('sku', 'sku'),
        toField('title', 'title'),
        toField('weight', 'weight'),
        { column: 'related', target: { kind: 'field', technicalFieldName: 'related', linkedBy: 'sku' } },
      ],
      keyField: 'sku',
    })
    expect(change.counts).toMatchObject({ rows: count, created: count - 3, problem: 3 })
    const problems = await server.ok(contract.bulkChange.getBulkChangeRows, {
      as: editor,
      params: { bulkChangeId: change.bulkChangeId },
      query: { filter: 'problem' },
    })
    expect(problems.items.map(({ position }) => position)).toEqual([10, 300, 900])
    const done = await executed(change)
    expect(done).toMatchObject({ state: 'done', counts: { done: count - 3, failed: 0, outdated: 0 } })
    const page = async (pageNumber: number) =>
      (
        await server.ok(contract.bulkChange.getBulkChangeRows, {
          as: editor,
          params: { bulkChangeId: done.bulkChangeId },
          query: { pageSize: 1, pageNumber },
        })
      ).items[0]?.contentItemId ?? ''
    const [first, last] = [await page(1), await page(count)]
    expect(english(await content.variations(first))).toMatchObject({ title: 'Far 0', related: [last] })
    expect(english(await content.variations(last))).toMatchObject({ related: [first] })
  }, 240_000)

  it('publishes rows that link to each other, once they have their links', async () => {
    const as = personWith('publisher')
    const lines = Array.from(
      { length: 120 },
      (_, at) => `P-${at},Live ${at},${at === 0 ? 'P-119' : at === 119 ? 'P-0' : ''}`,
    )
    const importFileId = await uploaded(`sku,title,related\n${lines.join('\n')}\n`)
    const file = mapped(importFileId, {
      columns: [
        toField('sku', 'sku'),
        toField('title', 'title'),
        { column: 'related', target: { kind: 'field', technicalFieldName: 'related', linkedBy: 'sku' } },
      ],
      keyField: 'sku',
      publishes: true,
    })
    const change = await settled(await server.ok(contract.bulkChange.createBulkChange, { as, body: { file } }))
    expect(change.counts).toMatchObject({ created: 120, problem: 0 })
    const done = await executed(change, as)
    expect(done.counts).toMatchObject({ done: 120, failed: 0 })
    const query = { pageSize: 1, pageNumber: 120 }
    const { items } = await server.ok(contract.bulkChange.getBulkChangeRows, {
      as: editor,
      params: { bulkChangeId: done.bulkChangeId },
      query,
    })
    const [first = '', last = ''] = [(await rowsOf(done))[0], items[0]].map((row) => row?.contentItemId ?? '')
    for (const [from, to] of [
      [first, last],
      [last, first],
    ] as const) {
      const { contentVariationId = '' } = (await content.variations(from))['en-US'] ?? {}
      expect((await content.live(contentVariationId)).fields.related?.value).toEqual([to])
    }
  })

  it('links items by a key and gives concepts by their codes', async () => {
    const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Topics' } })
    const text = 'code,name\nred,Red\n'
    const importing = { params: { taxonomyId }, file: new Blob([text]), fileName: 'c.csv' }
    const { fingerprint } = await server.ok(contract.taxonomies.rehearseConceptImport, { ...importing, query: {} })
    await server.ok(contract.taxonomies.importConcepts, { ...importing, query: { fingerprint } })
    const columns: ImportColumn[] = [
      toField('sku', 'sku'),
      toField('topics', 'topics'),
      { column: 'related', target: { kind: 'field', technicalFieldName: 'related', linkedBy: 'sku' } },
      toField('title', 'title'),
    ]
    const change = await rehearsed(
      'sku,title,topics,related\nL-1,One,red,L-2\nL-2,Two,,"L-1"\nL-3,Three,blue,\nL-4,Four,,nowhere\n',
      {
        columns,
        keyField: 'sku',
      },
    )
    expect(told(await rowsOf(change))).toEqual([
      [2, 'created'],
      [3, 'created'],
      [4, 'problem', 'topics UNKNOWN_CONCEPT'],
      [5, 'problem', 'related NOT_FOUND'],
    ])
    const [one, two] = await rowsOf(await executed(change))
    const all = await content.variations(one?.contentItemId ?? '')
    expect(english(all)).toMatchObject({ related: [two?.contentItemId] })
    expect(english(all).topics).toHaveLength(1)
  })

  it('links to an item that an earlier slice makes, for which its slice waits', async () => {
    const columns: ImportColumn[] = [
      toField('sku', 'sku'),
      toField('title', 'title'),
      { column: 'related', target: { kind: 'field', technicalFieldName: 'related', linkedBy: 'sku' } },
    ]
    const lines = Array.from({ length: 150 }, (_, at) => `SL-${at},Number ${at},${at < 100 ? '' : 'SL-99'}`)
    const change = await rehearsed(['sku,title,related', ...lines].join('\n'), { columns, keyField: 'sku' })
    expect(change.counts).toMatchObject({ created: 150, problem: 0 })
    expect((await executed(change)).counts).toMatchObject({ done: 150, failed: 0 })
  })

  it('gives concepts by their names with those above, in any language', async () => {
    const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Goods' } })
    const concept = async (friendlyName: string, parentConceptId?: string) => {
      const query = { friendlyName, ...(parentConceptId !== undefined && { parentConceptId }) }
      return (await server.ok(contract.taxonomies.createConcept, { params: { taxonomyId }, query })).conceptId
    }
    const clothing = await concept('Clothing, Shoes')
    const winter = await concept('Winter', clothing)
    const boots = await concept('Boots', winter)
    const other = await concept('Boots', await concept('Pets'))
    const gloves = await concept('Gloves', winter)
    const words = { names: { 'de-DE': 'Handschuhe' } }
    await server.ok(contract.taxonomies.changeConceptWords, { params: { taxonomyId, conceptId: gloves }, body: words })
    const columns = [toField('sku', 'sku'), toField('topics', 'topics')]
    const lines = [
      '"clothing, shoes > winter > BOOTS"',
      '"Winter>Boots; Pets > Boots"',
      'Boots',
      'Handschuhe',
      '"Winter > Handschuhe"',
      '"Pets > Gloves"',
    ]
    const text = `sku,topics\n${lines.map((line, at) => `N-${at},${line}`).join('\n')}\n`
    const change = await rehearsed(text, { columns, keyField: 'sku' })
    expect(told(await rowsOf(change))).toEqual([
      [2, 'created'],
      [3, 'created'],
      [4, 'problem', 'topics SEVERAL_CONCEPTS'],
      [5, 'created'],
      [6, 'created'],
      [7, 'problem', 'topics UNKNOWN_CONCEPT'],
    ])
    const done = (await rowsOf(await executed(change))).filter(({ result }) => result === 'done')
    const topics = done.map(async (row) => english(await content.variations(row.contentItemId ?? '')).topics)
    expect(await Promise.all(topics)).toEqual([[boots], [boots, other], [gloves], [gloves]])
  })

  it('names media by their files', async () => {
    await putType(server, server.acme, imageType)
    const withFile = async (fileName: string, words: string) => {
      const file = new Blob([words], { type: 'text/plain' })
      const { binaryId } = await server.ok(contract.binary.uploadBinary, { file, fileName })
      const made = await content.create(words, 'image')
      await content.update(made.contentVariationIds[0] ?? '', { file: binaryId })
      return made.contentItemId
    }
    const front = await withFile('front.txt', 'the front')
    await withFile('twice.txt', 'the first one')
    await withFile('twice.txt', 'the second one')
    const gone = await withFile('gone.txt', 'was here')
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: gone } })
    const columns = [toField('sku', 'sku'), toField('cover', 'cover')]
    const text = `sku,cover\nF-1,front.txt\nF-2,twice.txt\nF-3,gone.txt\nF-4,${front}\n`
    const change = await rehearsed(text, { columns, keyField: 'sku' })
    expect(told(await rowsOf(change))).toEqual([
      [2, 'created'],
      [3, 'problem', 'cover UNKNOWN_FILE'],
      [4, 'problem', 'cover UNKNOWN_FILE'],
      [5, 'created'],
    ])
    const [one] = await rowsOf(await executed(change))
    expect(english(await content.variations(one?.contentItemId ?? ''))).toMatchObject({ cover: front })
  })

  it('notes what it leaves out of rich texts by row and column, and imports the rest', async () => {
    const type = {
      technicalName: 'page',
      friendlyName: { 'en-US': 'Page' },
      kind: 'user' as const,
      fields: [
        {
          technicalName: 'code',
          friendlyName: { 'en-US': 'Code' },
          type: 'text' as const,
          unique: 'tenant' as const,
          localizable: false,
        },
        { technicalName: 'body', friendlyName: { 'en-US': 'Body' }, type: 'richText' as const },
      ],
    }
    await putType(server, server.acme, type)
    const file = (richTexts?: 'markdown') => ({
      columns: [toField('Code', 'code'), toField('Text', 'body')],
      keyField: 'code',
      technicalContentTypeName: 'page',
      ...(richTexts && { richTexts }),
    })
    const text =
      'Code,Text\nN-1,"<p style=""color:red"">One</p><script>alert(1)</script>"\nN-2,Two\nN-3,"<a href=""javascript:x"">Three</a>"\n'
    const change = await rehearsed(text, file())
    expect(change.counts).toMatchObject({ created: 3, problem: 0, noted: 2 })
    const params = { bulkChangeId: change.bulkChangeId }
    const noted = await server.ok(contract.bulkChange.getBulkChangeRows, {
      as: editor,
      params,
      query: { filter: 'noted' },
    })
    const note = { technicalFieldName: 'body', column: 'Text', count: 1 }
    expect(noted.items.map(({ notes }) => notes)).toEqual([
      [
        { ...note, row: 2, kind: 'element', name: 'script' },
        { ...note, row: 2, kind: 'attribute', name: 'style' },
      ],
      [{ ...note, row: 4, kind: 'link', name: 'javascript:x' }],
    ])
    expect(noted.paging.totalCount).toBe(2)
    const done = await executed(change)
    expect(done.counts).toMatchObject({ done: 3, noted: 2 })
    const [first] = await rowsOf(done)
    const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })
    const body = async () => english(await content.variations(first?.contentItemId ?? '')).body
    expect(await body()).toEqual({ type: 'doc', content: [paragraph('One')] })
    const report = await server.call(contract.bulkChange.getBulkChangeReport, {
      as: editor,
      params,
      query: { format: 'csv', filter: 'noted' },
    })
    expect(report.bytes.toString()).toContain('"Text (2): element script × 1; Text (2): attribute style × 1"')

    const inMarkdown = await rehearsed('Code,Text\nN-1,"# One\n\n![Lamp](lamp.png)"\n', file('markdown'))
    expect(inMarkdown.counts).toMatchObject({ changed: 1, noted: 1 })
    await executed(inMarkdown)
    const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'One' }] }
    expect(await body()).toEqual({ type: 'doc', content: [heading, paragraph('Lamp')] })
    const asJson = await rehearsed(`${JSON.stringify({ Code: 'N-1', Text: 'Said *again*' })}\n`, file('markdown'))
    expect(asJson.counts).toMatchObject({ changed: 1, noted: 0 })
  })

  it('is published only by those who may publish', async () => {
    const publishing = { ...bySku, publishes: true }
    const file = mapped(await uploaded('sku,title,weight\nP-1,Live,1\n'), publishing)
    await server.refused(contract.bulkChange.createBulkChange, 'FORBIDDEN', { as: editor, body: { file } })
    const publisher = personWith('publisher')
    const change = await settled(
      await server.ok(contract.bulkChange.createBulkChange, { as: publisher, body: { file } }),
    )
    const { bulkChangeId, fingerprint } = change
    await server.refused(contract.bulkChange.executeBulkChange, 'FORBIDDEN', {
      as: editor,
      params: { bulkChangeId },
      body: { fingerprint },
    })
    const [row] = await rowsOf(await executed(change, publisher))
    expect((await content.variations(row?.contentItemId ?? ''))['en-US']).toMatchObject({ status: 'published' })
  })

  it('ends where the file cannot be read to its end, or lacks a column, and says so', async () => {
    const cut = await rehearsed('sku,title,weight\nX-1,"open,1\n', bySku)
    expect(cut).toMatchObject({
      state: 'failed',
      problem: { code: 'INVALID_REQUEST', fieldErrors: [{ code: 'NOT_READ', params: { reason: 'QUOTE_NOT_CLOSED' } }] },
    })
    const lacking = await rehearsed('sku,title\nX-1,one\n', bySku)
    expect(lacking.problem?.fieldErrors).toMatchObject([
      { technicalFieldName: 'body.file.columns[2].column', code: 'NOT_FOUND', params: { column: 'weight' } },
    ])
    expect(await rowsOf(lacking)).toEqual([])
  })

  it('is refused at once where the mapping names what is not there, or the file is not whole', async () => {
    const importFileId = await uploaded('sku\n1\n')
    const refused = await server.refused(contract.bulkChange.createBulkChange, 'INVALID_REQUEST', {
      as: editor,
      body: { file: mapped(importFileId, { columns: [toField('sku', 'gone')] }) },
    })
    expect(refused.fieldErrors?.[0]).toMatchObject({
      technicalFieldName: 'body.file.columns[0].target.technicalFieldName',
    })
    const { importFileId: unfinished } = await announced('x.csv', 10)
    await server.refused(contract.bulkChange.createBulkChange, 'UPLOAD_INVALID', {
      as: editor,
      body: { file: mapped(unfinished, bySku) },
    })
    await server.refused(contract.bulkChange.createBulkChange, 'NOT_FOUND', {
      tenant: server.nordic.externalId,
      body: { file: mapped(importFileId, { columns: [toField('sku', 'sku')] }) },
    })
  })
})

describe('columns that are read each in its own way', () => {
  const price = { currencies: ['EUR', 'SEK'] }
  const goods: ContentType = {
    technicalName: 'goods',
    friendlyName: { 'en-US': 'Goods' },
    kind: 'user',
    fields: (
      [
        ['ean', 'text', {}],
        ['mass', 'measurement', { family: 'Weight', defaultUnit: 'GRAM' }],
        ['price', 'price', price],
        ['since', 'dateTime', {}],
        ['points', 'decimal', {}],
        ['day', 'date', {}],
        ['color', 'select', { options: [{ code: 'red', label: { 'de-DE': 'Rot' } }] }],
        ['body', 'richText', {}],
      ] as const
    ).map(([technicalName, type, settings]) => ({
      technicalName,
      friendlyName: { 'en-US': technicalName },
      type,
      settings,
      localizable: false,
      unique: technicalName === 'ean' ? 'tenant' : 'none',
    })),
  }
  beforeAll(() => putType(server, server.acme, goods))
  const column = (name: string, field: string, reading?: ImportColumn['reading']): ImportColumn => ({
    ...toField(name, field),
    ...(reading && { reading }),
  })
  const asked = (...columns: readonly ImportColumn[]): Asked => ({
    technicalContentTypeName: 'goods',
    keyField: 'ean',
    columns: [toField('ean', 'ean'), ...columns],
  })
  const valuesAfter = async (change: BulkChange) => {
    const [row] = await rowsOf(await executed(change))
    return english(await content.variations(row?.contentItemId ?? ''))
  }

  it('have units, currencies and a time zone of their own, and fill one price together', async () => {
    const file = 'ean;mass;EUR;SEK;since\n1;1,250;9,95;1.099,00;04.03.2026 14:30\n'
    const columns = asked(
      column('mass', 'mass', { numbers: 'comma', unit: 'KILOGRAM' }),
      column('EUR', 'price', { currency: 'EUR' }),
      column('SEK', 'price', { currency: 'SEK', numbers: 'comma' }),
      column('since', 'since', { timeZone: 'Europe/Berlin' }),
    )
    expect(await valuesAfter(await rehearsed(file, columns))).toMatchObject({
      mass: { amount: '1.250', unit: 'KILOGRAM' },
      price: [
        { amount: '9.95', currency: 'EUR' },
        { amount: '1099.00', currency: 'SEK' },
      ],
      since: '2026-03-04T13:30:00.000Z',
    })
  })

  it('leave amounts in other currencies as they are, unless these are to go', async () => {
    const euros = asked(column('price', 'price'))
    await executed(await rehearsed('ean,price\n2,18.00 EUR; 200 SEK\n', euros))
    const one = await valuesAfter(await rehearsed('ean,price\n2,19.00 EUR\n', euros))
    expect(one.price).toEqual([
      { amount: '19.00', currency: 'EUR' },
      { amount: '200', currency: 'SEK' },
    ])
    const same = await rehearsed('ean,price\n2,19.00 EUR\n', euros)
    expect(told(await rowsOf(same))).toEqual([[2, 'unchanged']])
    const alone = await valuesAfter(await rehearsed('ean,price\n2,20 EUR\n', { ...euros, otherCurrencies: 'clear' }))
    expect(alone.price).toEqual([{ amount: '20', currency: 'EUR' }])
  })

  it('are written in whatever order the properties of their values come', async () => {
    const price = '[{"currency":"EUR","amount":"9.95"},{"currency":"SEK","amount":"99"}]'
    const rehearsal = await rehearsed(`{"ean":"7","price":${price}}\n`, asked(column('price', 'price')))
    const [row] = await rowsOf(rehearsal)
    expect(row?.changes.find(({ technicalFieldName }) => technicalFieldName === 'price')?.after?.value).toEqual(
      JSON.parse(price),
    )
    expect((await executed(rehearsal)).counts).toMatchObject({ done: 1, outdated: 0 })
  })

  it('have entries of one list, with separators and words of their own', async () => {
    const byWord = { list: '/', values: [{ from: 'foto', to: 'lamp.jpg' }] }
    const file = 'sku;pic;pic\nL-1;foto/desk.jpg;chair.jpg\n'
    const rehearsal = await rehearsed(file, {
      keyField: 'sku',
      columns: [toField('sku', 'sku'), { ...toField('pic', 'topics'), reading: byWord }, toField('pic (2)', 'topics')],
    })
    // None of them is there: the problem names all of them.
    const [row] = await rowsOf(rehearsal)
    expect(row?.problem?.fieldErrors?.[0]?.params).toMatchObject({
      reason: 'UNKNOWN_CONCEPT',
      text: 'lamp.jpg, desk.jpg, chair.jpg',
    })
  })

  it('guess nothing: what may be two values is a problem of its row', async () => {
    const file = 'ean;mass;price;since\n3;1,250 kg;1;2026-03-04\n4;3;2 EUR;2026-03-04T00:00Z\n5;3 g;1 EUR;03/04/2026\n'
    const change = await rehearsed(
      file,
      asked(column('mass', 'mass', {}), column('price', 'price', {}), column('since', 'since', {})),
    )
    expect(told(await rowsOf(change))).toEqual([
      [2, 'problem', 'mass NUMBERS_OPEN', 'price CURRENCY_OPEN', 'since TIME_ZONE_OPEN'],
      [3, 'problem', 'mass UNIT_OPEN'],
      [4, 'problem', 'since DATES_OPEN'],
    ])
  })

  it('are refused where the field has no such unit, currency or time zone, or where two fill the same part', async () => {
    const importFileId = await uploaded('ean,a,b,c\n1,1,1,1\n')
    const refusal = async (...columns: readonly ImportColumn[]) => {
      const file = mapped(importFileId, asked(...columns))
      const { fieldErrors = [] } = await server.refused(contract.bulkChange.createBulkChange, 'INVALID_REQUEST', {
        as: editor,
        body: { file },
      })
      return fieldErrors.map(({ technicalFieldName, code }) => [technicalFieldName, code])
    }
    const at = (index: number, part: string) => `body.file.columns[${index}].${part}`
    expect(
      await refusal(
        column('a', 'mass', { unit: 'METER' }),
        column('b', 'price', { currency: 'USD' }),
        column('c', 'since', { timeZone: 'Europe/Atlantis' }),
      ),
    ).toEqual([
      [at(1, 'reading.unit'), 'NOT_FOUND'],
      [at(2, 'reading.currency'), 'NOT_FOUND'],
      [at(3, 'reading.timeZone'), 'NOT_FOUND'],
    ])
    expect(await refusal(column('a', 'price', { currency: 'EUR' }), column('b', 'price', { currency: 'EUR' }))).toEqual(
      [[at(2, 'target'), 'DUPLICATE']],
    )
  })

  it('are made from others where the file lacks them, and have units that others name, as a profile keeps it', async () => {
    const { importFileId: _none, ...content } = {
      ...mapped(
        '',
        asked(column('weight', 'mass', { codeColumn: 'unit' }), column('cost', 'price', { codeColumn: 'euro' })),
      ),
      derived: [
        { column: 'whole', from: { kind: 'template' as const, template: '{Brand} {Model}' } },
        { column: 'colour', from: { kind: 'part' as const, column: 'Variant', separator: '/', part: 1 } },
        { column: 'euro', from: { kind: 'fixed' as const, text: 'EUR' } },
      ],
    }
    content.columns.push({ column: 'whole', target: { kind: 'name' } }, column('colour', 'color'))
    const profile = await server.ok(contract.savedChoices.createSavedChoice, {
      as: editor,
      body: { kind: 'importProfile', name: 'Made columns', isShared: false, content },
    })
    if (profile.kind !== 'importProfile') throw new Error('a profile of imports')
    const head = 'ean,weight,unit,cost,Brand,Model,Variant\n'
    const change = await rehearsed(`${head}201,1.5,kg,9.95,Ikea,Lack,Red / M\n202,2,pcs,1,,Billy,\n`, profile.content)
    expect(told(await rowsOf(change))).toEqual([
      [2, 'created'],
      [3, 'problem', 'mass UNIT_NOT_KNOWN'],
    ])
    expect(await valuesAfter(change)).toMatchObject({
      mass: { amount: '1.5', unit: 'KILOGRAM' },
      price: [{ amount: '9.95', currency: 'EUR' }],
      color: 'red',
    })
    const [row] = await rowsOf(change)
    expect(row?.name).toBe('Ikea Lack')
    const { problem } = await rehearsed('ean,weight,cost,Model,euro\n203,1,1,Lack,EUR\n', profile.content)
    expect(
      problem?.fieldErrors?.map(({ technicalFieldName, code, params }) => [technicalFieldName, code, params?.column]),
    ).toEqual([
      ['body.file.columns[1].reading.codeColumn', 'NOT_FOUND', 'unit'],
      ['body.file.derived[0].from.template', 'NOT_FOUND', 'Brand'],
      ['body.file.derived[1].from.column', 'NOT_FOUND', 'Variant'],
      ['body.file.derived[2].column', 'DUPLICATE', 'euro'],
    ])
  })

  /** Sent, mapped as it is proposed, and executed: the values of the first row. */
  const asProposed = async (text: string | Buffer) => {
    const importFileId = await uploaded(text)
    const body = { technicalContentTypeName: 'goods' }
    const inspection = await server.ok(calls.inspectImportFile, { as: editor, params: { importFileId }, body })
    const columns = inspection.proposal.map(({ column: name, target, reading }) => ({
      column: name,
      target,
      ...(reading && { reading: { ...reading, timeZone: 'Europe/Berlin' } }),
    }))
    const file = {
      ...body,
      importFileId,
      keyField: 'ean',
      columns,
      ...(inspection.shape && { shape: inspection.shape }),
    }
    const made = await server.ok(contract.bulkChange.createBulkChange, { as: editor, body: { file } })
    const [row] = await rowsOf(await executed(await settled(made)))
    return row?.problem ?? english(await content.variations(row?.contentItemId ?? ''))
  }

  it.each([
    ['decimals behind a single 0', 'ean;points\n101;0,750\n102;1,250\n', { points: '0.750' }],
    ['a unit in the heading', 'ean,Mass (kg)\n103,1.5\n', { mass: { amount: '1.5', unit: 'KILOGRAM' } }],
    ['a unit in the cell', 'ean;mass\n104;0,750 kg\n', { mass: { amount: '0.750', unit: 'KILOGRAM' } }],
    ['spaces around quotes', '"ean", "color"\n"105", "RED"\n', { color: 'red' }],
    ['a label in another language', 'ean,color\n106,rot\n', { color: 'red' }],
    ['days of one month', 'ean;day\n107;01.12.2026\n108;28.12.2026\n', { day: '2026-12-01' }],
    ['a moment without an offset', 'ean;since\n109;04.03.2026 14:30\n', { since: '2026-03-04T13:30:00.000Z' }],
    ['a title above the names', 'Price list;\n\nean;points\n110;.5\n', { points: '0.5' }],
    ['a unit beside the amount', 'ean,mass,mass-unit\n114,1.5,kg\n', { mass: { amount: '1.5', unit: 'KILOGRAM' } }],
    ['two headings of one name', 'ean,color,color\n111,red,blue\n', { color: 'red' }],
    [
      'a currency in each of two headings',
      'ean;price-EUR;price SEK\n112;9,95;1.099,00\n',
      {
        price: [
          { amount: '9.95', currency: 'EUR' },
          { amount: '1099.00', currency: 'SEK' },
        ],
      },
    ],
    [
      'marks of Word',
      'ean,body\n113,"<p>a<o:p></o:p></p><st1:City>Berlin</st1:City>"\n',
      { body: { content: [{ content: [{ text: 'a' }] }, { content: [{ text: 'Berlin' }] }] } },
    ],
  ])('come in as they are proposed: %s', async (_what, text, expected) => {
    expect(await asProposed(text)).toMatchObject(expected)
  })
})
