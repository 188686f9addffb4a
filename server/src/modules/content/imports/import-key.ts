import type { BulkChange, BulkChangeRequest, BulkChangeRow, BulkFieldChange, PartProblem } from '@pim/contract'
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
  // Defence 386, without: if (false)
  if (request.file.columns.some(({ adds }) => adds !== undefined))
    throw new Problem('FORBIDDEN', { message: 'A key makes neither options nor concepts.' })
  requireOwn(context, await importFiles.read(context.tenant.tenantId, request.file.importFileId))
}

/*
 * Of content a key may read nothing. Of a row it is told what it has sent itself and what became of it: not what is there, what that is called,
 * and who has made it.
 */

/** What is inherited is somebody else's value. */
const sentPart = <Change extends BulkFieldChange>({ before: _, after, ...change }: Change) => ({
  ...change,
  before: null,
  after: after?.isInherited ? { ...after, value: null } : after,
})

function sentProblem({ status, code, message, fieldErrors, quota }: PartProblem): PartProblem {
  return { status, code, message, ...(fieldErrors && { fieldErrors }), ...(quota && { quota }) }
}

/** A row as its bearer sees it: all of it for people. */
export function rowFor({ importKey }: TenantContext): (row: BulkChangeRow) => BulkChangeRow {
  if (importKey === undefined) return (row) => row
  return ({ name, changes, changedSince, kept: _, problem, ...row }) => ({
    ...row,
    name: row.outcome === 'created' ? name : null,
    changes: changes.map(sentPart),
    kept: [],
    ...(changedSince && { changedSince: changedSince.map((change) => ({ ...sentPart(change), by: '' })) }),
    problem: problem && sentProblem(problem),
  })
}

/** A person may have gone on with what the key has begun. */
export function changeFor(
  { importKey, user }: TenantContext,
  { executedBy, paused, ...change }: BulkChange,
): BulkChange {
  if (importKey === undefined) return { ...change, executedBy, ...(paused && { paused }) }
  const own = (userId: string | null) => (userId === user.userId ? userId : null)
  return {
    ...change,
    executedBy: own(executedBy),
    ...(paused && { paused: { ...paused, userId: own(paused.userId) ?? '' } }),
  }
}
