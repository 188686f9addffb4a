import type { ImportFileProblem, ImportFileShape, ImportInspection, ImportInspectionRequest } from '@pim/contract'
import { createPlaces } from '../../../core/at-once.ts'
import { Problem } from '../../../core/problem.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { findEncoding, findShape, type OpenFile, readRows, UnreadableFile } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { beginningOf } from '../domain/beginning-of.ts'
import { proposeColumns, proposeKeyField, proposeWriting } from './propose-columns.ts'
import { textOfCell } from './read-cells.ts'

/** Rows that are read; those that are shown; characters that are shown of a cell, and of all of them; problems. */
const most = { read: 1_000, shown: 20, cell: 500, cells: 1_000_000, problems: 100 }

/** Says what files are, from all of their bytes and their first rows. */
export function createInspections(deps: { readonly database: Database; readonly importFiles: ImportFiles }) {
  const takePlace = createPlaces({ ofProcess: 4, ofTenant: 2, message: 'Other files are being looked at.' })
  return async (
    { tenant: { tenantId }, signal }: TenantContext,
    importFileId: string,
    asked: ImportInspectionRequest,
  ): Promise<ImportInspection> => {
    const leave = takePlace(tenantId)
    try {
      const { technicalContentTypeName: typeName } = asked
      const found = await deps.database.inTenantReadOnly(tenantId, async (trx) => ({
        stored: typeName === undefined ? undefined : await findTypeByName(trx, tenantId, typeName),
        variations: await variationsOf(trx, tenantId),
      }))
      if (typeName !== undefined && found.stored === undefined)
        throw new Problem('NOT_FOUND', { message: 'There is no such content type.' })
      const { open } = await deps.importFiles.open(tenantId, importFileId)
      const file = await readHead(watched(open, signal), asked.shape)
      const type = found.stored?.type
      const { columns, ...told } = file
      const proposal = type === undefined ? [] : proposeColumns(type, found.variations, columns)
      const written = type && proposeWriting(type, proposal, columns)
      return {
        ...told,
        columns: [...columns.keys()],
        proposal,
        proposedKeyField: type === undefined ? null : proposeKeyField(type, proposal, columns),
        proposedNumbers: written?.numbers ?? 'point',
        proposedDates: written?.dates ?? 'iso',
        proposedRichTexts: written?.richTexts ?? 'html',
      }
    } finally {
      leave()
    }
  }
}

/** Ends where the caller is gone. */
const watched = (open: OpenFile, signal: AbortSignal): OpenFile =>
  async function* () {
    for await (const chunk of open()) {
      signal.throwIfAborted()
      yield chunk
    }
  }

type Head = Pick<ImportInspection, 'shape' | 'encodingFoundBy' | 'sheets' | 'firstRows' | 'problems'> & {
  /** With the cells of the rows that are shown. */
  readonly columns: ReadonlyMap<string, readonly string[]>
}

async function readHead(open: OpenFile, chosen: ImportFileShape | undefined): Promise<Head> {
  const names = new Set<string>()
  const rows: ReadonlyMap<string, unknown>[] = []
  const problems: ImportFileProblem[] = []
  let shape: ImportFileShape | null = chosen ?? null
  let encodingFoundBy: Head['encodingFoundBy'] = null
  let sheets: Head['sheets'] = []
  try {
    const encoding = await findEncoding(open())
    const found = await findShape(open, encoding)
    if (found.format !== 'xlsx') encodingFoundBy = encoding.foundBy
    sheets = (found.sheets ?? []).map(({ name, isHidden }) => ({ name, isHidden }))
    shape ??= shapeOf(found)
    let count = 0
    const onColumns = (given: Iterable<string>) => {
      for (const name of given) names.add(name)
    }
    for await (const { values, problems: ofRow } of readRows(open, shape, onColumns)) {
      if (rows.length < most.shown) rows.push(values)
      problems.push(...ofRow.slice(0, most.problems - problems.length).map(shown))
      count += 1
      if (count >= most.read) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    problems.push(shown(error.problem))
  }
  const format = shape?.format ?? 'csv'
  const columns = [...names]
  const length = Math.min(most.cell, Math.ceil(most.cells / (columns.length * most.shown)))
  const cell = (value: unknown) => beginningOf(textOfCell(value, format), length)
  return {
    shape,
    encodingFoundBy,
    sheets,
    firstRows: rows.map((row) => columns.map((name) => (row.has(name) ? cell(row.get(name)) : null))),
    problems,
    columns: new Map(columns.map((name) => [name, rows.map((row) => cell(row.get(name)))])),
  }
}

/** Without what was found beside it. */
function shapeOf(found: Awaited<ReturnType<typeof findShape>>): ImportFileShape {
  if (found.format === 'xlsx') return { format: 'xlsx', sheet: found.sheet }
  const { encoding } = found
  return found.format === 'csv'
    ? { format: 'csv', encoding, delimiter: found.delimiter }
    : { format: 'jsonLines', encoding }
}

const shown = ({
  code,
  message,
  row,
  column,
  params,
}: UnreadableFile['problem'] | ImportFileProblem): ImportFileProblem => ({
  code,
  message,
  ...(row !== undefined && { row }),
  ...(column !== undefined && { column }),
  ...(params !== undefined && { params: { ...params } }),
})
