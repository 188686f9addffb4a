import type { ImportFile, ImportFileProblem } from '@pim/contract'
import { sql, type Updateable } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ImportFileTables } from './tables.ts'

type Fetched = NonNullable<ImportFile['fetched']>

/** `fetched`: with the job that fetches it. */
export interface FoundImportFile extends ImportFile {
  readonly fetchJobId: string | null
}

interface StoredImportFile extends Omit<ImportFile, 'missingParts' | 'fetched'> {
  readonly received: readonly number[]
  readonly address: string | null
  readonly fetchState: Fetched['state'] | null
  readonly fetchProblem: ImportFileProblem | null
  readonly fetchJobId: string | null
}

const columns = sql`import_file_id as "importFileId", file_name as "fileName", byte_size as "byteSize", part_bytes as "partBytes",
  received, created_by as "createdBy", created_at as "createdAt", address, fetch_state as "fetchState",
  fetch_problem as "fetchProblem", fetch_job_id as "fetchJobId"`

export const partCountOf = ({ byteSize, partBytes }: Pick<ImportFile, 'byteSize' | 'partBytes'>): number =>
  Math.ceil(byteSize / partBytes)

function withMissing({
  received,
  address,
  fetchState: state,
  fetchProblem: problem,
  ...file
}: StoredImportFile): FoundImportFile {
  const there = new Set(received)
  const all = Array.from({ length: partCountOf(file) }, (_, number) => number)
  return {
    ...file,
    missingParts: all.filter((number) => !there.has(number)),
    ...(address !== null && state !== null && { fetched: { address, state, problem } }),
  }
}

/** Waits for others of the tenant that announce one, so that they cannot pass the limit together. */
export async function lockAnnouncing(trx: Transaction, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import-files:${tenantId}`}, 0))`.execute(trx)
}

/** By which job of the server a file comes in, and from which address; null of one that lies in the store. */
export interface Fetching {
  readonly address: string | null
  readonly jobId: string
}

export async function insertImportFile(
  trx: Transaction,
  tenantId: string,
  file: Omit<ImportFile, 'missingParts' | 'createdAt' | 'fetched'>,
  fetching?: Fetching,
): Promise<void> {
  await trx
    .insertInto('import_file')
    .values({
      tenant_id: tenantId,
      import_file_id: file.importFileId,
      file_name: file.fileName,
      byte_size: file.byteSize,
      part_bytes: file.partBytes,
      created_by: file.createdBy,
      address: fetching?.address ?? null,
      fetch_state: fetching === undefined ? null : 'fetching',
      fetch_job_id: fetching?.jobId ?? null,
      fetch_problem: null,
    })
    .execute()
}

export async function findImportFile(
  trx: Transaction,
  tenantId: string,
  importFileId: string,
): Promise<FoundImportFile | undefined> {
  const { rows } = await sql<StoredImportFile>`
    select ${columns} from import_file where tenant_id = ${tenantId} and import_file_id = ${importFileId}`.execute(trx)
  return rows[0] && withMissing(rows[0])
}

const shownOf = ({ fetchJobId: _, ...shown }: FoundImportFile): ImportFile => shown

/** Answers the file with the part; undefined where the file is gone. */
export async function addPart(
  trx: Transaction,
  tenantId: string,
  importFileId: string,
  partNumber: number,
): Promise<ImportFile | undefined> {
  const { rows } = await sql<StoredImportFile>`
    update import_file
    set received = case when ${partNumber}::integer = any(received) then received else received || ${partNumber}::integer end
    where tenant_id = ${tenantId} and import_file_id = ${importFileId} returning ${columns}`.execute(trx)
  return rows[0] && shownOf(withMissing(rows[0]))
}

/** A fetched file from its beginning, of this size or of at most this size; an earlier attempt may have stored parts. */
export const beginFetched = (
  trx: Transaction,
  tenantId: string,
  importFileId: string,
  byteSize: number,
): Promise<boolean> => changeFetched(trx, tenantId, importFileId, { byte_size: byteSize, received: [] })

export const endFetched = (
  trx: Transaction,
  tenantId: string,
  importFileId: string,
  end: { readonly byteSize: number } | { readonly problem: ImportFileProblem },
): Promise<boolean> =>
  changeFetched(
    trx,
    tenantId,
    importFileId,
    'problem' in end
      ? { fetch_state: 'failed', fetch_problem: JSON.stringify(end.problem) }
      : { fetch_state: 'done', byte_size: end.byteSize },
  )

/** False where the file is gone, or has ended. */
async function changeFetched(
  trx: Transaction,
  tenantId: string,
  importFileId: string,
  change: Updateable<ImportFileTables['import_file']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('import_file')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('import_file_id', '=', importFileId)
    .where('fetch_state', '=', 'fetching')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface KeptImportFile {
  readonly importFileId: string
  readonly byteSize: number
  readonly partBytes: number
  /** It is kept no longer. */
  readonly isExpired: boolean
  /** It may be deleted to make room: fetching it failed, or there was time to import it, or to send what is missing. */
  readonly mayGo: boolean
}

const keptDays = 30

/** All of a tenant, the oldest first. */
export async function findKept(trx: Transaction, tenantId: string): Promise<KeptImportFile[]> {
  const { rows } = await sql<KeptImportFile>`
    select import_file_id as "importFileId", byte_size as "byteSize", part_bytes as "partBytes",
      created_at < now() - make_interval(days => ${keptDays}) as "isExpired",
      fetch_state is not distinct from 'failed' or
        created_at < now() - case when cardinality(received) * part_bytes::bigint >= byte_size then interval '1 hour'
          else interval '1 day' end as "mayGo"
    from import_file where tenant_id = ${tenantId} order by created_at, import_file_id`.execute(trx)
  return rows
}

export async function deleteImportFiles(
  trx: Transaction,
  tenantId: string,
  importFileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ importFileId: string }>`
    delete from import_file where tenant_id = ${tenantId} and import_file_id = any(${[...importFileIds]}::uuid[])
    returning import_file_id as "importFileId"`.execute(trx)
  return rows.map(({ importFileId }) => importFileId)
}

/** Of keys in the store, as `<tenant>/<id>`, those whose file is there. */
export async function findImportKeys(
  trx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select tenant_id || '/' || import_file_id as key from import_file
    where tenant_id = ${tenantId} and tenant_id || '/' || import_file_id = any(${[...keys]}::text[])`.execute(trx)
  return new Set(rows.map(({ key }) => key))
}
