import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HttpResponse, jsonType, matchesEtag, strongEtag } from './http-response.ts'

/** One representation of an answer. */
export interface EncodedBytes {
  readonly bytes: Buffer
  readonly etag: string
}

export type Encoding = 'br' | 'gzip'

/** The encodings that the server has, the smallest first. */
const encodings: readonly Encoding[] = ['br', 'gzip']

/** Brotli, then gzip, then none: the first that is there and that `Accept-Encoding` allows. */
export const chosenEncoding = (
  acceptEncoding: string | undefined,
  isThere: (encoding: Encoding) => boolean = () => true,
): Encoding | undefined => encodings.find((encoding) => isThere(encoding) && accepts(acceptEncoding, encoding))

export function accepts(header: string | undefined, encoding: string): boolean {
  if (header === undefined || header.length > 1_000) return false
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';')
    return (
      name.trim().toLowerCase() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
    )
  })
}

/** Each encoding is a representation of its own, so it has its own strong ETag. */
export const withEtag = (bytes: Buffer): EncodedBytes => ({ bytes, etag: strongEtag(bytes) })

/** Answers with bytes that are ready, or with 304 where the caller has them. */
export function encodedResponse(
  { 'if-none-match': known }: IncomingHttpHeaders,
  { bytes, etag }: EncodedBytes,
  encoding: Encoding | undefined,
  { 'content-type': type = jsonType, ...more }: OutgoingHttpHeaders,
): HttpResponse {
  const headers = { ...more, etag, vary: 'accept-encoding' }
  if (matchesEtag(known, etag)) return new HttpResponse(304, headers)
  const content = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) }
  return new HttpResponse(200, { ...headers, ...content }, bytes)
}

/** Shorter answers fit into one packet as they are. */
const minBytes = 1_400
/**
 * A tenth of a second for half a megabyte; the highest quality takes six times that for a twentieth less. Of a short answer, as the texts
 * of a screen are, it saves a tenth in some hundredths of a second.
 */
const brotliQualityOf = ({ length }: Buffer) => (length > shortBytes ? 9 : 11)
const shortBytes = 65_536

const compressWith: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQualityOf(bytes),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/**
 * JSON that is the same for everybody. It is compressed once for each encoding, beside the event loop, when somebody first
 * asks for that; all callers are sent the same bytes, so one who reads slowly keeps no copy of them.
 */
export class SharedAnswer {
  readonly plain: EncodedBytes
  readonly #compressed = new Map<Encoding, Promise<EncodedBytes>>()

  constructor(text: string) {
    this.plain = withEtag(Buffer.from(text))
  }

  async responseTo(request: IncomingHttpHeaders, headers: OutgoingHttpHeaders): Promise<HttpResponse> {
    const encoding = chosenEncoding(request['accept-encoding'], () => this.plain.bytes.length >= minBytes)
    const encoded = encoding === undefined ? this.plain : await this.#in(encoding)
    return encodedResponse(request, encoded, encoding, headers)
  }

  #in(encoding: Encoding): Promise<EncodedBytes> {
    const there = this.#compressed.get(encoding)
    if (there !== undefined) return there
    const making = compressWith[encoding](this.plain.bytes).then(withEtag)
    this.#compressed.set(encoding, making)
    // Tried again by the next caller.
    making.catch(() => this.#compressed.delete(encoding))
    return making
  }
}

/** The answer with a text that may change: made anew only when it has. */
export class LatestAnswer {
  #text: string | undefined
  #answer: SharedAnswer | undefined

  of(text: string): SharedAnswer {
    if (this.#answer === undefined || this.#text !== text) {
      this.#text = text
      this.#answer = new SharedAnswer(text)
    }
    return this.#answer
  }
}
