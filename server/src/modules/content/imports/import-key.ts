import type { BulkChangeRequest } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { ImportFiles } from '../../import-files/index.ts'

/* The limits of a key for imports, within the calls that it may make at all. They do not concern people. */

/** What somebody else has made is unknown to a key. */
export function requireOwn({ importKey, user }: TenantContext, made: { readonly createdBy: string }): void {
  // Defence 180
  if (importKey !== undefined && made.createdBy !== user.userId) throw new Problem('NOT_FOUND')
}

/** Undefined: the call names no content type. */
export function requireType({ importKey }: TenantContext, technicalName: string | undefined): void {
  const allowed = importKey?.contentTypeTechnicalNames ?? []
  // Defence 179, without: if (false)
  if (technicalName !== undefined && allowed.length > 0 && !allowed.includes(technicalName))
    throw new Problem('FORBIDDEN', { message: `This key is not for the content type ${technicalName}.` })
}

/** A key changes items by files that it has sent, and by nothing else. */
export async function requireImport(
  context: TenantContext,
  importFiles: ImportFiles,
  request: BulkChangeRequest,
): Promise<void> {
  // Defence 179, without: if (!('file' in request)) return
  if (!('file' in request)) throw new Problem('FORBIDDEN', { message: 'This key is for imports of files alone.' })
  requireType(context, request.file.technicalContentTypeName)
  requireOwn(context, await importFiles.read(context.tenant.tenantId, request.file.importFileId))
}
