import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { addStoredFiles } from '../quotas/index.ts'
import type { BinaryTables } from './tables.ts'

type Columns = BinaryTables['binary_file']

export interface BinaryRow {
  readonly binaryId: string
  readonly fileName: string
  readonly mimeType: string
  readonly byteSize: number
  readonly sha256: string
  readonly width: number | null
  readonly height: number | null
  readonly storageKey: string
  readonly renditionState: Columns['rendition_state']
  readonly renditionReason: Columns['rendition_reason']
  readonly renditionRecipe: number | null
  readonly pageCount: number | null
  readonly createdAt: string
}

/** What a decoder found out about a file. */
export type Looked = Pick<
  BinaryRow,
  'width' | 'height' | 'renditionState' | 'renditionReason' | 'renditionRecipe' | 'pageCount'
>

export async function insertBinary(
  trx: Transaction,
  tenantId: string,
  row: Omit<BinaryRow, 'createdAt'> & { createdBy: string },
): Promise<string> {
  const { created_at } = await trx
    .insertInto('binary_file')
    .values({
      tenant_id: tenantId,
      binary_id: row.binaryId,
      file_name: row.fileName,
      mime_type: row.mimeType,
      byte_size: row.byteSize,
      sha256: row.sha256,
      storage_key: row.storageKey,
      ...columnsOf(row),
      created_by: row.createdBy,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return created_at
}

const columnsOfRow = [
  'binary_id as binaryId',
  'file_name as fileName',
  'mime_type as mimeType',
  'byte_size as byteSize',
  'sha256',
  'width',
  'height',
  'storage_key as storageKey',
  'rendition_state as renditionState',
  'rendition_reason as renditionReason',
  'rendition_recipe as renditionRecipe',
  'page_count as pageCount',
  'created_at as createdAt',
] as const

export async function findBinary(trx: Transaction, tenantId: string, binaryId: string): Promise<BinaryRow | undefined> {
  return await trx
    .selectFrom('binary_file')
    .select(columnsOfRow)
    // Defence 9
    .where('tenant_id', '=', tenantId)
    .where('binary_id', '=', binaryId)
    .executeTakeFirst()
}

/** The files with these bytes, newest first. */
export const findBinariesByContent = (
  trx: Transaction,
  tenantId: string,
  sha256: string,
  limit: number,
): Promise<BinaryRow[]> =>
  trx
    .selectFrom('binary_file')
    .select(columnsOfRow)
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', sha256)
    .orderBy('created_at', 'desc')
    .orderBy('binary_id')
    .limit(limit)
    .execute()

export async function updateLooked(
  trx: Transaction,
  tenantId: string,
  binaryId: string,
  looked: Looked,
): Promise<void> {
  await trx
    .updateTable('binary_file')
    .set(columnsOf(looked))
    .where('tenant_id', '=', tenantId)
    .where('binary_id', '=', binaryId)
    .execute()
}

const columnsOf = ({ width, height, renditionState, renditionReason, renditionRecipe, pageCount }: Looked) => ({
  width,
  height,
  rendition_state: renditionState,
  rendition_reason: renditionReason,
  rendition_recipe: renditionRecipe,
  page_count: pageCount,
})

export interface StoredFile {
  readonly binaryId: string
  readonly key: string
  readonly mimeType: string
  readonly byteSize: number
  readonly sha256: string
}

/** A part of all files of the tenant: those behind an id, in the order of their ids. */
export const findStoredFiles = (
  trx: Transaction,
  tenantId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredFile[]> =>
  trx
    .selectFrom('binary_file')
    .select(['binary_id as binaryId', 'storage_key as key', 'mime_type as mimeType', 'byte_size as byteSize', 'sha256'])
    .where('tenant_id', '=', tenantId)
    .$if(after !== undefined, (query) => query.where('binary_id', '>', after ?? ''))
    .orderBy('binary_id')
    .limit(limit)
    .execute()

/** How many files the tenant has, and their bytes, added up anew. */
export const measureFiles = (
  trx: Transaction,
  tenantId: string,
): Promise<{ readonly files: number; readonly storageBytes: number }> =>
  trx
    .selectFrom('binary_file')
    .where('tenant_id', '=', tenantId)
    .select([
      sql<number>`count(*)::integer`.as('files'),
      sql<number>`coalesce(sum(byte_size), 0)::bigint`.as('storageBytes'),
    ])
    .executeTakeFirstOrThrow()

/** The names of files that are called so, by binary id. */
export async function findBinariesByName(
  trx: Transaction,
  tenantId: string,
  fileNames: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ binaryId: string; fileName: string }>`
    select binary_id as "binaryId", file_name as "fileName" from binary_file
    where tenant_id = ${tenantId} and file_name = any(${[...fileNames]}::text[])`.execute(trx)
  return new Map(rows.map(({ binaryId, fileName }) => [binaryId, fileName]))
}

/** The names of files by id; an id without a file is left out. */
export async function findFileNames(
  trx: Transaction,
  tenantId: string,
  binaryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ binaryId: string; fileName: string }>`
    select binary_id as "binaryId", file_name as "fileName" from binary_file
    where tenant_id = ${tenantId} and binary_id = any(${[...binaryIds]}::uuid[])`.execute(trx)
  return new Map(rows.map(({ binaryId, fileName }) => [binaryId, fileName]))
}

/** The MIME types of the given binaries by id; an id without a binary is left out. */
export async function findMimeTypes(
  trx: Transaction,
  tenantId: string,
  binaryIds: readonly string[],
): Promise<Map<string, string>> {
  if (binaryIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('binary_file')
    .select(['binary_id', 'mime_type'])
    // Defence 15
    .where('tenant_id', '=', tenantId)
    .where('binary_id', 'in', [...binaryIds])
    .execute()
  return new Map(rows.map((row) => [row.binary_id, row.mime_type]))
}

/** The names and sizes of these files, largest first. */
export const findSizes = (
  trx: Transaction,
  tenantId: string,
  binaryIds: readonly string[],
): Promise<{ binaryId: string; fileName: string; byteSize: number }[]> =>
  trx
    .selectFrom('binary_file')
    .select(['binary_id as binaryId', 'file_name as fileName', 'byte_size as byteSize'])
    .where('tenant_id', '=', tenantId)
    .where('binary_id', 'in', [...binaryIds])
    .orderBy('byte_size', 'desc')
    .orderBy('binary_id')
    .execute()

/** For a statement of another module that joins the files of these types. */
export const filesOfTypes = (tenantId: string, mimeTypes: readonly string[]): RawBuilder<unknown> =>
  sql`(select binary_id from binary_file where tenant_id = ${tenantId} and mime_type = any(${mimeTypes}::text[]))`

export interface ErasedFile {
  readonly binaryId: string
  readonly storageKey: string
}

/** Deletes the rows of these files, and no longer counts them; answers those that were there. */
export async function deleteBinaries(
  trx: Transaction,
  tenantId: string,
  binaryIds: readonly string[],
): Promise<ErasedFile[]> {
  const gone = await trx
    .deleteFrom('binary_file')
    .where('tenant_id', '=', tenantId)
    .where('binary_id', 'in', [...binaryIds])
    .returning(['binary_id as binaryId', 'storage_key as storageKey', 'byte_size as byteSize'])
    .execute()
  const bytes = gone.reduce((sum, { byteSize }) => sum + byteSize, 0)
  if (gone.length > 0) await addStoredFiles(trx, tenantId, { files: -gone.length, bytes: -bytes })
  return gone.map(({ binaryId, storageKey }) => ({ binaryId, storageKey }))
}

/** Which of these keys are those of files of the tenant. Reads all of its files, so ask for many at once. */
export async function findKnownKeys(
  trx: Transaction,
  tenantId: string,
  storageKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from binary_file
    where tenant_id = ${tenantId} and storage_key = any(${[...storageKeys]}::text[])`.execute(trx)
  return new Set(rows.map(({ key }) => key))
}
