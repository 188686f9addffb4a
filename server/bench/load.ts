import { connect, type Socket } from 'node:net'
import { summary } from './measure.ts'

export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/**
 * Generates load: each caller sends its next request as soon as it has its response. With plain sockets, because a real
 * HTTP client would need more CPU than the server that is measured.
 */
export async function load(
  port: number,
  callers: number,
  seconds: number,
  requestOf: (number: number) => string,
  isExpected: (status: number) => boolean = (status) => status === 200,
): Promise<Load> {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  let asked = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      const caller = await Caller.open(port)
      while (performance.now() < end) {
        const start = performance.now()
        const status = await caller.ask(requestOf(asked++))
        if (!isExpected(status)) throw new Error(`the server responded with ${status}`)
        times.push(performance.now() - start)
      }
      caller.close()
    }),
  )
  const { p50, p99 } = summary(times)
  return { perSecond: (times.length / (performance.now() - started)) * 1_000, p50, p99 }
}

export const get = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

export const post = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}): string =>
  request('POST', path, body, headers)

/** A request that changes something; with JSON, or without a body. */
export const request = (
  method: string,
  path: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>>,
): string => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(text)),
  }
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}`
}

/** The empty chunk behind a body of which the length was not known. */
const chunksEnd = '\r\n0\r\n\r\n'

/** One connection, for one request at a time. It reads nothing of a response but its status. */
export class Caller {
  readonly #socket: Socket
  #answered: ((status: number) => void) | undefined
  #failed: ((error: Error) => void) | undefined
  #head = ''
  #status = 0
  #missing = -1
  /** The last characters of a body that does not say how long it is. */
  #tail: string | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', (error) => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('the server hung up')))
  }

  static async open(port: number): Promise<Caller> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new Caller(socket)
  }

  ask(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#tail !== undefined) {
      this.#readTail(chunk.toString('latin1'))
      return
    }
    if (this.#missing >= 0) {
      this.#missing -= chunk.length
    } else {
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#status = Number(this.#head.slice(9, 12))
      if (/transfer-encoding: chunked/i.test(this.#head.slice(0, end))) {
        const body = this.#head.slice(end + 2)
        this.#head = ''
        this.#readTail(body)
        return
      }
      const length = /content-length: (\d+)/i.exec(this.#head.slice(0, end))?.[1]
      this.#missing = Number(length ?? 0) - (this.#head.length - end - 4)
      this.#head = ''
    }
    if (this.#missing > 0) return
    this.#missing = -1
    this.#answered?.(this.#status)
  }

  #readTail(text: string): void {
    this.#tail = `${this.#tail ?? ''}${text}`.slice(-chunksEnd.length)
    if (this.#tail !== chunksEnd) return
    this.#tail = undefined
    this.#answered?.(this.#status)
  }
}
