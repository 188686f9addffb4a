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
      const parts = request.parts({ limits: { ...limits, fileSize: maxBytes } })
      const firstFile = nextFile(request, parts).catch(rethrowWithCode)
      const part = await Promise.race([firstFile, rejectWhenStalled(request)])
      // This listener runs before those of the reader, so the reader gets an error with a code. It may have failed
      // already.
      part?.file.once('error', addErrorCode)
      if (part?.file.errored) addErrorCode(part.file.errored)
      // The parser can destroy the stream without an error event, and then the reader would wait for ever.
      if (part?.file.destroyed && !part.file.readableEnded) throw part.file.errored ?? new Problem('UPLOAD_INVALID')
      if (part) rejectWhenStalled(request).catch((error: Error) => part.file.readableEnded || part.file.destroy(error))
      if (part) nextFile(request, parts).catch(() => undefined)
      // A part without a name is possible, although the parser's types say otherwise.
      return part && { fileName: part.filename || '', declaredMimeType: part.mimetype, stream: part.file }
    },
  }
}

/** Where there are too many parts, the parser would go through all that follow, each of a few bytes; it gets no more of them. */
async function nextFile(
  { raw }: FastifyRequest,
  parts: AsyncIterableIterator<Multipart>,
): Promise<MultipartFile | undefined> {
  try {
    for (;;) {
      const { done, value } = await parts.next()
      if (done === true) return undefined
      if (value.type === 'file') return value
    }
  } catch (error) {
    raw.unpipe()
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
