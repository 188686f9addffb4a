import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { maxAddressLength } from '@pim/contract/import/limits.ts'
import { FetchRefused } from './fetch-refused.ts'
import { internet, judgedAddress, type Outside } from './judged-address.ts'

export interface FetchOrder {
  /** As `importHostPattern` has them: names, with a port where it is not 443. */
  readonly allowedHosts: readonly string[]
  readonly maxBytes: number
  /** Of the whole answer. */
  readonly wholeMs: number
  /** Given the media type without its parameters, in small letters; empty where the answer names none. */
  readonly takes: (mediaType: string) => boolean
  readonly signal: AbortSignal
}

/** What a server says of a version of a file, for it to be asked whether it has another one. */
export interface FileMark {
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
}

export interface FetchedFile {
  /** As the answer announces it. */
  readonly byteSize: number | undefined
  /** Throws `FetchRefused` where the answer breaks off, is too slow or too large. To be read to its end, or ended. */
  readonly bytes: AsyncGenerator<Buffer, void>
  readonly mark: FileMark
}

/** Fetches from hosts on the internet that a tenant has allowed, and from nothing else. */
export interface Fetcher {
  open(address: string, order: FetchOrder): Promise<FetchedFile>
  /** Undefined where the file is still the one of the mark, as the server says. */
  openChanged(address: string, order: FetchOrder, since: FileMark): Promise<FetchedFile | undefined>
}

/** Throws `FetchRefused` where an address is none that may be fetched from. Asks nobody. */
export function checkedAddress(address: string, allowedHosts: readonly string[]): URL {
  const url = address.length <= maxAddressLength && URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new FetchRefused('ADDRESS_NOT_HTTPS')
  // `host` has the port where it is not 443, so another port is another entry of the list.
  // Defence 178
  // Defence 44
  if (!allowedHosts.includes(url.host)) throw new FetchRefused('HOST_NOT_ALLOWED', { host: url.host })
  return url
}

export function createFetcher(given: Partial<Outside> = {}): Fetcher {
  const outside = { ...internet, ...given }

  return {
    async open(address, order) {
      const found = await openChanged(address, order, {})
      if (found === undefined) throw new Error('a server that was asked for a file says that it has not changed')
      return found
    },
    openChanged,
  }

  async function openChanged(
    address: string,
    { allowedHosts, maxBytes, wholeMs, takes, signal }: FetchOrder,
    since: FileMark,
  ): Promise<FetchedFile | undefined> {
    const url = checkedAddress(address, allowedHosts)
    const { host } = url
    const ends = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
    const connected = Promise.withResolvers<never>()
    const tooLate = setTimeout(
      () => connected.reject(new FetchRefused('HOST_NOT_REACHED', { host })),
      outside.connectMs,
    )
    const stop = new AbortController()
    // An agent of this call alone: no connection of another one, and no proxy of the environment, is used.
    const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 })
    try {
      const lookedUp = judgedAddress(url.hostname, { resolve: outside.resolve, isAllowed: outside.isPublic })
      const answered = lookedUp.then((ip) =>
        answerOf(
          {
            agent,
            // Defence 178, without: host: url.hostname,
            host: ip,
            port: url.port === '' ? 443 : Number(url.port),
            servername: url.hostname,
            path: `${url.pathname}${url.search}`,
            headers: {
              host,
              accept: '*/*',
              'accept-encoding': 'identity',
              'user-agent': 'pim-import',
              ...(since.etag !== undefined && { 'if-none-match': since.etag }),
              ...(since.lastModified !== undefined && { 'if-modified-since': since.lastModified }),
            },
            // Defence 176, without: rejectUnauthorized: false,
            rejectUnauthorized: true,
            ...(outside.ca !== undefined && { ca: [...outside.ca] }),
            signal: AbortSignal.any([ends, stop.signal]),
          },
          outside.idleMs,
          () => clearTimeout(tooLate),
        ),
      )
      // Whoever loses the race has nobody to tell.
      answered.catch(() => undefined)
      const answer = await Promise.race([answered, connected.promise])
      const isAsked = since.etag !== undefined || since.lastModified !== undefined
      if (answer.statusCode === 304 && isAsked) {
        stop.abort()
        return undefined
      }
      const byteSize = judged(answer, url, { maxBytes, takes })
      const mark = markOf(answer)
      return { byteSize, mark, bytes: bytesOf(answer, host, { maxBytes, signal, ends }, () => stop.abort()) }
    } catch (error) {
      stop.abort()
      throw reasonOf(error, host, { signal, ends })
    } finally {
      clearTimeout(tooLate)
    }
  }

  /** The bytes as they come, counted. */
  async function* bytesOf(
    answer: IncomingMessage,
    host: string,
    { maxBytes, signal, ends }: Pick<FetchOrder, 'maxBytes' | 'signal'> & { readonly ends: AbortSignal },
    stop: () => void,
  ) {
    let size = 0
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length
        // Defence 177
        if (size > maxBytes) throw new FetchRefused('ANSWER_TOO_LARGE', { host, max: maxBytes })
        yield chunk
      }
    } catch (error) {
      if (signal.aborted || error instanceof FetchRefused) throw error
      throw new FetchRefused(ends.aborted ? 'ANSWER_TOO_SLOW' : 'ANSWER_BROKEN_OFF', { host }, { cause: error })
    } finally {
      stop()
    }
  }
}

const maxMarkLength = 500

function markOf({ headers }: IncomingMessage): FileMark {
  const short = (text: string | undefined) => (text !== undefined && text.length <= maxMarkLength ? text : undefined)
  return { etag: short(headers.etag), lastModified: short(headers['last-modified']) }
}

function answerOf(options: RequestOptions, idleMs: number, onConnected: () => void): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  let answer: IncomingMessage | undefined
  const asked = request(options, (begun) => {
    answer = begun
    resolve(begun)
  })
  asked.on('socket', (socket) => socket.once('secureConnect', onConnected))
  asked.setTimeout(idleMs, () => (answer ?? asked).destroy(new FetchRefused('ANSWER_TOO_SLOW')))
  asked.on('error', reject)
  asked.end()
  return promise
}

/** Throws where the answer is none that may be read; answers how many bytes it announces. */
function judged(
  { statusCode = 0, headers }: IncomingMessage,
  { host }: URL,
  { maxBytes, takes }: Pick<FetchOrder, 'maxBytes' | 'takes'>,
): number | undefined {
  // Defence 178
  if (statusCode >= 300 && statusCode < 400) throw new FetchRefused('ADDRESS_MOVED', { host })
  if (statusCode !== 200) throw new FetchRefused('ADDRESS_REFUSED', { host, status: statusCode })
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isPacked = !['', 'identity'].includes(headers['content-encoding'] ?? '')
  // Defence 177, without: if (false)
  if (isPacked || !takes(mediaType))
    throw new FetchRefused('ANSWER_OF_WRONG_KIND', { host, kind: mediaType.slice(0, 100) })
  const announced = headers['content-length']
  if (announced === undefined) return undefined
  const byteSize = Number(announced)
  if (byteSize > maxBytes) throw new FetchRefused('ANSWER_TOO_LARGE', { host, max: maxBytes })
  return byteSize
}

const certificateFault = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL)/
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function reasonOf(
  error: unknown,
  host: string,
  { signal, ends }: { readonly signal: AbortSignal; readonly ends: AbortSignal },
): unknown {
  // Whoever asked has gone: no fault of the address.
  if (signal.aborted) return signal.reason
  if (error instanceof FetchRefused)
    return new FetchRefused(error.code, { host, ...error.params }, { cause: error.cause })
  if (ends.aborted) return new FetchRefused('ANSWER_TOO_SLOW', { host })
  const code = certificateFault.test(codeOf(error)) ? 'CERTIFICATE_REFUSED' : 'HOST_NOT_REACHED'
  return new FetchRefused(code, { host }, { cause: error })
}
