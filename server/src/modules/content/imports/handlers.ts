import type { contract } from '@pim/contract'
import { actorOf } from '../../../core/caller.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { FileWorkers } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { requireOwn, requireType } from './import-key.ts'
import { createInspections } from './inspect-import.ts'

export function importHandlers({
  database,
  importFiles,
  fileWorkers,
}: {
  readonly database: Database
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
}): Handlers<typeof contract.import> {
  const readOwn = async (context: TenantContext, importFileId: string) => {
    const file = await importFiles.read(context.tenant.tenantId, importFileId)
    requireOwn(context, file)
    return file
  }
  const inspect = createInspections({ database, importFiles, fileWorkers })
  return {
    createImportFile: ({ body, context }) => importFiles.announce(actorOf(context), body),
    fetchImportFile: ({ body, context }) => importFiles.fetch(actorOf(context), body),
    putImportFilePart: async ({ params, upload, context }) => {
      await readOwn(context, params.importFileId)
      return importFiles.putPart(context, params.importFileId, params.partNumber, upload)
    },
    getImportFile: ({ params, context }) => readOwn(context, params.importFileId),
    deleteImportFile: async ({ params, context }) => {
      await readOwn(context, params.importFileId)
      await importFiles.delete(context.tenant.tenantId, params.importFileId)
    },
    inspectImportFile: async ({ params, body, context }) => {
      requireType(context, body.technicalContentTypeName)
      await readOwn(context, params.importFileId)
      return inspect(context, params.importFileId, body)
    },
  }
}
