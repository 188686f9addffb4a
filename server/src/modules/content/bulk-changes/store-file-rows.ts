import type { FieldError, ImportMapping } from '@pim/contract'
import type { FieldErrorCode } from '@pim/contract/core/field-errors.ts'
import { invalidRequest, Problem } from '../../../core/problem.ts'
import { WritesBehind } from '../../../core/writes-behind.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { type FileWorkers, type ReadFile, UnreadableFile } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import type { AskedByFile } from '../imports/asked-by-file.ts'
import { inSlices } from '../imports/draft-slices.ts'
import { type ImportPlan, planOfImport } from '../imports/import-plan.ts'
import { type DraftsPart, readingOf } from '../imports/import-reading.ts'
import type { ItemDraft } from '../imports/map-rows.ts'
import { MissingNames } from '../imports/missing-names.ts'
import { resolveDrafts } from '../imports/resolve-drafts.ts'
import { moveBulkChange } from '../store/bulk-change.repository.ts'
import { deleteSomeRows, insertRows } from '../store/bulk-change-row.repository.ts'
import { setAdditions } from '../store/import-additions.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'
import { bulkChangeIdOf, holdForSlice, isHeld } from './hold.ts'
import { additionCounts, storedAdditions } from './import-additions.ts'

/** Characters of all rows of one file: a workbook may refer to one long text in each of its cells. */
const maxCharacters = 1_000_000_000
/** How often the job looks whether somebody has stopped it. */
const lookEveryMs = 500

/**
 * Stores what each item of the file is asked to become, some items in memory at a time. An attempt that was killed is made again from
 * the beginning. Undefined where somebody has stopped it; a problem where the file cannot be read to its end.
 */
export async function storeFileRows(
  database: Transactions,
  job: RunningJob,
  mapping: ImportMapping,
  { importFiles, fileWorkers }: { readonly importFiles: ImportFiles; readonly fileWorkers: FileWorkers },
): Promise<StoredBulkChange | Problem | undefined> {
  const { tenantId } = job
  const bulkChangeId = bulkChangeIdOf(job)
  const stopped = new AbortController()
  const signal = AbortSignal.any([job.signal, stopped.signal])
  const patience = { ...jobTimeouts, signal }
  const change = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenant(tenantId, work, patience)
  const read = <T>(work: (trx: Transaction) => Promise<T>) => database.inTenantReadOnly(tenantId, work, patience)
  // Before its first row a file may be read for minutes. A look that fails is one that is made again.
  const watching = setInterval(() => {
    read((trx) => isHeld(trx, job, 'rehearsing')).then(
      (held) => held || stopped.abort(new Error('somebody has stopped it')),
      () => undefined,
    )
  }, lookEveryMs)
  try {
    const file = await importFiles.open(tenantId, mapping.importFileId)
    const plan = await read((trx) => planOfImport(trx, tenantId, mapping))
    while (
      await change(
        async (trx) =>
          (await holdForSlice(trx, job, 'rehearsing')) !== undefined &&
          deleteSomeRows(trx, tenantId, bulkChangeId, 5_000),
      )
    );
    // Rows are stored while the next ones are read.
    const writes = new WritesBehind()
    const insert = (rows: Awaited<ReturnType<typeof resolveDrafts>>, from: number) =>
      change(async (trx) => {
        if ((await holdForSlice(trx, job, 'rehearsing')) === undefined) return false
        const contentItemIdOf = (row: AskedByFile) => ('item' in row ? (row.item.contentItemId ?? null) : null)
        const stored = rows.map(({ notes, ...asked }) => ({ contentItemId: contentItemIdOf(asked), asked, notes }))
        await insertRows(trx, tenantId, bulkChangeId, from, stored)
        return true
      })
    const missing = new MissingNames(tenantId, plan)
    let position = 0
    let characters = 0
    let noted = 0
    for await (const drafts of inSlices(draftsIn(plan, fileWorkers, { tenantId, file, signal }))) {
      signal.throwIfAborted()
      characters += drafts.reduce((sum, { size }) => sum + size, 0)
      if (characters > maxCharacters) return tooLarge()
      const rows = await read((trx) => resolveDrafts(trx, tenantId, plan, drafts, missing))
      const from = position
      if (!(await writes.next(() => insert(rows, from)))) return undefined
      position += drafts.length
      noted += rows.filter(({ notes }) => notes.length > 0).length
    }
    if (!(await writes.end())) return undefined
    return await change(async (trx) => {
      const held = await holdForSlice(trx, job, 'rehearsing')
      if (held === undefined) return undefined
      const names = missing.found()
      const counts = { ...held.counts, rows: position, noted, ...additionCounts(names) }
      await setAdditions(trx, tenantId, bulkChangeId, storedAdditions(names))
      await moveBulkChange(trx, tenantId, bulkChangeId, { rowCount: position, counts })
      return { ...held, rowCount: position, counts }
    })
  } catch (error) {
    if (stopped.signal.aborted && !job.signal.aborted) return undefined
    if (error instanceof UnreadableFile) return unreadable(error)
    // What the mapping names may have gone since, or the file.
    if (error instanceof Problem && error.status < 500) return error
    throw error
  } finally {
    clearInterval(watching)
  }
}

async function* draftsIn(
  plan: ImportPlan,
  fileWorkers: FileWorkers,
  { tenantId, file, signal }: { readonly tenantId: string; readonly file: ReadFile; readonly signal: AbortSignal },
): AsyncGenerator<ItemDraft> {
  for await (const part of fileWorkers.read<DraftsPart>(tenantId, file, readingOf({ kind: 'drafts', plan }), signal))
    if ('columns' in part) requireColumns(plan, new Set(part.columns))
    else yield* part.drafts
}

function requireColumns({ mapping, sources, derived }: ImportPlan, columns: ReadonlySet<string>): void {
  const refused = (place: string, column: string, code: FieldErrorCode, message: string): FieldError => ({
    technicalFieldName: `body.file.${place}`,
    code,
    message,
    params: { column },
  })
  const wrong = [
    ...sources.flatMap(({ place, column }) =>
      columns.has(column) ? [] : [refused(place, column, 'NOT_FOUND', 'is no column of the file')],
    ),
    ...(mapping.derived ?? []).flatMap(({ column }, index) =>
      derived.has(column) && columns.has(column)
        ? [refused(`derived[${index}].column`, column, 'DUPLICATE', 'is a column of the file')]
        : [],
    ),
  ]
  if (wrong.length > 0) throw invalidRequest(wrong)
}

function tooLarge(): Problem {
  const message = `The rows of the file have more than ${maxCharacters} characters together.`
  const params = { max: maxCharacters }
  return invalidRequest([{ technicalFieldName: 'body.file', code: 'TOO_LARGE', message, params }])
}

function unreadable({ problem: { code, message, row, column, params } }: UnreadableFile): Problem {
  return invalidRequest([
    {
      technicalFieldName: 'body.file',
      code: 'NOT_READ',
      message,
      params: { ...params, reason: code, ...(row !== undefined && { row }), ...(column !== undefined && { column }) },
    },
  ])
}
