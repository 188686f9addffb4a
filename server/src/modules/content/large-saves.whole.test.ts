import { contract, type Field } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import type { InjectOptions } from 'fastify'
import { personWith } from '../../../testing/caller.ts'
import { ContentCalls, putType, updateOf } from '../../../testing/content-calls.ts'
import { threadTimeOf } from '../../../testing/longest-piece.ts'
import { startTestServer, type TestNode, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let measured: TestNode
let content: ContentCalls
let headers: Record<string, string>

const field = (technicalName: string, type: Field['type'], settings: Record<string, unknown> = {}) => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  localizable: true,
  settings,
})
const columns = (type: Field['type']) => ({
  columns: Array.from({ length: 30 }, (_, at) => ({
    technicalName: `c${at}`,
    friendlyName: { 'en-US': 'c' },
    type,
  })),
})

beforeAll(async () => {
  server = await startTestServer()
  measured = await server.anotherNode({ validateResponses: false })
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, {
    technicalName: 'article',
    friendlyName: { 'en-US': 'Article' },
    kind: 'user',
    titleField: 'title',
    fields: [
      field('title', 'text'),
      field('table', 'table', columns('text')),
      field('urls', 'table', columns('url')),
      field('story', 'richText'),
      ...Array.from({ length: 9 }, (_, at) => field(`text${at}`, 'longText')),
    ],
  })
  const token = await server.identity.tokenFor(personWith('publisher'))
  headers = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
})
afterAll(() => server.close())

const rows = (cell: (row: number, column: number) => string) =>
  Array.from({ length: 500 }, (_, row) =>
    Object.fromEntries(Array.from({ length: 30 }, (_each, column) => [`c${column}`, cell(row, column)])),
  )

/** Values of close to two megabytes, or of as much as a field may hold. */
const saves: Record<string, (seed: number) => Record<string, unknown>> = {
  'a table of 15,000 cells': (seed) => ({
    table: rows((row, column) => `cell ${row + seed} ${column} `.repeat(8)),
  }),
  'a table of 15,000 addresses': (seed) => ({
    urls: rows((row, column) => `https://bücher.example/${row + seed}/${column}`),
  }),
  'a rich text of 12,000 paragraphs': (seed) => ({
    story: {
      type: 'doc',
      content: Array.from({ length: 12_000 }, (_, at) => ({
        type: 'paragraph',
        content: [{ type: 'text', text: `row ${at} of ${seed}`, marks: at % 3 ? [] : [{ type: 'bold' }] }],
      })),
    },
  }),
  'nine texts of 190,000 characters': (seed) =>
    Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `text${at}`,
        Array.from({ length: 19_000 }, (_each, word) => `word${(word * 31 + at + seed) % 90_000}`)
          .join(' ')
          .slice(0, 190_000)
          .trim(),
      ]),
    ),
}

/** The CPU time of this thread in the longest turn of the event loop while the call runs, in milliseconds. */
async function longestTurnOf(call: InjectOptions): Promise<number> {
  const { longest } = await threadTimeOf(async () => {
    // Not by the caller of other tests, which makes and parses the JSON of both bodies in the same turns.
    const { statusCode, payload } = await measured.app.server.inject(call)
    expect(statusCode, payload.slice(0, 500)).toBe(200)
  })
  return longest
}

/** So many that the ticks of the CPU clock, 4 ms on some machines, do not decide. */
const measureRuns = 24

/** CPU milliseconds that writing and reading the JSON of a value take on this machine at this moment. */
function jsonTimeOf(value: unknown): number {
  const before = process.threadCpuUsage()
  for (let run = 0; run < measureRuns; run += 1) JSON.parse(JSON.stringify(value))
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000 / measureRuns
}

const usualBody = saves['a table of 15,000 cells']?.(0)
const tries = 6
/**
 * How many times as long as the JSON of the body, or of a table of the same size, a turn may last: about 50 ms on a machine that
 * takes 6 for the table. A slow or busy machine takes longer for both. In slices it is 2 to 5 times; in one turn the tables
 * took 17 to 37 times and the rich text 8 to 22.
 */
const mostTimes = 8

describe('a large save', () => {
  it.each(Object.keys(saves))('and its publishing leave turns to other calls: %s', async (name) => {
    const { en } = await content.make()
    const { updateVariation, publish } = contract.contentVariation
    const longest = { save: Number.POSITIVE_INFINITY, publish: Number.POSITIVE_INFINITY }
    // The best of several tries, as a turn may also hold the garbage collector's work for earlier ones.
    for (let seed = 0; seed < tries && Math.max(longest.save, longest.publish) > mostTimes; seed += 1) {
      const body = updateOf(en, saves[name]?.(seed) ?? {})
      const before = jsonTimeOf(usualBody)
      const saving = await longestTurnOf({
        method: updateVariation.method,
        url: updateVariation.path,
        payload: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      })
      const publishing = await longestTurnOf({
        method: publish.method,
        url: publish.path.replace('{contentVariationId}', en),
        headers,
      })
      const unit = Math.max(before, jsonTimeOf(usualBody), jsonTimeOf(body))
      longest.save = Math.min(longest.save, saving / unit)
      longest.publish = Math.min(longest.publish, publishing / unit)
    }
    expect(Math.max(longest.save, longest.publish), JSON.stringify(longest)).toBeLessThan(mostTimes)
  })
})
