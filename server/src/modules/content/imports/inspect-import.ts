import type { ImportFileShape, ImportInspection, ImportInspectionRequest, ProposedImportColumn } from '@pim/contract'
import { createPlaces } from '../../../core/at-once.ts'
import { Problem } from '../../../core/problem.ts'
import type { TenantContext } from '../../../http/context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { type FileWorkers, type ReadFile, UnreadableFile } from '../../exchange/index.ts'
import type { ImportFiles } from '../../import-files/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { readingOf } from './import-reading.ts'
import { withMissingConcepts } from './missing-in-head.ts'
import { proposeColumns, proposeKeyField } from './propose-columns.ts'
import { type Head, shown } from './read-head.ts'
import { vocabularyOf } from './vocabularies/vocabulary.ts'

/** Says what files are, from all of their bytes and their first rows. */
export function createInspections(deps: {
  readonly database: Database
  readonly importFiles: ImportFiles
  readonly fileWorkers: FileWorkers
}) {
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
      const stored = await deps.importFiles.open(tenantId, importFileId)
      const file = await headOf(deps.fileWorkers, tenantId, stored, { chosen: asked.shape, signal })
      const type = found.stored?.type
      const { columns, ...told } = file
      const columnNames = [...columns.keys()]
      const vocabulary = vocabularyOf(columnNames)
      const proposed = type === undefined ? [] : proposeColumns(type, found.variations, columns, vocabulary)
      const proposal =
        type === undefined
          ? proposed
          : await deps.database.inTenantReadOnly(tenantId, (trx) =>
              withMissingConcepts(trx, tenantId, type, proposed, columns),
            )
      const joinBy =
        vocabulary?.joinBy !== undefined && columnNames.includes(vocabulary.joinBy) ? vocabulary.joinBy : undefined
      return {
        ...told,
        columns: columnNames,
        ...(vocabulary !== undefined && { looksLike: vocabulary.name }),
        ...(joinBy !== undefined && { proposedJoinBy: joinBy }),
        proposal,
        proposedKeyField: type === undefined ? null : proposeKeyField(type, proposal, columns, joinBy),
        ...proposedForAll(proposal),
      }
    } finally {
      leave()
    }
  }
}

/** For callers that say for the whole file how its cells are written: what most of its columns show. */
function proposedForAll(
  proposal: readonly ProposedImportColumn[],
): Pick<ImportInspection, 'proposedNumbers' | 'proposedDates' | 'proposedRichTexts'> {
  const mostOf = <Part extends 'numbers' | 'dates' | 'markup'>(part: Part) => {
    const shown = proposal.flatMap(({ reading }) => reading?.[part] ?? [])
    return shown.toSorted((one, other) => countOf(shown, other) - countOf(shown, one))[0]
  }
  const markup = mostOf('markup')
  return {
    proposedNumbers: mostOf('numbers') ?? 'point',
    proposedDates: mostOf('dates') ?? 'iso',
    proposedRichTexts: markup === 'markdown' ? markup : 'html',
  }
}

const countOf = (values: readonly string[], value: string): number => values.filter((each) => each === value).length

/** A file that cannot be read at all has a problem and nothing else. */
const nothing: Omit<Head, 'problems'> = {
  shape: null,
  encodingFoundBy: null,
  sheets: [],
  firstRows: [],
  columns: new Map(),
}

async function headOf(
  fileWorkers: FileWorkers,
  tenantId: string,
  file: ReadFile,
  { chosen, signal }: { readonly chosen: ImportFileShape | undefined; readonly signal: AbortSignal },
): Promise<Head> {
  try {
    let found: Head | undefined
    for await (const head of fileWorkers.read<Head>(tenantId, file, readingOf({ kind: 'head', chosen }), signal))
      found = head
    if (found === undefined) throw new Error('a file has a head')
    return found
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { ...nothing, problems: [shown(error.problem)] }
  }
}
