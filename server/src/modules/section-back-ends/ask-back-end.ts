import type { OutgoingHttpHeaders } from 'node:http'
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { Problem } from '../../core/problem.ts'
import { FetchRefused, judgedAddress, type Outside } from '../../platform/fetching/index.ts'

export interface Question {
  /** The address that is set for the section. */
  readonly base: URL
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  /** Undefined of a call that has none. */
  readonly body: Readable | undefined
  /** The most bytes of the body, and of the answer. */
  readonly maxBytes: number
  /** Milliseconds without a byte of the body being taken and without an answer. */
  readonly answerMs: number
  readonly isAllowed: (address: string) => boolean
  readonly signal: AbortSignal
}

/** Milliseconds for the whole call, enough for a large file over a slow line. */
const wholeMs = 600_000

/**
 * Asks a back end and answers once it does; the body is then to be read, or destroyed. Throws a `Problem` that says what is wrong.
 * `whenOver` is called once nothing is under way any more, also where it throws.
 */
export async function askBackEnd(outside: Outside, question: Question, whenOver: () => void): Promise<IncomingMessage> {
  const ends = AbortSignal.any([question.signal, AbortSignal.timeout(wholeMs)])
  let asked: ClientRequest | undefined
  try {
    const address = await inTime(
      // Without its brackets an IPv6 address is one.
      judgedAddress(question.base.hostname.replace(/^\[|\]$/g, ''), { ...outside, isAllowed: question.isAllowed }),
      outside.connectMs,
    )
    ends.throwIfAborted()
    asked = begin(outside, question, address, ends)
    asked.once('close', whenOver)
    return judged(await answerOf(asked, question, outside), question.maxBytes)
  } catch (cause) {
    if (asked === undefined) whenOver()
    else asked.destroy()
    question.body?.unpipe()
    throw problemOf(cause, ends)
  }
}

function begin(outside: Outside, { base, method, path, headers }: Question, address: string, signal: AbortSignal) {
  const isSecure = base.protocol === 'https:'
  // An agent of this call alone: no connection of another call, and no proxy of the environment, is used.
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false })
  return (isSecure ? requestHttps : requestHttp)({
    agent,
    method,
    path,
    // Defence 294, without: host: base.hostname,
    host: address,
    port: base.port === '' ? (isSecure ? 443 : 80) : Number(base.port),
    ...(isSecure && { servername: base.hostname, rejectUnauthorized: true }),
    ...(isSecure && outside.ca !== undefined && { ca: [...outside.ca] }),
    headers: { ...headers, host: base.host, 'accept-encoding': 'identity', 'user-agent': 'pim-section' },
    signal,
  })
}

function answerOf(
  asked: ClientRequest,
  { body, maxBytes, answerMs }: Question,
  { connectMs, idleMs }: Outside,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const fail = (error: Error) => {
    reject(error)
    asked.destroy()
  }
  const tooSlow = () => fail(new Problem('BACK_END_TOO_SLOW'))
  let waiting = setTimeout(() => fail(new Problem('BACK_END_NOT_REACHED')), connectMs)
  const waitAnew = () => {
    clearTimeout(waiting)
    // Defence 295
    waiting = setTimeout(tooSlow, answerMs)
  }
  asked.on('socket', (socket) => socket.once('encrypted' in socket ? 'secureConnect' : 'connect', waitAnew))
  asked.on('response', (answer) => {
    clearTimeout(waiting)
    asked.setTimeout(idleMs, () => answer.destroy(new Problem('BACK_END_TOO_SLOW')))
    resolve(answer)
  })
  // An answer that begins with another protocol is none.
  asked.on('upgrade', (_answer, socket) => {
    socket.destroy()
    fail(new Problem('BACK_END_ANSWER_REFUSED', { message: 'The back end changes the protocol.' }))
  })
  asked.on('error', reject)
  asked.on('close', () => {
    clearTimeout(waiting)
    reject(new Problem('BACK_END_NOT_REACHED'))
  })
  if (body === undefined) asked.end()
  else {
    const limited = new LimitedBytes(maxBytes, () => new Problem('PAYLOAD_TOO_LARGE', { headers: closing }), waitAnew)
    limited.on('error', fail)
    body.pipe(limited).pipe(asked)
  }
  return promise
}

/** The rest of a body that nobody reads is not waited for. */
const closing = { connection: 'close' }

/** Hands bytes on, up to so many; only as fast as they are taken. */
export class LimitedBytes extends Transform {
  #left: number
  readonly #tooMany: () => Problem
  readonly #onProgress: () => void

  constructor(maxBytes: number, tooMany: () => Problem, onProgress: () => void = () => {}) {
    super()
    this.#left = maxBytes
    this.#tooMany = tooMany
    this.#onProgress = onProgress
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    // Defence 296
    this.#left -= chunk.length
    this.#onProgress()
    if (this.#left < 0) done(this.#tooMany())
    else done(null, chunk)
  }
}

/** Throws where an answer is none to be handed on. */
function judged(answer: IncomingMessage, maxBytes: number): IncomingMessage {
  const { statusCode: status = 0, headers } = answer
  const refuse = (message: string) => new Problem('BACK_END_ANSWER_REFUSED', { message })
  // Defence 297, without: if (false)
  if (status >= 300 && status < 400 && status !== 304) throw refuse('The back end leads to another address.')
  // A browser would take it for the end of the person's own session.
  if (status === 401 || status === 407) throw refuse('The back end does not take the token.')
  if (status < 200 || status > 599) throw refuse('The back end answers with a status that is none.')
  if (!['', 'identity'].includes(headers['content-encoding'] ?? '')) throw refuse('The back end compresses its answer.')
  // Defence 296, without: if (false)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new Problem('BACK_END_ANSWER_TOO_LARGE')
  return answer
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Problem('BACK_END_NOT_REACHED')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function problemOf(error: unknown, ends: AbortSignal): Problem {
  if (error instanceof Problem) return error
  if (ends.aborted) return new Problem('BACK_END_TOO_SLOW', { cause: error })
  if (error instanceof FetchRefused) return new Problem('BACK_END_NOT_REACHED', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // Refused by the HTTP parser: two lengths, a header that is too large, bytes that are no answer.
  if (code.startsWith('HPE_')) return new Problem('BACK_END_ANSWER_REFUSED', { cause: error })
  return new Problem('BACK_END_NOT_REACHED', { cause: error })
}
