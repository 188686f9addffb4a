import type { ConceptFileProblem } from '@pim/contract'
import { joinedWords } from '../concept-cells.ts'
import { type ConceptColumns, readColumns, shorterOf } from '../concept-columns.ts'
import { type ConceptRow, conceptRowOf } from '../concept-row.ts'
import type { ReadingOptions } from '../reading-options.ts'
import type { SkosConcept } from './collect-concepts.ts'

/** The concepts of a SKOS file as rows, counted from 1, with the columns that a table of them would have. */
export function skosRows(
  concepts: readonly SkosConcept[],
  ignored: readonly string[],
  options: ReadingOptions,
): { columns: ConceptColumns; problems: readonly ConceptFileProblem[]; rows: readonly ConceptRow[] } {
  const untagged = languageOfUntagged(concepts, options)
  const cells = concepts.map((concept) => cellsOf(concept, untagged))
  const names = new Set<string>(['id', 'code', 'parent'])
  for (const { texts } of cells) for (const column of texts.keys()) names.add(column)
  const { columns, problems } = readColumns(names, options)
  if (problems.length > 0) return { columns, problems, rows: [] }
  const byIri = new Map(concepts.map((concept) => [concept.iri, concept]))
  const rows = concepts.map((concept, at): ConceptRow => {
    const { texts = new Map(), problems: own = [] } = cells[at] ?? {}
    const { id, code } = keysOf(concept)
    const all = new Map([...texts, ...(code === undefined ? [] : [['code', code] as const])])
    // What a table shows with an apostrophe stands here as it is.
    const row = conceptRowOf(at + 1, all, columns, options.emptyCells, (text) => text)
    const [above] = concept.broader
    const parent = above === undefined ? (concept.isTop ? null : undefined) : parentKey(above, byIri.get(above))
    return { ...row, id, code, parent, problems: [...row.problems, ...own] }
  })
  return { columns: { ...columns, ignored }, problems, rows }
}

/**
 * The language of texts without one: the default language, under the tag that the file has for it, as `readColumns` takes `en`
 * for `en-US` only where the file has nothing in `en-US`.
 */
function languageOfUntagged(
  concepts: readonly SkosConcept[],
  { defaultLanguage, tenantLanguages }: ReadingOptions,
): string {
  const tags = new Set(concepts.flatMap(({ texts }) => Object.values(texts).flatMap((byTag) => [...byTag.keys()])))
  if (tags.has(defaultLanguage)) return defaultLanguage
  return shorterOf(defaultLanguage, tags, tenantLanguages) ?? defaultLanguage
}

/** By column; only what the file has. */
function cellsOf(
  { texts, broader, notations }: SkosConcept,
  untagged: string,
): { texts: Map<string, string>; problems: ConceptFileProblem[] } {
  const cells = new Map<string, string>()
  const problems: ConceptFileProblem[] = []
  const several = (column: string, values: Iterable<string>) =>
    problems.push({
      code: 'SEVERAL_VALUES',
      message: `The concept has several texts where one is taken (${column}).`,
      column,
      params: { values: [...values].join(' · ').slice(0, 300) },
    })
  const each = (kind: keyof typeof texts, found: (tag: string, values: Set<string>) => void) => {
    const byTag = new Map<string, Set<string>>()
    for (const [tag, values] of texts[kind])
      byTag.set(tag || untagged, new Set([...(byTag.get(tag || untagged) ?? []), ...values]))
    for (const [tag, values] of byTag) found(tag, values)
  }
  each('name', (tag, values) => {
    if (values.size > 1) several(`name:${tag}`, values)
    cells.set(`name:${tag}`, [...values][0] ?? '')
  })
  each('synonym', (tag, values) => cells.set(`synonyms:${tag}`, joinedWords([...values])))
  each('scopeNote', (tag, values) => cells.set(`description:${tag}`, [...values].join('\n\n')))
  each('definition', (tag, values) => cells.set(`description:${tag}`, [...values].join('\n\n')))
  if (notations.size > 1) several('code', notations)
  if (broader.size > 1)
    problems.push({
      code: 'SEVERAL_PARENTS',
      message: `The concept stands below ${broader.size} others; a concept has one place.`,
      params: { count: broader.size, parents: [...broader].slice(0, 5).join(' · ').slice(0, 300) },
    })
  return { texts: cells, problems }
}

const ownIri = /^urn:uuid:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** `urn:uuid:` with the id of a concept is what an export writes; of other IRIs the last part is the code where none is given. */
function keysOf({ iri, notations }: Pick<SkosConcept, 'iri' | 'notations'>): {
  id: string | undefined
  code: string | undefined
} {
  const id = ownIri.exec(iri)?.[1]?.toLowerCase()
  const [notation] = notations
  return { id, code: notation || (id === undefined ? lastPart(iri) : undefined) }
}

function parentKey(iri: string, concept: SkosConcept | undefined): string {
  const { id, code } = keysOf(concept ?? { iri, notations: new Set() })
  return code ?? id ?? iri
}

/** Undefined for a blank node: its name is of this reading only. */
function lastPart(iri: string): string | undefined {
  if (iri.startsWith('_:')) return undefined
  const part = /([^/#:]+)[/#]*$/.exec(iri)?.[1]
  if (part === undefined) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
