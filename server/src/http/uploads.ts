import { once } from 'node:events'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../core/problem.ts'
import type { Upload } from './upload.ts'

/** Limits of the multipart frame: more than any real client sends, and cheap to parse. */
const limits = { fieldNameSize: 100, fieldSize: 10_000, fields: 10, files: 1, parts: 11, headerPairs: 20 }

/** Time without a byte after which the connection is closed; a slow upload may take as long as it needs. */
const idleMs = 60_000

/** Time from the last byte of a request until the multipart parser must have finished the file. */
const stalledParserMs = 3_000

/** Mounts the calls with a file in a Fastify scope of their own, where multipart is the only body that is parsed. */
export function mountUploads(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits, throwFileSizeLimit: false })
    mount(scope)
  })
}

export function uploadOf(request: FastifyRequest): Upload {
  const length = Number(request.headers['content-length'])
  return {
    contentLength: Number.isSafeInteger(length) ? length : undefined,
    async file(maxBytes) {
      request.raw.setTimeout?.(idleMs, () => request.raw.destroy())
      if (!request.isMultipart()) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
      const frame = new Frame(request.raw.headers)
      // `pipeline` hands the error of a caller that goes away on to the frame, where the parser hears of it.
      pipeline(request.raw, frame, () => undefined)
      const framed: FastifyRequest = Object.create(request, { raw: { value: frame } })
      const parts = framed.parts({ limits: { ...limits, fileSize: maxBytes } })
      const firstFile = nextFile(frame, parts).catch(rethrowWithCode)
      const part = await Promise.race([firstFile, rejectWhenStalled(request)])
      // This listener runs before those of the reader, so the reader gets an error with a code. It may have failed
      // already.
      part?.file.once('error', addErrorCode)
      if (part?.file.errored) addErrorCode(part.file.errored)
      // The parser can destroy the stream without an error event, and then the reader would wait for ever.
      if (part?.file.destroyed && !part.file.readableEnded) throw part.file.errored ?? new Problem('UPLOAD_INVALID')
      if (part) rejectWhenStalled(request).catch((error: Error) => part.file.readableEnded || part.file.destroy(error))
      if (part) nextFile(frame, parts).catch(() => undefined)
      // A part without a name is possible, although the parser's types say otherwise.
      return part && { fileName: part.filename || '', declaredMimeType: part.mimetype, stream: part.file }
    },
  }
}

/** Boundaries in what a socket gives at once, 64 kB at most, that are more than a file of a real client has there. */
const usualBoundaries = 50
/** Bytes of so many boundaries that the parser gets in one turn: it makes a stream of each part, which may be of twelve bytes. */
const bytesAtOnce = 2_048

/** The bytes of a request as the multipart parser gets them: in small pieces where there are many parts, so that others have their turn. */
class Frame extends Transform {
  /** The parser finds its boundary in them. */
  readonly headers: FastifyRequest['headers']

  constructor(headers: FastifyRequest['headers']) {
    super()
    this.headers = headers
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (countBoundaries(chunk) < usualBoundaries) done(null, chunk)
    else this.#passOn(chunk).then(() => done(), done)
  }

  async #passOn(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; at += bytesAtOnce) {
      this.push(chunk.subarray(at, at + bytesAtOnce))
      // Pieces that wait in this stream would come to the parser together.
      if (this.readableLength > 0) await once(this, 'data')
      await nextTurn()
    }
  }
}

function countBoundaries(chunk: Buffer): number {
  let count = 0
  for (
    let at = chunk.indexOf(boundaryStart);
    at >= 0 && count < usualBoundaries;
    at = chunk.indexOf(boundaryStart, at + 1)
  )
    count += 1
  return count
}

const boundaryStart = '\r\n--'

/** Where there are too many parts, the parser would go through all that follow, each of a few bytes; it gets no more of them. */
async function nextFile(frame: Frame, parts: AsyncIterableIterator<Multipart>): Promise<MultipartFile | undefined> {
  try {
    for (;;) {
      const { done, value } = await parts.next()
      if (done === true) return undefined
      if (value.type === 'file') return value
    }
  } catch (error) {
    frame.unpipe()
    throw error
  }
}

/**
 * The parser's errors about a broken frame have no code; with this one they become a client error (see `errors.ts`).
 */
function addErrorCode(error: Error): void {
  if (!('code' in error)) Object.assign(error, { code: 'PIM_FRAME_BROKEN' })
}

function rethrowWithCode(error: unknown): never {
  if (error instanceof Error) addErrorCode(error)
  throw error
}

/** Rejects where all bytes have arrived and the parser still waits for more, as it does with a truncated frame. */
function rejectWhenStalled({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const startTimer = () => setTimeout(() => reject(new Problem('UPLOAD_INVALID')), stalledParserMs).unref()
    if (raw.readableEnded) startTimer()
    else raw.once('end', startTimer)
  })
}
