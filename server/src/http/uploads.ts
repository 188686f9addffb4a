import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../core/problem.ts'
import type { Upload } from './upload.ts'

/** More than any client of ours sends, and little enough that parsing the frame costs nothing. */
const limits = { fieldNameSize: 100, fieldSize: 10_000, fields: 10, files: 1, parts: 11, headerPairs: 20 }

/** A slow line may take as long as it likes, a dead one may not. */
const idleMs = 60_000

/** From the last byte of a request until its file has been handed over and written down. */
const patienceMs = 3_000

/** Calls with a file live in a scope of their own, where multipart is the only body that is understood. */
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
      const given = request.file({ limits: { ...limits, fileSize: maxBytes } }).catch(blameFrame)
      const part = await Promise.race([given, stuck(request)])
      // Heard before whoever reads the file, who then fails with an error that has a name; it may be broken already.
      part?.file.once('error', nameFault)
      if (part?.file.errored) nameFault(part.file.errored)
      // The parser may have given up on it without a word, and then nobody would ever say that it has ended.
      if (part?.file.destroyed && !part.file.readableEnded) throw part.file.errored ?? new Problem('UPLOAD_INVALID')
      if (part) stuck(request).catch((error: Error) => part.file.readableEnded || part.file.destroy(error))
      // A part may come without any name, whatever the parser's types say.
      return part && { fileName: part.filename || '', declaredMimeType: part.mimetype, stream: part.file }
    },
  }
}

/** The parser's own complaints about a frame that is cut off or garbled have no code; the caller is to blame for each. */
function nameFault(error: Error): void {
  if (!('code' in error)) Object.assign(error, { code: 'PIM_FRAME_BROKEN' })
}

function blameFrame(error: unknown): never {
  if (error instanceof Error) nameFault(error)
  throw error
}

/** All bytes have come and the parser makes nothing of them: it waits for more, and nobody else would ever notice. */
function stuck({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => setTimeout(() => reject(new Problem('UPLOAD_INVALID')), patienceMs).unref()
    if (raw.readableEnded) giveUp()
    else raw.once('end', giveUp)
  })
}
