import type { ConceptFileProblem } from '@pim/contract'
import { each, type Steps } from '../../../core/time-slices.ts'
import { nameKeyOf } from '../names.ts'
import type { ConceptRow } from './concept-row.ts'
import type { KnownTaxonomy } from './known-taxonomy.ts'

/** Which concept a row is, and which one is its parent; `parentConceptId` is undefined where the file says nothing of it. */
export interface RowMatch {
  /** `merged`: was merged into `conceptId`. */
  readonly kind: 'known' | 'new' | 'merged'
  readonly conceptId: string
  readonly parentConceptId: string | null | undefined
  readonly problems: readonly ConceptFileProblem[]
}

interface Draft {
  kind: RowMatch['kind'] | undefined
  conceptId: string
}

/**
 * Finds the concept of each row: by its id, or else by its code, or else by its name among the children of its parent, where the
 * concept there has no other code. What is left is new. A parent is a row of the file, wherever it stands, or a concept.
 */
export function* matchRows(rows: readonly ConceptRow[], known: KnownTaxonomy): Steps<RowMatch[]> {
  const { concepts, leads, defaultLanguage, newId } = known
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]))
  const byCode = new Map(concepts.flatMap((one) => (one.code === null ? [] : [[one.code, one] as const])))
  const byPlace = new Map<string, (typeof concepts)[number]>()
  for (const concept of concepts) {
    byPlace.set(placeKey(concept.parentConceptId, concept.friendlyName), concept)
    yield
  }
  const rowByCode = firstBy(rows, ({ code }) => code ?? undefined)
  const rowById = firstBy(rows, ({ id }) => id)

  const drafts = yield* each(rows, function* ({ id, code }): Steps<Draft> {
    const concept = (id === undefined ? undefined : byId.get(id)) ?? (code ? byCode.get(code) : undefined)
    if (concept !== undefined) return { kind: 'known', conceptId: concept.conceptId }
    const lead = (id === undefined ? undefined : leads.get(id)) ?? (code ? leads.get(code) : undefined)
    if (lead !== undefined) return { kind: 'merged', conceptId: lead }
    yield
    return { kind: undefined, conceptId: newId() }
  })

  /** A row, the id of a concept, the top, or nothing that is known. */
  const parentOf = ({ parent }: ConceptRow): { at: number } | { id: string | null } | undefined => {
    if (parent === null || parent === undefined) return { id: null }
    const at = rowByCode.get(parent)
    if (at !== undefined) return { at }
    const coded = byCode.get(parent)
    if (coded !== undefined) return { id: coded.conceptId }
    const row = rowById.get(parent)
    if (row !== undefined) return { at: row }
    const id = byId.has(parent) ? parent : leads.get(parent)
    return id === undefined ? undefined : { id }
  }
  const parents = yield* each(rows, function* (row): Steps<ReturnType<typeof parentOf>> {
    yield
    return parentOf(row)
  })
  yield* matchByPlace()

  const firstOf = new Map<string, number>()
  return yield* each([...rows.entries()], function* ([at, row]): Steps<RowMatch> {
    const { kind = 'new', conceptId } = drafts[at] ?? { conceptId: '' }
    const parent = parents[at]
    const problems: ConceptFileProblem[] = []
    if (parent === undefined && kind !== 'merged')
      problems.push({
        code: 'UNKNOWN_PARENT',
        message: `Neither the file nor the taxonomy has a concept “${row.parent}”.`,
        params: { parent: (row.parent ?? '').slice(0, 300) },
      })
    const first = firstOf.get(conceptId) ?? (row.code ? rowByCode.get(row.code) : undefined) ?? at
    if (kind !== 'merged') {
      if (!firstOf.has(conceptId)) firstOf.set(conceptId, at)
      if (first !== at) problems.push(sameAs(rows[first]?.row ?? 0))
    }
    const parentId = parent === undefined ? null : 'at' in parent ? (drafts[parent.at]?.conceptId ?? null) : parent.id
    yield
    return { kind, conceptId, parentConceptId: row.parent === undefined ? undefined : parentId, problems }
  })

  /** Rows without a known id or code, parents before children: where a parent is new, so is what is below it. */
  function* matchByPlace(): Steps<void> {
    const below = new Map<number, number[]>()
    const ready: number[] = []
    for (const [at, draft] of drafts.entries()) {
      if (draft.kind !== undefined) continue
      const parent = parents[at]
      if (parent !== undefined && 'at' in parent && drafts[parent.at]?.kind === undefined) {
        const waiting = below.get(parent.at)
        if (waiting === undefined) below.set(parent.at, [at])
        else waiting.push(at)
      } else ready.push(at)
    }
    for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
      yield
      const [draft, row, parent] = [drafts[at], rows[at], parents[at]]
      if (draft === undefined || row === undefined) continue
      const name = row.names[defaultLanguage]
      const parentId = parent === undefined ? undefined : 'at' in parent ? drafts[parent.at]?.conceptId : parent.id
      const there = name && parentId !== undefined ? byPlace.get(placeKey(parentId, name)) : undefined
      const isIt = there !== undefined && (there.code === null || !row.code)
      draft.kind = isIt ? 'known' : 'new'
      if (isIt) draft.conceptId = there.conceptId
      ready.push(...(below.get(at) ?? []))
    }
  }
}

const sameAs = (row: number): ConceptFileProblem => ({
  code: 'DUPLICATE_ROW',
  message: `Row ${row} is the same concept.`,
  params: { row },
})

const placeKey = (parentConceptId: string | null, name: string): string => `${parentConceptId} ${nameKeyOf(name)}`

function firstBy(rows: readonly ConceptRow[], keyOf: (row: ConceptRow) => string | undefined): Map<string, number> {
  const first = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row)
    if (key !== undefined && key !== '' && !first.has(key)) first.set(key, at)
  }
  return first
}
