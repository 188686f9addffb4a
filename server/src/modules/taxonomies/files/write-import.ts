import type { Actor } from '../../../core/caller.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type AuditRecord, recordAll } from '../../audit/index.ts'
import { appendEvents } from '../../events/index.ts'
import { insertConcepts } from '../concept.repository.ts'
import type { StoredConcept } from '../concept-words.ts'
import { changeConceptCount } from '../taxonomy.repository.ts'
import {
  findAllConcepts,
  planAgain,
  releaseNames,
  type WrittenConcept,
  writeConcepts,
} from './concept-file.repository.ts'
import type { PlannedImport } from './plan-import.ts'

/** Concepts that are written by one statement. */
const conceptsAtOnce = 1_000

/** Writes what was planned; the taxonomy is locked. */
export async function writeImport(
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  { created, changed }: Pick<PlannedImport, 'created' | 'changed'>,
  /** How the log tells these changes from others. */
  way: 'imported' | 'undone' = 'imported',
): Promise<void> {
  const { tenantId } = actor
  const { inserted, updated } = await withPaths(trx, tenantId, taxonomyId, { created, changed })
  const renamed = changed.filter(({ parts }) => parts.some((part) => releases.has(part)))
  for (const part of slices(renamed)) {
    const ids = part.map(({ before }) => before.conceptId)
    await releaseNames(trx, tenantId, ids)
  }
  for (const part of slices(updated)) await writeConcepts(trx, tenantId, part)
  for (const part of slices(inserted)) await insertConcepts(trx, tenantId, taxonomyId, part)
  await changeConceptCount(trx, tenantId, taxonomyId, inserted.length)
  const note = (action: string, concept: StoredConcept, details: object): AuditRecord =>
    recordOf(actor, taxonomyId, action, concept, { ...details, [way]: true })
  await planAgain(trx)
  await noteAll(trx, tenantId, [
    ...inserted.map((concept) => note('concept.create', concept, {})),
    ...changed.flatMap(({ after, parts }) =>
      parts.length === 0 ? [] : [note('concept.change', after, { changed: parts })],
    ),
  ])
}

/** Notes what was done with many concepts. */
export const noteConcepts = (
  trx: Transaction,
  actor: Actor,
  taxonomyId: string,
  action: string,
  concepts: readonly StoredConcept[],
  way: 'imported' | 'undone',
): Promise<void> =>
  noteAll(
    trx,
    actor.tenantId,
    concepts.map((concept) => recordOf(actor, taxonomyId, action, concept, { [way]: true })),
  )

const recordOf = (
  { userId }: Actor,
  taxonomyId: string,
  action: string,
  { conceptId, friendlyName }: StoredConcept,
  details: object,
): AuditRecord => ({
  userId,
  action,
  entityKind: 'concept',
  entityId: conceptId,
  details: { taxonomyId, ...details, friendlyName },
})

/** Changes of what no two concepts may have at once. */
const releases = new Set(['friendlyName', 'code', 'parent'])

function* slices<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += conceptsAtOnce) yield all.slice(at, at + conceptsAtOnce)
}

async function noteAll(trx: Transaction, tenantId: string, records: readonly AuditRecord[]): Promise<void> {
  for (const part of slices(records)) {
    await recordAll(trx, tenantId, part)
    await appendEvents(
      trx,
      tenantId,
      part.map(({ userId: by, action: kind, entityKind: subjectKind, entityId: subjectId, details }) => ({
        by,
        kind,
        subjectKind,
        subjectId,
        details,
      })),
    )
  }
}

/** Paths follow from the parents: those of what is new, and of everything below what has moved. */
async function withPaths(
  trx: Transaction,
  tenantId: string,
  taxonomyId: string,
  { created, changed }: Pick<PlannedImport, 'created' | 'changed'>,
): Promise<{ inserted: StoredConcept[]; updated: WrittenConcept[] }> {
  const hasMoved = changed.some(({ parts }) => parts.includes('parent'))
  const stored = await findAllConcepts(trx, tenantId, taxonomyId)
  const all = new Map(stored.map((concept) => [concept.conceptId, concept]))
  for (const { after } of changed) all.set(after.conceptId, after)
  for (const concept of created) all.set(concept.conceptId, concept)
  const paths = new Map<string, Buffer>()
  for (const start of hasMoved ? all.values() : created) {
    const way: StoredConcept[] = []
    let at: StoredConcept | undefined = start
    while (at !== undefined && !paths.has(at.conceptId)) {
      way.push(at)
      at = at.parentConceptId === null ? undefined : all.get(at.parentConceptId)
    }
    let above = at === undefined ? Buffer.alloc(0) : (paths.get(at.conceptId) ?? Buffer.alloc(0))
    for (const concept of way.reverse()) {
      above = Buffer.concat([above, Buffer.from(concept.conceptId.replaceAll('-', ''), 'hex')])
      paths.set(concept.conceptId, above)
    }
  }
  const placed = (concept: StoredConcept): StoredConcept => ({
    ...concept,
    path: paths.get(concept.conceptId) ?? concept.path,
  })
  const isChanged = new Map(changed.map(({ after, parts }) => [after.conceptId, parts.length > 0]))
  const updated = stored.flatMap(({ conceptId, path }): WrittenConcept[] => {
    const concept = all.get(conceptId)
    if (concept === undefined) return []
    const now = placed(concept)
    return isChanged.has(conceptId) || !now.path.equals(path)
      ? [{ concept: now, isChanged: isChanged.get(conceptId) === true }]
      : []
  })
  return { inserted: created.map(placed), updated }
}
