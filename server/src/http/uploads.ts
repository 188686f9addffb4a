import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import type { Upload } from './upload.ts'

/** More than any client of ours sends, and little enough that parsing the frame costs nothing. */
const limits = { fieldNameSize: 100, fieldSize: 10_000, fields: 10, files: 1, parts: 11, headerPairs: 20 }

/** A slow line may take as long as it likes, a dead one may not. */
const idleMs = 60_000

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
      const part = await request.file({ limits: { ...limits, fileSize: maxBytes } })
      return part && { fileName: part.filename, declaredMimeType: part.mimetype, stream: part.file }
    },
  }
}
