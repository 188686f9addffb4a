import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type {
  ConceptFileFormat,
  ConceptImportPlan,
  ConceptImportResult,
  ConceptImportUndone,
  LastConceptImport,
} from '@pim/contract'
import { maxConceptFileBytes } from '@pim/contract/taxonomies/file-schemas.ts'
import { createPlaces } from '../../../core/at-once.ts'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import type { Upload } from '../../../http/upload.ts'
import type { TransactionOptions } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { withSavepoint } from '../../../platform/database/savepoint.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { UnreadableFile } from '../../exchange/index.ts'
import { variationsOf } from '../../tenants/index.ts'
import { requireTaxonomies, type TaxonomiesDependencies } from '../access.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import { languageTag } from '../concept-words.ts'
import { lock } from '../taxonomies-service.ts'
import { findTaxonomy } from '../taxonomy.repository.ts'
import { findAllConcepts, findAllLeads } from './concept-file.repository.ts'
import { findLastImport, type ImportedConcept, keepImport } from './concept-import.repository.ts'
import type { ConceptFilePart } from './concept-reader-process.ts'
import type { ConceptRow } from './concept-row.ts'
import { type PlannedImport, type PlannedRow, planImport } from './plan-import.ts'
import { type ConceptFile, nothingRead, unreadable } from './read-concept-file.ts'
import type { ReadingOptions } from './reading-options.ts'
import { undoImport } from './undo-import.ts'
import { writeImport } from './write-import.ts'

interface Asked {
  readonly format: ConceptFileFormat
  readonly emptyCells: 'keep' | 'clear'
}

/** Imports of a process that hold a file at a time, and those of one tenant. */
const most = { ofProcess: 4, ofTenant: 1, message: 'Another file of concepts is being read.' }
/** A caller that sends its file more slowly gives its place to others. */
const uploadMs = 120_000
/** Twenty-five thousand concepts with ten languages each take some seconds. */
const importing: TransactionOptions = { statementMs: 20_000, deadlineMs: 90_000 }

export function createConceptImports({ database, fileWorkers, content }: TaxonomiesDependencies) {
  const takePlace = createPlaces(most)

  /** Runs the work with the bytes of the file, of which few are held at a time. */
  async function withFile<T>(tenantId: string, upload: Upload, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    const leave = takePlace(tenantId)
    try {
      return await work(await bytesOf(upload))
    } finally {
      leave()
    }
  }

  const rehearse = (
    tenantId: string,
    taxonomyId: string,
    upload: Upload,
    { rows, ...asked }: Asked & { readonly rows: number },
  ): Promise<ConceptImportPlan> =>
    withFile(tenantId, upload, async (bytes) => {
      const file = await readFile({ database, fileWorkers }, tenantId, bytes, asked)
      return database.inTenantReadOnly(
        tenantId,
        async (trx) => {
          await requireTaxonomies(trx, tenantId)
          const taxonomy = await findTaxonomy(trx, tenantId, taxonomyId)
          if (taxonomy === undefined) throw new Problem('NOT_FOUND')
          const planned = await plan(trx, tenantId, taxonomyId, file)
          return presented(file, planned, fingerprintOf(taxonomyId, taxonomy.version, file), rows)
        },
        importing,
      )
    })

  const execute = (
    actor: Actor,
    taxonomyId: string,
    upload: Upload,
    { fingerprint, ...asked }: Asked & { readonly fingerprint: string },
  ): Promise<ConceptImportResult> =>
    withFile(actor.tenantId, upload, async (bytes) => {
      const file = await readFile({ database, fileWorkers }, actor.tenantId, bytes, asked)
      return database.inTenant(actor.tenantId, (trx) => executeIn(trx, actor, taxonomyId, file, fingerprint), importing)
    })

  const last = (tenantId: string, taxonomyId: string): Promise<LastConceptImport> =>
    database.inTenantReadOnly(tenantId, async (trx) => {
      await requireTaxonomies(trx, tenantId)
      if ((await findTaxonomy(trx, tenantId, taxonomyId)) === undefined) throw new Problem('NOT_FOUND')
      const kept = await findLastImport(trx, tenantId, taxonomyId)
      if (kept === undefined) return { last: null }
      const { importId, madeAt, created, changed } = kept
      return { last: { importId, madeAt, createdCount: created, changedCount: changed } }
    })

  const undo = (actor: Actor, taxonomyId: string, importId: string): Promise<ConceptImportUndone> =>
    database.inTenant(actor.tenantId, (trx) => undoImport({ content }, trx, actor, taxonomyId, importId), importing)

  return { rehearse, execute, last, undo }
}

/** Takes the lock back where there is nothing to do: the taxonomy's version stays. */
class NothingToDo extends Error {}

async function executeIn(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  file: ConceptFile,
  fingerprint: string,
): Promise<ConceptImportResult> {
  let planned: PlannedImport | undefined
  await withSavepoint(trx, async () => {
    const { version } = await lock(trx, actor, taxonomyId)
    if (fingerprintOf(taxonomyId, version - 1, file) !== fingerprint) throw new Problem('PLAN_OUTDATED')
    planned = await plan(trx, actor.tenantId, taxonomyId, file)
    const count = planned.counts.problem + file.problems.length
    if (count > 0)
      throw new Problem('VALIDATION_FAILED', { message: `The file has ${count} problems; its rehearsal names them.` })
    if (planned.created.length === 0 && planned.changed.length === 0) throw new NothingToDo()
    await writeImport(trx, actor, taxonomyId, planned)
    await keepImport(trx, actor.tenantId, taxonomyId, newId(), importedConcepts(planned))
  }).catch((error: unknown) => {
    if (!(error instanceof NothingToDo)) throw error
  })
  if (planned === undefined) throw new Error('An import without a plan')
  return { counts: { ...planned.counts } }
}

/** Without those that only make room for their siblings. */
const importedConcepts = ({ created, changed }: PlannedImport): ImportedConcept[] => [
  ...created.map(({ conceptId, version }) => ({ conceptId, version, before: null })),
  ...changed.flatMap(({ before, parts }) => {
    const { conceptId, path: _path, version, ...was } = before
    return parts.length === 0 ? [] : [{ conceptId, version: version + 1, before: was }]
  }),
]

/** Reads the upload into memory, as far as it is allowed to go. */
async function bytesOf(upload: Upload): Promise<Buffer> {
  const part = await upload.file(maxConceptFileBytes)
  if (part === undefined) throw new Problem('UPLOAD_INVALID')
  const tooSlow = new Problem('UPLOAD_INVALID', { message: 'The file took too long to arrive.' })
  const timer = setTimeout(() => part.stream.destroy(tooSlow), uploadMs)
  try {
    const parts: Buffer[] = []
    for await (const chunk of part.stream) parts.push(chunk)
    if (part.stream.truncated) throw new Problem('PAYLOAD_TOO_LARGE')
    return Buffer.concat(parts)
  } finally {
    clearTimeout(timer)
  }
}

const program = fileURLToPath(new URL('./concept-reader-process.ts', import.meta.url))

async function readFile(
  { database, fileWorkers }: Pick<TaxonomiesDependencies, 'database' | 'fileWorkers'>,
  tenantId: string,
  bytes: Buffer,
  { format, emptyCells }: Asked,
): Promise<ConceptFile> {
  const { defaultLanguage, tenantLanguages } = await database.inTenantReadOnly(tenantId, async (trx) => {
    await requireTaxonomies(trx, tenantId)
    const variations = await variationsOf(trx, tenantId)
    return {
      defaultLanguage: await defaultLanguageOf(trx, tenantId),
      tenantLanguages: variations.map(({ languageCode }) => languageTag(languageCode)),
    }
  })
  const options: ReadingOptions = { format, emptyCells, defaultLanguage, tenantLanguages }
  const stored = { open: () => inParts(bytes), byteSize: bytes.length }
  const rows: ConceptRow[] = []
  let file: Omit<ConceptFile, 'rows'> | undefined
  try {
    for await (const part of fileWorkers.read<ConceptFilePart>(tenantId, stored, { program, task: options }))
      if ('rows' in part) rows.push(...part.rows)
      else file = part.file
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { ...nothingRead, problems: [unreadable(error)] }
  }
  if (file === undefined) throw new Error('a file of concepts was read to its end')
  return { ...file, rows }
}

/** Bytes that are written down at once. */
const bytesAtOnce = 65_536

function* inParts(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += bytesAtOnce) yield bytes.subarray(at, at + bytesAtOnce)
}

async function plan(trx: Transaction, tenantId: string, taxonomyId: string, file: ConceptFile): Promise<PlannedImport> {
  const [concepts, leads, defaultLanguage] = await Promise.all([
    findAllConcepts(trx, tenantId, taxonomyId),
    findAllLeads(trx, tenantId, taxonomyId),
    defaultLanguageOf(trx, tenantId),
  ])
  return inSlices(planImport(file.rows, { concepts, leads, defaultLanguage, newId }))
}

/** The file's hash says in which languages it was read; its version which concepts it was compared with. */
const fingerprintOf = (taxonomyId: string, version: number, file: ConceptFile): string =>
  createHash('sha256').update(`${taxonomyId} ${version} ${file.hash}`).digest('base64url')

function presented(
  { encoding, columns, problems }: ConceptFile,
  { counts, rows, changesOf }: PlannedImport,
  fingerprint: string,
  most: number,
): ConceptImportPlan {
  const shown = new Map<string, number>()
  const isShown = ({ outcome }: PlannedRow): boolean => {
    const count = shown.get(outcome) ?? 0
    shown.set(outcome, count + 1)
    return outcome !== 'nothing' && count < most
  }
  return {
    fingerprint,
    ...(encoding !== undefined && { encoding }),
    languages: [...columns.languages],
    ...(columns.readAsDefault !== undefined && { readAsDefault: columns.readAsDefault }),
    ignoredColumns: [...columns.ignored],
    counts: { ...counts },
    problems: [...problems],
    rows: rows.filter(isShown).map((row) => ({ ...row, changes: row.problems.length > 0 ? [] : changesOf(row) })),
  }
}
