import { Writable } from 'node:stream'
import { type ContentTypeInput, contract, type DeliveryFilter } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startOwnServer, type TestServer } from '../../../../testing/test-server.ts'
import { createLogger } from '../../../platform/logging/index.ts'
import { planLog } from './plan-report.ts'

const product: ContentTypeInput = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  fields: [{ technicalName: 'stock', friendlyName: { 'en-US': 'Stock' }, type: 'integer' }],
}
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }

let text = ''
const lines = new Writable({
  write(chunk, _encoding, done) {
    text += String(chunk)
    done()
  },
})
/** What was logged of lists during a call. */
async function logged(call: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  text = ''
  await call()
  return text
    .split('\n')
    .filter((line) => line.includes('"list read by'))
    .map((line) => JSON.parse(line))
}

let server: TestServer
let apiKey: string
beforeAll(async () => {
  // It reads the log.
  server = await startOwnServer({ log: createLogger({ level: 'debug', format: 'json' }, lines) })
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [product] } })
  const query = { name: 'lamp', technicalContentTypeName: 'product' }
  const { contentVariationIds } = await server.ok(contract.contentItem.createItem, { query })
  const [contentVariationId = ''] = contentVariationIds
  await server.ok(contract.contentVariation.publish, { params: { contentVariationId } })
  const created = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'test' } })
  apiKey = created.key
})
afterAll(() => server.close())

const filtered = (filters: DeliveryFilter['filters']) => {
  const variationId = server.acme.variations['en-US'] ?? ''
  const body = { contentTypeTechnicalName: 'product', variationId, filters }
  return logged(() => server.ok(contract.delivery.filterVariations, { apiKey, headers, body }))
}

describe('the plan of a list', () => {
  it('is logged with the trace of its call: what was chosen, why, at which cost, from which figures', async () => {
    const [line] = await filtered([])
    expect(line).toMatchObject({
      level: 'debug',
      msg: 'list read by index-scan',
      traceId,
      operation: 'delivery.filterVariations',
      plan: { kind: 'index-scan', reason: 'the index holds the list', estimatedCost: 1, total: 1 },
      steps: ['index-scan'],
      figures: { possible: 1, total: 1, offset: 0, conditions: [] },
      rows: 1,
      total: 1,
      isCapped: false,
    })
  })

  it('is logged with the steps that led to it', async () => {
    const [line] = await filtered([{ technicalFieldName: 'stock', operator: 'gt', value: 5 }])
    expect(line).toMatchObject({ steps: ['count-and-read', 'serve'], plan: { kind: 'count-and-read' }, rows: 0 })
  })

  it('is logged for every call that reads a list', async () => {
    const [line] = await logged(() => server.ok(contract.delivery.getItemVariations, { apiKey, headers, query: {} }))
    expect(line).toMatchObject({ traceId, operation: 'delivery.getItemVariations', plan: { kind: 'index-scan' } })
  })

  it('is not reported where the log leaves out level debug', () => {
    const log = createLogger({ level: 'info', format: 'json' }, lines)
    expect(planLog(log)({ log })).toBeUndefined()
  })
})
