import { csvCell } from '../../exchange/index.ts'
import type { StoredConcept } from '../concept-words.ts'
import { joinedPath, joinedWords } from './concept-cells.ts'
import type { ConceptPlaceRow, findLanguages } from './concept-file.repository.ts'

/** The cells of a file of concepts: a row for each, parents before children. */
export interface ConceptTable {
  readonly columns: readonly string[]
  readonly cells: (place: ConceptPlaceRow, concept: StoredConcept) => readonly string[]
}

/** The text of a file of concepts, part by part. */
export interface ConceptFileWriter {
  readonly contentType: string
  readonly extension: string
  readonly head: string
  readonly concept: (place: ConceptPlaceRow, concept: StoredConcept) => string
  readonly tail: string
}

export function conceptTable(
  places: readonly ConceptPlaceRow[],
  languages: Awaited<ReturnType<typeof findLanguages>>,
  language: string,
): ConceptTable {
  const names = [language, ...languages.names]
  const descriptions = [language, ...languages.descriptions]
  const { synonyms } = languages
  const columns = [
    ...['id', 'code', 'parent', 'path', 'position'],
    ...names.map((tag) => `name:${tag}`),
    ...descriptions.map((tag) => `description:${tag}`),
    ...synonyms.map((tag) => `synonyms:${tag}`),
  ]
  const codes = new Map(places.map(({ conceptId, code }) => [conceptId, code]))
  const paths = new Map<string, readonly string[]>()
  return {
    columns,
    cells: ({ conceptId, parentConceptId }, concept) => {
      const parent = parentConceptId === null ? '' : (codes.get(parentConceptId) ?? parentConceptId)
      const path = [...(paths.get(parentConceptId ?? '') ?? []), concept.friendlyName]
      paths.set(conceptId, path)
      return [
        ...[conceptId, concept.code ?? '', parent, joinedPath(path), String(concept.position)],
        ...names.map((tag) => (tag === language ? concept.friendlyName : (concept.names[tag] ?? ''))),
        ...descriptions.map((tag) => (tag === language ? concept.description : (concept.descriptions[tag] ?? ''))),
        ...synonyms.map((tag) => joinedWords(concept.synonyms[tag] ?? [])),
      ]
    },
  }
}

export function csvWriter({ columns, cells }: ConceptTable): ConceptFileWriter {
  const line = (texts: readonly string[]) => `${texts.map((text) => csvCell(text)).join(',')}\r\n`
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    // The mark tells spreadsheets that it is UTF-8.
    head: `\ufeff${line(columns)}`,
    concept: (place, concept) => line(cells(place, concept)),
    tail: '',
  }
}
