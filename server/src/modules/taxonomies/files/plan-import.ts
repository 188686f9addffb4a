// Longer than other files: which concept a row is, what it becomes and where it stands follow from each other.

import type { ConceptFileChange, ConceptFileProblem, ConceptFileRow, ConceptRowOutcome } from '@pim/contract'
import { maxConceptLevels } from '@pim/contract/taxonomies/schemas.ts'
import { each, type Steps } from '@pim/field-types/steps'
import { changedWords, noWords, type StoredConcept, withWords } from '../concept-words.ts'
import { nameKeyOf } from '../names.ts'
import { changesBetween } from './concept-changes.ts'
import type { ConceptRow } from './concept-row.ts'
import type { KnownTaxonomy } from './known-taxonomy.ts'
import { matchRows, type RowMatch } from './match-rows.ts'
import { orderSiblings } from './order-siblings.ts'

export interface PlannedImport {
  /** Without `changes`, which few of them are shown with. */
  readonly rows: readonly PlannedRow[]
  readonly changesOf: (row: PlannedRow) => ConceptFileChange[]
  readonly counts: Readonly<Record<ConceptRowOutcome, number>>
  /** What is to be written; empty where any row has a problem. Without paths, which follow from the parents. */
  readonly created: readonly StoredConcept[]
  readonly changed: readonly ChangedConcept[]
}

export type PlannedRow = Omit<ConceptFileRow, 'changes'>

export interface ChangedConcept {
  readonly before: StoredConcept
  readonly after: StoredConcept
  /** What somebody would see as a change of this concept; empty for one that only makes room for its siblings. */
  readonly parts: readonly string[]
}

interface Planned {
  readonly row: ConceptRow
  readonly match: RowMatch
  readonly problems: ConceptFileProblem[]
  after: StoredConcept | undefined
  changed: string[]
}

/** Compares the rows of a file with a taxonomy. Reads and writes nothing else, so that what was rehearsed is what is executed. */
export function* planImport(rows: readonly ConceptRow[], known: KnownTaxonomy): Steps<PlannedImport> {
  const before = new Map(known.concepts.map((concept) => [concept.conceptId, concept]))
  const matches = yield* matchRows(rows, known)
  const planned = yield* each([...matches.entries()], function* ([at, match]): Steps<Planned> {
    const row = rows[at]
    if (row === undefined) throw new Error('A match of no row')
    const { after, changed, problems } = wordsOf(row, match, before, known.defaultLanguage)
    yield
    return { row, match, problems: [...row.problems, ...match.problems, ...problems], after, changed }
  })
  const after = new Map(before)
  for (const { after: concept } of planned) if (concept !== undefined) after.set(concept.conceptId, concept)
  yield* requireUnique(planned, after)
  yield* requireTree(planned, after)
  const places = yield* orderSiblings(planned, known.concepts, after)
  yield
  const changed: ChangedConcept[] = []
  const created: StoredConcept[] = []
  const byId = new Map(planned.flatMap((one) => (one.after === undefined ? [] : [[one.after.conceptId, one] as const])))
  for (const concept of after.values()) {
    yield
    const was = before.get(concept.conceptId)
    const position = places.get(concept.conceptId) ?? concept.position
    const of = byId.get(concept.conceptId)
    if (was === undefined) {
      created.push({ ...concept, position })
      continue
    }
    const isPlaced = of?.row.position !== undefined && position !== was.position
    if (isPlaced) of.changed.push('position')
    const parts = of?.changed ?? []
    if (parts.length > 0 || position !== was.position)
      changed.push({ before: was, after: { ...concept, position }, parts })
  }
  const shown = planned.map(shownRow)
  yield
  const plannedOf = new Map(shown.map((row, at) => [row, planned[at]]))
  const changesOf = (row: PlannedRow): ConceptFileChange[] => {
    const concept = plannedOf.get(row)?.after
    const was = concept && before.get(concept.conceptId)
    if (concept === undefined || was === undefined || row.changed.length === 0) return []
    const is = { ...concept, position: places.get(concept.conceptId) ?? concept.position }
    return changesBetween(was, is, row.changed, known.defaultLanguage, (id, isAfter) =>
      id === null ? undefined : (isAfter ? after : before).get(id)?.friendlyName,
    )
  }
  const counts = { create: 0, change: 0, move: 0, nothing: 0, merged: 0, problem: 0 }
  for (const { outcome } of shown) counts[outcome] += 1
  return counts.problem > 0
    ? { rows: shown, changesOf, counts, created: [], changed: [] }
    : { rows: shown, changesOf, counts, created, changed }
}

const places = new Set(['parent', 'position'])

function shownRow({ row, match, problems, after, changed }: Planned): PlannedRow {
  const outcome: ConceptRowOutcome =
    problems.length > 0
      ? 'problem'
      : match.kind === 'merged'
        ? 'merged'
        : match.kind === 'new'
          ? 'create'
          : changed.length === 0
            ? 'nothing'
            : changed.every((part) => places.has(part))
              ? 'move'
              : 'change'
  const code = after?.code ?? row.code
  return {
    row: row.row,
    ...(typeof code === 'string' && { code }),
    name: after?.friendlyName ?? '',
    outcome,
    changed: match.kind === 'known' ? changed : [],
    problems,
  }
}

/** The concept as the row wants it: its words and its parent. Its position and its path come later. */
function wordsOf(
  row: ConceptRow,
  match: RowMatch,
  before: ReadonlyMap<string, StoredConcept>,
  language: string,
): { after: StoredConcept | undefined; changed: string[]; problems: ConceptFileProblem[] } {
  const isTwice = match.problems.some(({ code }) => code === 'DUPLICATE_ROW')
  if (match.kind === 'merged' || isTwice || row.problems.length > 0)
    return { after: undefined, changed: [], problems: [] }
  const was = before.get(match.conceptId)
  const friendlyName = row.names[language] || was?.friendlyName
  if (friendlyName === undefined) {
    const message = `The row has no name in the default language (${language}).`
    return {
      after: undefined,
      changed: [],
      problems: [{ code: 'NAME_MISSING', message, params: { language } }],
    }
  }
  const from: StoredConcept = was ?? {
    ...noWords,
    conceptId: match.conceptId,
    friendlyName,
    description: '',
    parentConceptId: null,
    position: 0,
    path: Buffer.alloc(0),
    version: 1,
  }
  const names = { ...from.names, ...row.names, [language]: friendlyName }
  const words = {
    ...(row.code !== undefined && { code: row.code }),
    names: Object.fromEntries(Object.entries(names).filter(([, name]) => name !== '')),
    descriptions: { ...from.descriptions, [language]: from.description, ...row.descriptions },
    synonyms: { ...lists(from.synonyms), ...row.synonyms },
  }
  const worded = withWords(from, words, language)
  const parentConceptId = match.parentConceptId === undefined ? from.parentConceptId : match.parentConceptId
  const after = { ...worded, parentConceptId }
  if (was === undefined) return { after, changed: [], problems: [] }
  const changed = changedWords(was, after)
  if (was.parentConceptId !== parentConceptId) changed.push('parent')
  return { after, changed, problems: [] }
}

const lists = (synonyms: StoredConcept['synonyms']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(synonyms).map(([tag, list]) => [tag, [...list]]))

/** Codes are unique in the taxonomy, names among siblings: as it will be, so that two concepts may exchange theirs. */
function* requireUnique(planned: readonly Planned[], after: ReadonlyMap<string, StoredConcept>): Steps<void> {
  const codes = new Map<string, StoredConcept>()
  const names = new Map<string, StoredConcept>()
  const ofRows = new Map(
    planned.flatMap((each) => (each.after === undefined ? [] : [[each.after.conceptId, each] as const])),
  )
  const note = (
    taken: Map<string, StoredConcept>,
    key: string,
    concept: StoredConcept,
    problemOf: (other: StoredConcept) => ConceptFileProblem,
  ) => {
    const other = taken.get(key)
    if (other === undefined) {
      taken.set(key, concept)
      return
    }
    // One of the two is told; where only one is of the file, that one.
    const told = ofRows.get(concept.conceptId) ?? ofRows.get(other.conceptId)
    told?.problems.push(problemOf(told.after === concept ? other : concept))
  }
  for (const concept of after.values()) {
    yield
    if (concept.code !== null)
      note(codes, concept.code, concept, (other) => ({
        code: 'CODE_TAKEN',
        message: `The concept “${other.friendlyName}” has the code “${other.code}”, too.`,
        params: { name: other.friendlyName, code: other.code ?? '' },
      }))
    note(names, `${concept.parentConceptId} ${nameKeyOf(concept.friendlyName)}`, concept, (other) => ({
      code: 'NAME_TAKEN',
      message: `Another concept in that place is called “${other.friendlyName}”, too.`,
      params: { name: other.friendlyName },
    }))
  }
}

/** Each concept leads up to the top, over at most so many levels. */
function* requireTree(planned: readonly Planned[], after: ReadonlyMap<string, StoredConcept>): Steps<void> {
  const levels = new Map<string, number>()
  const cyclic = new Set<string>()
  for (const start of after.keys()) {
    yield
    const way: string[] = []
    const onWay = new Set<string>()
    let at: string | null = start
    while (at !== null && !levels.has(at) && !onWay.has(at)) {
      way.push(at)
      onWay.add(at)
      at = after.get(at)?.parentConceptId ?? null
    }
    if (at !== null && onWay.has(at)) for (const id of way.slice(way.indexOf(at))) cyclic.add(id)
    let level = at === null ? 0 : (levels.get(at) ?? 0)
    for (const id of way.reverse()) {
      level += 1
      levels.set(id, level)
    }
  }
  for (const { after: concept, problems, match } of planned) {
    if (concept === undefined || match.kind === 'merged') continue
    if (cyclic.has(concept.conceptId))
      problems.push({ code: 'CYCLE', message: 'The concept would stand below itself.' })
    else if ((levels.get(concept.conceptId) ?? 0) > maxConceptLevels)
      problems.push({
        code: 'TOO_DEEP',
        message: `The concept would be more than ${maxConceptLevels} levels deep.`,
        params: { max: maxConceptLevels },
      })
  }
}
