import type { Steps } from '@pim/field-types/steps'
import type { StoredConcept } from '../concept-words.ts'
import { nameKeyOf } from '../names.ts'
import { splitPath } from './concept-cells.ts'
import type { ConceptRow } from './concept-row.ts'

/** A row of the file, or a concept of the taxonomy. */
type Named = { readonly at: number } | { readonly id: string }

/** Finds rows and concepts by their names in the default language, and by the names above them. Rows count before concepts. */
export interface NameIndex {
  byPath(names: readonly string[]): Named | undefined
  byName(name: string): Named | 'several' | undefined
  conceptsByName(name: string): readonly StoredConcept[]
}

export function* indexNames(
  rows: readonly ConceptRow[],
  concepts: readonly StoredConcept[],
  defaultLanguage: string,
): Steps<NameIndex> {
  const rowsByPath = new Map<string, number>()
  const rowsByName = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) {
    yield
    const name = row.names[defaultLanguage]
    if (!name) continue
    add(rowsByName, nameKeyOf(name), at)
    const path = keyOf([...(row.above ?? splitPath(row.parent ?? '')), name])
    if (!rowsByPath.has(path)) rowsByPath.set(path, at)
  }
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]))
  const conceptsByPath = new Map<string, StoredConcept>()
  const conceptsByName = new Map<string, StoredConcept[]>()
  const paths = new Map<string, string>()
  /** Each path is made once, from the one above it. */
  const pathOf = (concept: StoredConcept): string => {
    const way: StoredConcept[] = []
    let at: StoredConcept | undefined = concept
    while (at !== undefined && !paths.has(at.conceptId)) {
      way.push(at)
      at = at.parentConceptId === null ? undefined : byId.get(at.parentConceptId)
    }
    let path = at === undefined ? '' : (paths.get(at.conceptId) ?? '')
    for (const each of way.toReversed()) {
      path = path === '' ? nameKeyOf(each.friendlyName) : path + between + nameKeyOf(each.friendlyName)
      paths.set(each.conceptId, path)
    }
    return path
  }
  for (const concept of concepts) {
    yield
    conceptsByPath.set(pathOf(concept), concept)
    add(conceptsByName, nameKeyOf(concept.friendlyName), concept)
  }
  const single = (found: readonly Named[]): Named | 'several' | undefined => (found.length > 1 ? 'several' : found[0])
  return {
    byPath(names) {
      const key = keyOf(names)
      const at = rowsByPath.get(key)
      if (at !== undefined) return { at }
      const concept = conceptsByPath.get(key)
      return concept && { id: concept.conceptId }
    },
    byName(name) {
      const key = nameKeyOf(name)
      const ofFile = (rowsByName.get(key) ?? []).map((at) => ({ at }))
      if (ofFile.length > 0) return single(ofFile)
      return single((conceptsByName.get(key) ?? []).map(({ conceptId }) => ({ id: conceptId })))
    },
    conceptsByName: (name) => conceptsByName.get(nameKeyOf(name)) ?? [],
  }
}

/** No name has it. */
const between = '\u0000'
const keyOf = (names: readonly string[]): string => names.map(nameKeyOf).join(between)

function add<Each>(lists: Map<string, Each[]>, key: string, each: Each): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [each])
  else list.push(each)
}
