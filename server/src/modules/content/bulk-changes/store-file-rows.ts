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
import type { NotedByFile } from '../imports/asked-by-file.ts'
import { inSlices } from '../imports/draft-slices.ts'
import { type ImportPlan, planOfImport } from '../imports/import-plan.ts'
import { type DraftsPart, readingOf } from '../imports/import-reading.ts'
import type { ItemDraft } from '../imports/map-rows.ts'
import { MissingNames } from '../imports/missing-names.ts'
import { resolveDrafts } from '../imports/resolve-drafts.ts'
import { moveBulkChange } from '../store/bulk-change.repository.ts'
import { deleteSomeRows, insertRows, type NewRow } from '../store/bulk-change-row.repository.ts'
import { setAdditions } from '../store/import-additions.repository.ts'
import { addCounts, noCounts, type StoredBulkChange, type StoredCounts } from './bulk-change.ts'
import { holdForSlice, isHeld } from './hold.ts'
import { additionCounts, storedAdditions } from './import-additions.ts'
import { rehearseRows } from './judge-rows.ts'

/** Characters of all rows of one file: a workbook may refer to one long text in each of its cells. */
const maxCharacters = 1_000_000_000
/** How often the job looks whether somebody has stopped it. */
const lookEveryMs = 500

/**
 * Stores what each item of the file is asked to become, some items in memory at a time, with what would become of it where that can be told
 * already. An attempt that was killed is made again from
 * the beginning. Undefined where somebody has stopped it; a problem where the file cannot be read to its end.
 */
export async function storeFileRows(
  database: Transactions,
  job: RunningJob,
  bulkChange: StoredBulkChange,
  mapping: ImportMapping,
  { importFiles, fileWorkers }: { readonly importFiles: ImportFiles; readonly fileWorkers: FileWorkers },
): Promise<StoredBulkChange | Problem | undefined> {
  const { tenantId } = job
  const { bulkChangeId } = bulkChange
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
    const insert = (rows: readonly NewRow[], from: number, counts: StoredCounts) =>
      change(async (trx) => {
        if ((await holdForSlice(trx, job, 'rehearsing')) === undefined) return false
        await insertRows(trx, tenantId, bulkChangeId, from, rows)
        await moveBulkChange(trx, tenantId, bulkChangeId, { counts })
        return true
      })
    const missing = new MissingNames(tenantId, plan)
    let counts: StoredCounts = noCounts
    let characters = 0
    for await (const drafts of inSlices(draftsIn(plan, fileWorkers, { tenantId, file, signal }))) {
      signal.throwIfAborted()
      characters += drafts.reduce((sum, { size }) => sum + size, 0)
      if (characters > maxCharacters) return tooLarge()
      const from = counts.rows
      const rows = await read(async (trx) => {
        const named = (await resolveDrafts(trx, tenantId, plan, drafts, missing)).map(newRowOf)
        return standsAlone(mapping) ? judged(trx, tenantId, bulkChange, from, named) : named
      })
      const outcomes = rows.flatMap((row) => row.judged?.outcome ?? [])
      const noted = counts.noted + rows.filter(({ notes = [] }) => notes.length > 0).length
      counts = { ...addCounts(counts, outcomes), rows: from + rows.length, noted }
      const soFar = counts
      if (!(await writes.next(() => insert(rows, from, soFar)))) return undefined
      await job.progress(soFar.rows)
    }
    if (!(await writes.end())) return undefined
    return await change(async (trx) => {
      const held = await holdForSlice(trx, job, 'rehearsing')
      if (held === undefined) return undefined
      const names = missing.found()
      const all = { ...counts, ...additionCounts(names) }
      await setAdditions(trx, tenantId, bulkChangeId, storedAdditions(names))
      await moveBulkChange(trx, tenantId, bulkChangeId, { rowCount: all.rows, counts: all })
      return { ...held, rowCount: all.rows, counts: all }
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

/** Whether each row can be rehearsed as it is read: none waits for a later row, or for what the names in the whole file are to make. */
const standsAlone = ({ columns }: ImportMapping): boolean =>
  columns.every(({ target, adds }) => adds === undefined && !(target.kind === 'field' && target.linkedBy !== undefined))

const newRowOf = ({ notes, ...asked }: NotedByFile): NewRow => ({
  contentItemId: 'item' in asked ? (asked.item.contentItemId ?? null) : null,
  asked,
  notes,
})

/** These rows, from a position on, with what would become of each. */
async function judged(
  trx: Transaction,
  tenantId: string,
  bulkChange: StoredBulkChange,
  from: number,
  rows: readonly NewRow[],
): Promise<NewRow[]> {
  const open = { outcome: null, isLeftOut: false, fingerprint: null, written: null, makes: null, waitsFor: [] }
  const waiting = rows.map(({ contentItemId, asked = null }, at) => ({
    ...{ ...open, position: from + at, contentItemId, asked },
  }))
  const actor = { tenantId, userId: bulkChange.createdBy }
  const facts = await rehearseRows(trx, actor, bulkChange, waiting, { vain: new Set() })
  return rows.map((row, at) => ({ ...row, ...(facts[at] && { judged: facts[at] }) }))
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
