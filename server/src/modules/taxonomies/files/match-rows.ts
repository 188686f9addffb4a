import type { ConceptFileProblem } from '@pim/contract'
import { each, type Steps } from '@pim/field-types/steps'
import { nameKeyOf } from '../names.ts'
import { joinedPath, splitPath } from './concept-cells.ts'
import type { ConceptRow } from './concept-row.ts'
import type { KnownTaxonomy } from './known-taxonomy.ts'
import { indexNames } from './name-index.ts'

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

/** A row, the id of a concept, the top, several of one name, or nothing that is known. */
type Parent = { readonly at: number } | { readonly id: string | null } | 'several' | undefined
const isRow = (parent: Parent): parent is { readonly at: number } => typeof parent === 'object' && 'at' in parent

/**
 * Finds the concept of each row: by its id, or else by its code, or else by its name among the children of its parent, where the
 * concept there has no other code. Where the file says no parents, a name that one concept alone has is that one. What is left is
 * new. A parent is a row of the file, wherever it stands, or a concept: by its code, its id, its path or its name.
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

  const named = yield* indexNames(rows, concepts, defaultLanguage)

  const parentOf = ({ parent, above }: ConceptRow): Parent => {
    if (above !== undefined) return above.length === 0 ? { id: null } : named.byPath(above)
    if (parent === null || parent === undefined) return { id: null }
    const at = rowByCode.get(parent)
    if (at !== undefined) return { at }
    const coded = byCode.get(parent)
    if (coded !== undefined) return { id: coded.conceptId }
    const row = rowById.get(parent)
    if (row !== undefined) return { at: row }
    const id = byId.has(parent) ? parent : leads.get(parent)
    if (id !== undefined) return { id }
    const path = splitPath(parent)
    return named.byPath(path) ?? (path.length === 1 ? named.byName(path[0] ?? '') : undefined)
  }
  const parents = yield* each(rows, function* (row): Steps<Parent> {
    yield
    return parentOf(row)
  })
  /** Rows whose name several concepts have, and that say no place. */
  const severalOf = new Set<number>()
  yield* matchByPlace()

  function idOf(parent: Parent): string | null | undefined {
    if (isRow(parent)) return drafts[parent.at]?.conceptId
    return parent === 'several' ? undefined : parent?.id
  }

  const firstOf = new Map<string, number>()
  return yield* each([...rows.entries()], function* ([at, row]): Steps<RowMatch> {
    const { kind = 'new', conceptId } = drafts[at] ?? { conceptId: '' }
    const parent = parents[at]
    const problems: ConceptFileProblem[] = []
    const called = row.above === undefined ? (row.parent ?? '') : joinedPath(row.above)
    if (parent === undefined && kind !== 'merged')
      problems.push({
        code: 'UNKNOWN_PARENT',
        message: `Neither the file nor the taxonomy has a concept “${called}”.`,
        params: { parent: called.slice(0, 300) },
      })
    if (parent === 'several') problems.push(several(called))
    if (severalOf.has(at)) problems.push(several(row.names[defaultLanguage] ?? ''))
    const first = firstOf.get(conceptId) ?? (row.code ? rowByCode.get(row.code) : undefined) ?? at
    if (kind !== 'merged') {
      if (!firstOf.has(conceptId)) firstOf.set(conceptId, at)
      if (first !== at) problems.push(sameAs(rows[first]?.row ?? 0))
    }
    const parentId = idOf(parent) ?? null
    yield
    const saysPlace = row.parent !== undefined || row.above !== undefined
    return { kind, conceptId, parentConceptId: saysPlace ? parentId : undefined, problems }
  })

  /** Rows without a known id or code, parents before children: where a parent is new, so is what is below it. */
  function* matchByPlace(): Steps<void> {
    const below = new Map<number, number[]>()
    const ready: number[] = []
    for (const [at, draft] of drafts.entries()) {
      if (draft.kind !== undefined) continue
      const parent = parents[at]
      if (isRow(parent) && drafts[parent.at]?.kind === undefined) {
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
      const parentId = idOf(parent)
      const placed = name && parentId !== undefined ? byPlace.get(placeKey(parentId, name)) : undefined
      const saysPlace = row.parent !== undefined || row.above !== undefined
      const alone = name && !placed && !saysPlace && !row.code ? named.conceptsByName(name) : []
      if (alone.length > 1) severalOf.add(at)
      const there = placed ?? (alone.length === 1 ? alone[0] : undefined)
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

const several = (name: string): ConceptFileProblem => ({
  code: 'NAME_AMBIGUOUS',
  message: `Several concepts are called “${name}”: say by the path which one is meant.`,
  params: { name: name.slice(0, 300) },
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
