import { z } from 'zod'
import { idSchema, queryInteger } from '../core/primitives.ts'
import { defineRoute } from '../core/route.ts'
import {
  fetchImportFileSchema,
  importFileSchema,
  importInspectionRequestSchema,
  importInspectionSchema,
  maxImportParts,
  newImportFileSchema,
} from './schemas.ts'

const params = z.strictObject({ importFileId: idSchema })
const changes = ['imports'] as const

export const importRoutes = {
  createImportFile: defineRoute({
    method: 'POST',
    path: '/api/import-file',
    summary: 'Announce a file of items that is to be imported; its bytes are sent in parts',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    creates: true,
    body: newImportFileSchema,
    response: importFileSchema,
    errors: ['ALREADY_RUNNING'],
    changes,
  }),
  fetchImportFile: defineRoute({
    method: 'POST',
    path: '/api/fetched-import-file',
    summary: 'Fetch a file of items from an https address of an allowed host, in the background',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    creates: true,
    body: fetchImportFileSchema,
    response: importFileSchema,
    errors: ['ALREADY_RUNNING'],
    changes: [...changes, 'jobs'],
  }),
  putImportFilePart: defineRoute({
    method: 'PUT',
    path: '/api/import-file/{importFileId}/part/{partNumber}',
    summary:
      'Store one part of the file, counted from 0: multipart/form-data with one part named file. Sent again, it changes nothing',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    params: params.extend({ partNumber: queryInteger(0, maxImportParts - 1) }),
    body: z.object({ file: z.string().meta({ format: 'binary' }) }),
    bodyKind: 'multipart',
    response: importFileSchema,
    errors: ['NOT_FOUND', 'UPLOAD_INVALID', 'PAYLOAD_TOO_LARGE', 'STORAGE_FULL'],
    changes,
  }),
  getImportFile: defineRoute({
    method: 'GET',
    path: '/api/import-file/{importFileId}',
    summary: 'Which parts of the file are missing',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    params,
    response: importFileSchema,
    errors: ['NOT_FOUND'],
    reads: ['imports'],
  }),
  deleteImportFile: defineRoute({
    method: 'DELETE',
    path: '/api/import-file/{importFileId}',
    summary: 'Delete the file; what was imported from it stays, and can be taken back',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    params,
    response: z.void(),
    responseKind: 'none',
    errors: ['NOT_FOUND'],
    changes,
  }),
  inspectImportFile: defineRoute({
    method: 'POST',
    path: '/api/import-file/{importFileId}/inspection',
    summary:
      'What the file is: encoding, delimiter, sheets, columns, first rows; and where its columns would go in a content type',
    access: 'tenant',
    role: 'editor',
    takesImportKeys: true,
    isLong: true,
    params,
    body: importInspectionRequestSchema,
    response: importInspectionSchema,
    errors: ['NOT_FOUND', 'UPLOAD_INVALID'],
    reads: ['imports'],
  }),
}
