import type { contract } from '@pim/contract'
import { actorOf } from '../../../core/caller.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { createInspections } from './inspect-import.ts'

export function importHandlers({
  database,
  importFiles,
}: {
  readonly database: Database
  readonly importFiles: ImportFiles
}): Handlers<typeof contract.import> {
  const inspect = createInspections({ database, importFiles })
  return {
    createImportFile: ({ body, context }) => importFiles.announce(actorOf(context), body),
    putImportFilePart: ({ params, upload, context }) =>
      importFiles.putPart(context, params.importFileId, params.partNumber, upload),
    getImportFile: ({ params, context }) => importFiles.read(context.tenant.tenantId, params.importFileId),
    deleteImportFile: ({ params, context }) => importFiles.delete(context.tenant.tenantId, params.importFileId),
    inspectImportFile: ({ params, body, context }) => inspect(context, params.importFileId, body),
  }
}
