import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Role } from '@pim/contract/core/roles.ts'
import type { FastifyInstance } from 'fastify'
import type { InFlight } from '../src/http/calls-in-flight.ts'
import type { ApiKeyGrant, FoundTenant } from '../src/http/context.ts'
import type { Domain } from '../src/http/handlers.ts'
import { type AllHandlers, fastifyPath, mountContract } from '../src/http/mount-contract.ts'
import { operationsOf } from '../src/http/operation.ts'
import { CallTally, createRateLimits, type RateLimitSettings } from '../src/http/rate-limits.ts'
import { createServer } from '../src/http/server.ts'
import { createLogger } from '../src/platform/logging/index.ts'
import { createMetrics } from '../src/platform/metrics/index.ts'
import { createTestIdentity, type TestIdentity } from './test-identity.ts'

export interface SmallServerOptions {
  readonly limits?: Partial<RateLimitSettings>
  readonly deadlineMs?: number
  readonly maxConcurrent?: number
  readonly publicUrl?: URL
  readonly trustProxy?: string | number | false
  readonly hostNames?: ReadonlySet<string>
  readonly defaultRole?: Role
  readonly validateResponses?: boolean
}

export interface SmallServer {
  readonly app: FastifyInstance
  readonly inFlight: InFlight
  readonly identity: TestIdentity
  readonly origin: string
  readonly port: number
  /** Every line of the log. */
  readonly log: string[]
  send(path: string, options?: SendOptions): Promise<Received>
  /** Sends bytes that no HTTP client would send; returns the first response, or what was received until the end. */
  raw(bytes: string | Buffer): Promise<string>
  socket(): Socket
  close(): Promise<void>
}

interface SendOptions {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
}

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Record<string, unknown>
}

export const knownTenants: readonly FoundTenant[] = [
  { tenantId: '01900000-0000-7000-8000-000000000001', externalId: 'acme', isPaused: false },
  { tenantId: '01900000-0000-7000-8000-000000000002', externalId: 'nordic', isPaused: false },
]
export const goodKey = 'good-key'
const grant: ApiKeyGrant = {
  apiKeyId: '01900000-0000-7000-8000-00000000000a',
  kind: 'delivery',
  tenant: { tenantId: '01900000-0000-7000-8000-000000000001', externalId: 'acme', isPaused: false },
  deliveryTargets: [],
  contentTypeTechnicalNames: [],
  channels: [],
}

/** The real HTTP layer on a real socket, with a contract and handlers of the test. */
export async function startSmallServer<const C extends Readonly<Record<string, Domain>>>(
  contract: C,
  handlers: AllHandlers<C>,
  options: SmallServerOptions = {},
): Promise<SmallServer> {
  const identity = await createTestIdentity()
  const log: string[] = []
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk))
      done()
    },
  })
  const paths = operationsOf(contract).map(({ route }) => ({ path: fastifyPath(route.path), method: route.method }))
  const { app, inFlight } = createServer({
    log: createLogger({ level: 'debug', format: 'json' }, lines),
    metrics: createMetrics(),
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy ?? false,
    hostNames: options.hostNames,
    allowedMethods: (path) => paths.filter((known) => known.path === path).map(({ method }) => method),
    deadlineMs: options.deadlineMs ?? 5_000,
    maxConcurrent: options.maxConcurrent ?? 1_000,
    isLeaving: () => false,
  })
  mountContract(app, contract, handlers, {
    inFlight,
    guards: {
      verifyToken: identity.service.verifier.verify,
      findTenant: async (externalId) => knownTenants.find((tenant) => tenant.externalId === externalId),
      isTenantErased: async () => false,
      verifyApiKey: (key, _kind, beforeLookUp) => {
        if (key === goodKey) return grant
        beforeLookUp()
        return undefined
      },
      verifyDeployKey: async () => undefined,
      defaultRole: options.defaultRole ?? 'editor',
      calls: new CallTally({ delivery: null, management: null }),
      limits: createRateLimits({
        perSecond: 0,
        burst: 0,
        failuresPerSecond: 0,
        failureBurst: 0,
        lookUpsPerSecond: 0,
        lookUpBurst: 0,
        checksPerSecond: 0,
        checkBurst: 0,
        ...options.limits,
      }),
    },
    validateResponses: options.validateResponses ?? true,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(app.listeningOrigin)
  return {
    app,
    inFlight,
    identity,
    origin: app.listeningOrigin,
    port: Number(port),
    log,
    send: (path, sent = {}) => send(Number(port), path, sent),
    raw: (bytes) => raw(Number(port), bytes),
    socket: () => connect(Number(port), '127.0.0.1'),
    close: () => app.close(),
  }
}

/** With `http.request` and not `fetch`, which normalises paths and refuses headers that an attacker may send. */
function send(port: number, path: string, { method = 'GET', headers = {}, body }: SendOptions): Promise<Received> {
  return new Promise((resolve, reject) => {
    // Without it Node sends no content-length for the body of a DELETE.
    const framed = body === undefined ? headers : { 'content-length': String(Buffer.byteLength(body)), ...headers }
    const outgoing = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: framed, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = incoming.headers['content-type']?.includes('json') === true
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text !== '' ? JSON.parse(text) : {},
          })
        })
        incoming.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (isWholeAnswer(received)) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(bytes)
  })
}

/** A head, and as many bytes behind it as it announces. */
function isWholeAnswer(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n')
  const announced = /^content-length: (\d+)\r$/im.exec(received.slice(0, headEnd + 1))?.[1]
  return headEnd >= 0 && announced !== undefined && received.length >= headEnd + 4 + Number(announced)
}
