import { setTimeout as sleep } from 'node:timers/promises'
import { type ContentTypeInput, contract } from '@pim/contract'
import { adminToken } from '../../server/testing/server-process.ts'
import { ApiSession, isConflict } from '../catalogue/load/api-session.ts'

const deliveryKey = 'demo-delivery-key'
const imageSizes = ['thumbnail', 'small', 'medium', 'large', 'original']
const people = 4
const consumers = 4
const flood = { callers: 32, seconds: 5, everyMs: 60_000 }

/** 90 content types of 200 fields: all the fields that a tenant may have. They are sent in slices, as a body has a limit. */
const largestModel: readonly ContentTypeInput[] = Array.from({ length: 90 }, (_, type) => ({
  technicalName: `wide${type}`,
  friendlyName: { 'en-US': `Wide ${type}` },
  kind: 'user',
  titleField: 'f0',
  fields: Array.from({ length: 200 }, (_, field) => ({
    technicalName: `f${field}`,
    friendlyName: { 'en-US': `Field ${field}` },
    type: 'text',
  })),
}))

/**
 * Staff, consumers of the delivery API and strangers at work in the demo until the signal aborts: lists, searches, saves, publications,
 * pictures, batches and exports, one model of the largest size, and each minute a flood by strangers. Resolves with the number of calls.
 */
export async function mixedLoad(port: number, signal: AbortSignal): Promise<number> {
  const baseUrl = `http://localhost:${port}`
  const session = (tenant: string) => {
    const made = new ApiSession({ baseUrl, credentials: { username: 'admin', password: 'admin' } })
    made.tenant = tenant
    return made
  }
  const [acme, nordic] = [session('acme'), session('nordic')]
  let calls = 0
  const again = async (pauseMs: number, act: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !signal.aborted; turn++) {
      await act(turn)
      calls += 1
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    // One who asks too much may be cut off.
    const answer = await fetch(baseUrl + path, { headers }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => {})
  }
  for (let from = 0; from < largestModel.length; from += 25) {
    const contentTypes = largestModel.slice(from, from + 25)
    await nordic.call(contract.contentModel.seedContentTypes, { body: { contentTypes } })
  }
  const found = await acme.call(contract.search.searchAll, { body: { paging: { pageNumber: 1, pageSize: 200 } } })
  const { items } = found
  const media = await acme.call(contract.search.searchMediaContent, {
    body: { paging: { pageNumber: 1, pageSize: 200 } },
  })
  const pictures = media.items.flatMap(({ binaryId }) => binaryId ?? [])
  const token = () => adminToken({ origin: baseUrl })
  const at = <Value>(values: readonly Value[], turn: number): Value | undefined => values[turn % values.length]

  const person = async (turn: number) => {
    const paging = { pageNumber: 1 + (turn % 4), pageSize: 25 }
    const searchText = turn % 2 === 0 ? 'lamp' : ''
    await acme.call(contract.search.searchAll, { body: { paging, filtering: { searchText } } })
    const { contentItemId = '', contentVariationId = '' } = at(items, turn) ?? {}
    await acme.call(contract.contentItem.getItemVariations, {
      params: { contentItemId },
      query: { includeDeleted: false },
    })
    const body = { contentVariationId, fields: [{ technicalFieldName: 'summary', value: `Turn ${turn}` }] }
    if (turn % 3 === 0) await acme.call(contract.contentVariation.updateVariation, { body }).catch(unlessRefused)
    const publish = { params: { contentVariationId }, query: {} }
    if (turn % 9 === 0) await acme.call(contract.contentVariation.publish, publish).catch(unlessRefused)
    await acme.call(contract.contentModel.getAllTypes, {})
  }
  const consumer = async (turn: number) => {
    await read(`${contract.delivery.getItemVariations.path}?pageNumber=${1 + (turn % 9)}`, { 'x-api-key': deliveryKey })
    const item = at(items, turn)?.contentItemId
    await read(`${contract.delivery.getItemVariations.path}?contentItemId=${item}`, { 'x-api-key': deliveryKey })
    const picture = contract.delivery.getBinaryContent.path.replace('{binaryId}', at(pictures, turn) ?? '')
    await read(`${picture}?imageSize=${at(imageSizes, turn)}`, { 'x-api-key': deliveryKey })
  }
  const batch = async (turn: number) => {
    const made = Array.from({ length: 100 }, (_, item) => ({
      technicalContentTypeName: 'wide0',
      name: `Item ${turn} ${item}`,
      fields: [{ technicalFieldName: 'f0', value: `Text ${turn} ${item}` }],
    }))
    await nordic.call(contract.contentItem.batchItems, { body: { items: made } })
  }
  const exported = async (turn: number) => {
    const answer = await fetch(baseUrl + contract.export.exportItems.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token()}`,
        'x-tenant-id': 'nordic',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ technicalContentTypeName: 'wide0', format: at(['csv', 'xlsx', 'jsonl'], turn) }),
    })
    await answer.arrayBuffer()
    await nordic.call(contract.contentModel.getAllTypes, {})
  }
  const strangers = async (turn: number) => {
    const path = at(['/api/openapi.json', '/api/resources/all', '/', '/api/client-configuration'], turn) ?? ''
    const headersOf = [{}, { authorization: 'Bearer guessed' }]
    for (const headers of headersOf) {
      const until = performance.now() + flood.seconds * 1_000
      const one = async () => {
        while (performance.now() < until) await read(path, headers)
      }
      await Promise.all(Array.from({ length: flood.callers }, one))
    }
  }
  await Promise.all([
    ...Array.from({ length: people }, () => again(500, person)),
    ...Array.from({ length: consumers }, () => again(200, consumer)),
    again(10_000, batch),
    again(20_000, exported),
    again(flood.everyMs, strangers),
  ])
  return calls
}

/** Throws the error, unless the call was refused because another of these people has changed the item meanwhile. */
function unlessRefused(error: unknown): void {
  if (!isConflict(error) && !(error instanceof Error && / (400|404|422) /.test(error.message))) throw error
}
