import { z } from 'zod'
import { erasureSchema } from '../core/erasure.ts'
import { idSchema } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import { binarySchema, contentHashSchema, imageSizeSchema, pageOfDocumentSchema } from './schemas.ts'

const params = z.strictObject({ binaryId: idSchema })

export const binaryRoutes = {
  uploadBinary: defineRoute({
    method: 'POST',
    path: '/api/binary',
    summary: 'Store a file: multipart/form-data with one part named file',
    creates: true,
    access: 'tenant',
    role: 'editor',
    body: z.object({ file: z.string().meta({ format: 'binary' }) }),
    bodyKind: 'multipart',
    response: binarySchema,
    errors: ['UPLOAD_INVALID', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'QUOTA_REACHED', 'STORAGE_FULL'],
    changes: ['binary', 'audit'],
  }),
  getBinary: defineRoute({
    method: 'GET',
    path: '/api/binary/{binaryId}',
    summary: 'What is known of a stored file',
    access: 'tenant',
    params,
    response: binarySchema,
    errors: ['NOT_FOUND'],
    reads: ['binary'],
  }),
  findSameContent: defineRoute({
    method: 'GET',
    path: '/api/binary/same-content/{sha256}',
    summary: 'The files of the tenant with these bytes, newest first, at most ten, with the items that carry them',
    access: 'tenant',
    role: 'editor',
    params: z.strictObject({ sha256: contentHashSchema }),
    response: z.array(binarySchema),
    reads: ['binary', 'contentItem'],
  }),
  eraseBinary: defineRoute({
    method: 'DELETE',
    path: '/api/binary/{binaryId}',
    summary: 'Erase a file that no item has: its bytes, every picture made of it, its name in the audit',
    access: 'tenant',
    role: 'admin',
    params,
    response: erasureSchema,
    errors: ['NOT_FOUND', 'IN_USE'],
    changes: ['binary', 'audit'],
  }),
  getBinaryContent: defineRoute({
    method: 'GET',
    path: '/api/binary/content/{binaryId}',
    summary: 'The bytes of a stored file, or of a picture in one of the sizes of the settings',
    access: 'tenant',
    params,
    query: z.strictObject({ imageSize: imageSizeSchema, page: pageOfDocumentSchema }),
    response: z.unknown(),
    responseKind: 'bytes',
    errors: ['NOT_FOUND', 'IMAGE_UNREADABLE', 'RANGE_NOT_SATISFIABLE'],
    reads: ['binary'],
  }),
}
