import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Field } from '@pim/contract'
import { contract } from '@pim/contract'
import { personWith } from '../caller.ts'
import { ContentCalls, type Made, putType } from '../content-calls.ts'
import { startTestServer, type TestNode, type TestServer } from '../test-server.ts'

/** Bytes of a body, a little below the limit. */
export const bodyBytes = 2_090_000

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  localizable: true,
  ...more,
})
/** Costly for engines that go back: nothing but a table answers it in time. */
export const pattern = '(?:[a-z]{1,5}[0-9]?|[^x]{1,9})*'
const columns = Array.from({ length: 30 }, (_, at) => ({
  technicalName: `c${at}`,
  friendlyName: { 'en-US': 'c' },
  type: 'text' as const,
  settings: { pattern },
}))

export const textFields = 11
export const lineFields = 150

/** A server in this process, called at its door, with content types that take much. */
export class HostileServer {
  readonly server: TestServer
  readonly node: TestNode
  readonly content: ContentCalls
  readonly apiKey: string
  readonly #staff: Readonly<Record<string, string>>

  private constructor(parts: Pick<HostileServer, 'server' | 'node' | 'content' | 'apiKey'>, token: string) {
    this.server = parts.server
    this.node = parts.node
    this.content = parts.content
    this.apiKey = parts.apiKey
    this.#staff = { authorization: `Bearer ${token}`, 'x-tenant-id': 'acme' }
  }

  static async start(): Promise<HostileServer> {
    const server = await startTestServer()
    // Checking a response takes as long as making it.
    const node = await server.anotherNode({ validateResponses: false })
    const content = new ContentCalls(server, server.acme)
    await putType(server, server.acme, {
      technicalName: 'article',
      friendlyName: { 'en-US': 'Article' },
      kind: 'user',
      titleField: 'title',
      fields: [
        field('title', 'text', { settings: { maxLength: 1_000 } }),
        field('story', 'richText'),
        field('data', 'json'),
        field('table', 'table', { settings: { columns } }),
        ...Array.from({ length: textFields }, (_, at) => field(`text${at}`, 'longText')),
        ...Array.from({ length: lineFields }, (_, at) =>
          field(`line${at}`, 'text', { settings: { maxLength: 1_000, pattern }, unique: at % 2 ? 'none' : 'tenant' }),
        ),
      ],
    })
    const { key: apiKey } = await server.ok(contract.apiKeys.createApiKey, { body: { name: 'hostile' } })
    const token = await server.identity.tokenFor(personWith('admin'))
    return new HostileServer({ server, node, content, apiKey }, token)
  }

  make(): Promise<Made> {
    return this.content.make()
  }

  /** Answers the body as it was sent; throws where the server failed. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: Buffer | undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: Buffer }> {
    const type: Record<string, string> = payload === undefined ? {} : { 'content-type': 'application/json' }
    const { statusCode: status, rawPayload: body } = await this.node.app.server.inject({
      method,
      url,
      headers: { ...('x-api-key' in more ? {} : this.#staff), ...type, ...more },
      ...(payload !== undefined && { payload: inChunks(payload) }),
    })
    // A slow machine may come to the deadline of a call; what was done until then is measured.
    if (status >= 500 && status !== 503)
      throw new Error(`${method} ${url.slice(0, 200)}: ${status} ${body.toString('utf8', 0, 1_000)}`)
    return { status, body }
  }

  close(): Promise<void> {
    return this.server.close()
  }
}

/** A socket is read in parts of 64 kB, of which up to thirty-two are taken in one turn. */
const chunkBytes = 64 * 1024
const chunksPerTurn = 32

function inChunks(bytes: Buffer): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0, count = 1; at < bytes.length; at += chunkBytes, count += 1) {
        yield bytes.subarray(at, at + chunkBytes)
        if (count % chunksPerTurn === 0) await nextTurn()
      }
    })(),
    { objectMode: false },
  )
}
