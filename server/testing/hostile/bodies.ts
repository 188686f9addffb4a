import { contract } from '@pim/contract'
import { bodyBytes, type HostileServer, lineFields, textFields } from './hostile-server.ts'
import { type ByShape, byShape, type Feed, hostileText, hostileTexts, type Reader } from './shapes.ts'

const { updateVariation, publish, getVariation } = contract.contentVariation
const repeated = (part: string, bytes: number): string => part.repeat(bytes / Buffer.byteLength(part))
const listOf = (part: (at: number) => string, bytes: number): string => {
  const parts: string[] = []
  for (let at = 0, length = 0; length < bytes; at += 1) {
    const next = part(at)
    parts.push(next)
    length += next.length + 1
  }
  return `[${parts.join()}]`
}
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

/** JSON that no call has to know: what it costs to find that out. */
const json: ByShape<(bytes: number) => string> = {
  blank: (bytes) => `{${' '.repeat(bytes)}}`,
  'one endless cell': (bytes) => `{"fields":"${'a'.repeat(bytes)}"}`,
  'open quote': (bytes) => `{"fields":"${repeated('\\"', bytes)}`,
  alternating: (bytes) => listOf((at) => (at % 2 ? '{}' : '[]'), bytes),
  deep: (bytes) => listOf(() => nested(30), bytes),
  wide: (bytes) => `{${listOf((at) => `"k${at}":0`, bytes).slice(1, -1)}}`,
  repeated: (bytes) => `{${repeated('"a":0,', bytes)}"a":0}`,
  'letters that decompose': (bytes) => `{"${repeated('\ufdfa', bytes)}":0}`,
  unbroken: (bytes) => repeated('1', bytes),
  'almost valid': (bytes) => `{"fields":${listOf((at) => `{"technicalFieldName":"a","value":${at}}`, bytes)},"x":0}`,
}

const jsonBodies = (server: HostileServer): Reader => ({
  name: 'a body of JSON',
  worst: ['alternating', 'wide', 'unbroken'],
  feeds: byShape((shape) => () => {
    const body = Buffer.from(json[shape](bodyBytes - 100))
    return { bytes: body.length, work: () => server.send(updateVariation.method, updateVariation.path, body) }
  }),
})

type Values = Readonly<Record<string, unknown>>

/** What is saved, published and read again. */
function saveOf(server: HostileServer, values: Values): Feed {
  const fields = Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
  let id = ''
  const body = (contentVariationId: string) => Buffer.from(JSON.stringify({ contentVariationId, fields }))
  return {
    bytes: body('').length,
    prepare: async () => {
      id = (await server.make()).en
    },
    work: async () => {
      const { status } = await server.send(updateVariation.method, updateVariation.path, body(id))
      if (status !== 200) return
      const of = (path: string) => path.replace('{contentVariationId}', id)
      await server.send(publish.method, of(publish.path))
      await server.send(getVariation.method, of(getVariation.path))
    },
  }
}

const valuesOf = (texts: readonly string[], name: (at: number) => string): Values =>
  Object.fromEntries(texts.map((text, at) => [name(at), text]))

const longTexts = (server: HostileServer): Reader => ({
  name: 'long texts',
  worst: ['wide', 'letters that decompose'],
  feeds: byShape((shape) => () => {
    const texts = hostileTexts(shape, { bytes: bodyBytes, length: 200_000, count: textFields })
    return saveOf(
      server,
      valuesOf(texts, (at) => `text${at}`),
    )
  }),
})

const lines = (server: HostileServer): Reader => ({
  name: 'texts of a line, with a pattern',
  worst: ['wide', 'letters that decompose'],
  feeds: byShape((shape) => () => {
    const texts = hostileTexts(shape, { bytes: bodyBytes, length: 1_000, count: lineFields })
    return saveOf(
      server,
      valuesOf(texts, (at) => `line${at}`),
    )
  }),
})

const tables = (server: HostileServer): Reader => ({
  name: 'a table, with patterns',
  worst: ['wide', 'letters that decompose'],
  feeds: byShape((shape) => () => {
    const size = Buffer.byteLength(JSON.stringify(hostileText(shape, 1_000))) / 1_000
    const length = Math.floor((bodyBytes / 15_000 - 8) / size)
    const text = hostileText(shape, length)
    const table = Array.from({ length: 500 }, () =>
      Object.fromEntries(Array.from({ length: 30 }, (_, column) => [`c${column}`, text])),
    )
    return saveOf(server, { table })
  }),
})

const jsonValues = (server: HostileServer): Reader => ({
  name: 'a value of JSON',
  worst: ['alternating', 'wide'],
  feeds: byShape((shape) => () => {
    const valid =
      shape === 'open quote' || shape === 'unbroken' ? JSON.stringify(hostileText(shape, 90_000)) : json[shape](95_000)
    return saveOf(server, { data: JSON.parse(valid) as unknown })
  }),
})

const doc = (content: readonly unknown[]) => ({ type: 'doc', content })
const text = (of: string, ...marks: unknown[]) => ({ type: 'text', text: of, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const times = <Of>(count: number, part: (at: number) => Of): Of[] => Array.from({ length: count }, (_, at) => part(at))
const quotes = (levels: number, inside: unknown): unknown =>
  levels === 0 ? inside : { type: 'blockquote', content: [quotes(levels - 1, inside)] }

const documents: ByShape<() => unknown> = {
  blank: () => doc([...times(49_000, () => ({ type: 'paragraph' })), paragraph(text('a'))]),
  'one endless cell': () => doc([paragraph(text('a'.repeat(199_000)))]),
  'open quote': () => doc([paragraph(text(hostileText('open quote', 199_000)))]),
  alternating: () => doc([paragraph(...times(30_000, (at) => (at % 2 ? text('ü', { type: 'bold' }) : text('u'))))]),
  deep: () => doc(times(6_000, (at) => quotes(8, paragraph(text(`w${at}`))))),
  wide: () => doc(times(24_000, (at) => paragraph(text(`row ${at}`)))),
  repeated: () => doc([paragraph(...times(49_000, () => text('ab ')))]),
  'letters that decompose': () => doc(times(20, () => paragraph(text('\ufdfa'.repeat(9_900))))),
  unbroken: () => doc(times(20, () => paragraph(text('ab-12/'.repeat(1_650), { type: 'bold' })))),
  'almost valid': () => doc([...times(24_000, (at) => paragraph(text(`row ${at}`))), { type: 'x' }]),
}

const richTexts = (server: HostileServer): Reader => ({
  name: 'a rich text',
  worst: ['blank', 'wide', 'letters that decompose'],
  feeds: byShape((shape) => () => saveOf(server, { story: documents[shape]() })),
})

const batches = (server: HostileServer): Reader => ({
  name: 'a batch of items',
  worst: ['letters that decompose'],
  feeds: byShape((shape) => () => {
    const variationId = server.server.acme.variations['en-US'] ?? ''
    const texts = hostileTexts(shape, { bytes: bodyBytes - 20_000, length: 200_000, count: textFields })
    const items = [
      texts.slice(0, texts.length - 2).map((value, at) => ({ technicalFieldName: `text${at}`, value })),
      ...texts.slice(-2).map((value) => [{ technicalFieldName: 'text0', value }]),
    ].map((fields, at) => ({
      technicalContentTypeName: 'article',
      name: `item ${at}`,
      variations: [{ variationId, fields, step: 'publish' }],
    }))
    const { batchItems } = contract.contentItem
    const body = Buffer.from(JSON.stringify({ items }))
    return { bytes: body.length, work: () => server.send(batchItems.method, batchItems.path, body) }
  }),
})

const contentTypes = (server: HostileServer): Reader => ({
  name: 'content types with patterns',
  worst: ['alternating', 'unbroken', 'almost valid'],
  feeds: byShape((shape) => () => {
    const { seedContentTypes } = contract.contentModel
    const types = times(20, (type) => ({
      technicalName: `made-${type}`,
      friendlyName: { 'en-US': 'made' },
      kind: 'user',
      fields: times(100, (at) => ({
        technicalName: `field${at}`,
        friendlyName: { 'en-US': 'field' },
        type: 'text',
        settings: { pattern: patterns[shape](`${type}${at}`) },
      })),
    }))
    const body = Buffer.from(JSON.stringify({ contentTypes: types, allowDataLoss: true }))
    return { bytes: body.length, work: () => server.send(seedContentTypes.method, seedContentTypes.path, body) }
  }),
})

/** Each another one, so that none is known already. */
const patterns: ByShape<(name: string) => string> = {
  blank: (name) => `${name}${'()'.repeat(240)}`,
  'one endless cell': (name) => `${name}${'a'.repeat(490)}`,
  'open quote': (name) => `${name}${'('.repeat(490)}`,
  alternating: (name) => `${name}${'a|'.repeat(240)}`,
  deep: (name) => `${name}${'('.repeat(160)}a${')*'.repeat(160)}`,
  wide: (name) =>
    `${name}(?:${times(60, (at) => `[a-${String.fromCharCode(98 + (at % 24))}]{${at % 9}}`).join('|')})*`
      .slice(0, 490)
      .replace(/\|[^|]*$/, ')*'),
  repeated: (name) => `${name}(?:a{1,9}){1,9}(?:b{1,9}){1,9}`,
  'letters that decompose': (name) => `${name}[${'\ufdfa'.repeat(160)}]`,
  unbroken: (name) => `${name}.*a.{500}`,
  'almost valid': (name) => `${name}${'(?:a?b?){30}'.repeat(20)}[`,
}

export const bodyReaders = (server: HostileServer): Reader[] =>
  [jsonBodies, longTexts, lines, tables, jsonValues, richTexts, batches, contentTypes].map((reader) => reader(server))
