import { contract } from '@pim/contract'
import { afterAll, beforeAll, expect, it } from '@rstest/core'
import { ContentCalls, putType } from '../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('is imported, sorted, found, exported and delivered', async () => {
  const technicalContentTypeName = 'film'
  const field = { friendlyName: { 'en-US': 'It' }, localizable: false }
  await putType(server, server.acme, {
    technicalName: technicalContentTypeName,
    friendlyName: { 'en-US': 'Film' },
    kind: 'user',
    fields: [
      { ...field, technicalName: 'length', type: 'duration' },
      { ...field, technicalName: 'sku', type: 'text', unique: 'tenant' },
    ],
  })
  const as = personWith('publisher')
  const file = new Blob(['$name,sku,length\nLong,f1,2 h\nShort,f2,0:45:00\n'])
  const body = { fileName: 'films.csv', byteSize: file.size }
  const { importFileId } = await server.ok(contract.import.createImportFile, { as, body })
  const params = { importFileId, partNumber: '0' }
  await server.ok(contract.import.putImportFilePart, { as, params, file, fileName: 'part' })
  const looked = { as, params: { importFileId }, body: { technicalContentTypeName } }
  const { proposal } = await server.ok(contract.import.inspectImportFile, looked)
  const columns = proposal.map(({ column, target }) => ({ column, target }))
  const mapping = { importFileId, technicalContentTypeName, columns, keyField: 'sku' }
  const { bulkChangeId } = await server.ok(contract.bulkChange.createBulkChange, { as, body: { file: mapping } })
  const now = () => server.ok(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
  await expect.poll(async () => (await now()).state).toBe('ready')
  const { fingerprint } = await now()
  const execute = { as, params: { bulkChangeId }, body: { fingerprint: fingerprint ?? '' } }
  await server.ok(contract.bulkChange.executeBulkChange, execute)
  await expect.poll(async () => (await now()).state).toBe('done')

  const found = async (filter: object = { operator: 'isNotEmpty' }) => {
    const fields = [{ technicalFieldName: 'length', ...filter }]
    const filtering = { contentTypeTechnicalNames: [technicalContentTypeName], fields }
    const sorting = { field: 'fields.length', direction: 'asc' } as const
    const search = { body: { filtering, sorting } as never }
    const { items } = await server.ok(contract.search.searchUserContent, search)
    return items.filter((each, at) => items.findIndex(({ name }) => name === each.name) === at)
  }
  await expect.poll(async () => (await found()).map(({ name }) => name)).toEqual(['Short', 'Long'])
  const [long] = await found({ operator: 'gt', value: 3_600 })
  expect(long?.name).toBe('Long')

  const exported = { as, body: { technicalContentTypeName, contentItemIds: [long?.contentItemId ?? ''] } }
  const { bytes } = await server.call(contract.export.exportItems, exported)
  expect(bytes.toString()).toContain('2:00:00')

  const content = new ContentCalls(server, server.acme)
  const { 'en-US': english } = await content.variations(long?.contentItemId ?? '')
  await content.step('publish', english?.contentVariationId ?? '')
  const { key: apiKey } = await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Films' } })
  const asked = { apiKey, body: { contentItemIds: [long?.contentItemId ?? ''] } as never }
  const page = await server.call(contract.delivery.getByItemIds, asked)
  expect(page.bytes.toString()).toContain('"PT7200S"')
}, 120_000)
