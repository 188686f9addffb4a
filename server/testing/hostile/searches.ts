import { contract } from '@pim/contract'
import { bodyBytes, type HostileServer } from './hostile-server.ts'
import { byShape, hostileText, hostileTexts, type Reader } from './shapes.ts'

const { searchAll } = contract.search
const { filterVariations, getItemVariations } = contract.delivery

const searchTexts = (server: HostileServer): Reader => ({
  name: 'a search text',
  worst: ['letters that decompose'],
  feeds: byShape((shape) => () => {
    const searchText = hostileText(shape, 500)
    const body = Buffer.from(JSON.stringify({ filtering: { searchText }, matches: true }))
    return { bytes: body.length, work: () => server.send(searchAll.method, searchAll.path, body) }
  }),
})

const filters = (server: HostileServer): Reader => ({
  name: 'filters',
  worst: ['wide', 'letters that decompose'],
  feeds: byShape((shape) => () => {
    const texts = hostileTexts(shape, { bytes: bodyBytes - 4_000, length: 1_000, count: 4_000 })
    const each = Math.ceil(texts.length / 20)
    const fields = Array.from({ length: 20 }, (_, at) => ({
      technicalFieldName: `line${at}`,
      operator: 'in',
      values: texts.slice(at * each, at * each + each),
    })).filter(({ values }) => values.length > 0)
    const variationId = server.server.acme.variations['en-US'] ?? ''
    const staff = Buffer.from(JSON.stringify({ filtering: { contentTypeTechnicalNames: ['article'], fields } }))
    const outside = Buffer.from(JSON.stringify({ contentTypeTechnicalName: 'article', variationId, filters: fields }))
    return {
      bytes: staff.length + outside.length,
      work: async () => {
        await server.send(searchAll.method, searchAll.path, staff)
        await server.send(filterVariations.method, filterVariations.path, outside, { 'x-api-key': server.apiKey })
      },
    }
  }),
})

/** Bytes of the line of a request: what the headers leave of 64 kB. */
const lineBytes = 62_000

/** Pages have numbers, so that a query holds no cursor; this is all that can stand in an address. */
const queries = (server: HostileServer): Reader => ({
  name: 'a query string',
  worst: ['almost valid'],
  feeds: byShape((shape) => () => {
    const parts: string[] = []
    for (let at = 0, rest = lineBytes; rest > 200; at += 1) {
      const value = encodeURIComponent(hostileText(shape, 1_000))
      const part = `field.line${at % 100}=${value.slice(0, rest - 20).replace(/%[^%]{0,2}$/, '')}`
      parts.push(part)
      rest -= part.length + 1
    }
    const url = `${getItemVariations.path}?contentTypeTechnicalName=article&${parts.join('&')}`
    return { bytes: url.length, work: () => server.send('GET', url, undefined, { 'x-api-key': server.apiKey }) }
  }),
})

/** What comes with any call: tokens, keys, names of what is asked for. */
const headers = (server: HostileServer): Reader => ({
  name: 'headers',
  worst: ['one endless cell'],
  feeds: byShape((shape) => () => {
    const text = encodeURIComponent(hostileText(shape, 20_000)).slice(0, 55_000)
    const calls = [
      { authorization: `Bearer ${text}`, 'x-tenant-id': 'acme' },
      { authorization: `Bearer ${text.slice(0, 18_000)}.${text.slice(0, 18_000)}.${text.slice(0, 18_000)}` },
      { 'x-api-key': text },
      { 'if-none-match': text, 'x-api-key': server.apiKey },
      { 'idempotency-key': text, traceparent: text.slice(0, 1_000) },
    ]
    return {
      bytes: calls.length * text.length,
      work: async () => {
        for (const each of calls) await server.send('GET', '/api/delivery-api/tenant-variations', undefined, each)
      },
    }
  }),
})

export const searchReaders = (server: HostileServer): Reader[] =>
  [searchTexts, filters, queries, headers].map((reader) => reader(server))
