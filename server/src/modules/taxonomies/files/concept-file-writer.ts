import { csvCell } from '../../exchange/index.ts'
import type { StoredConcept } from '../concept-words.ts'
import { joinedWords } from './concept-cells.ts'
import type { ConceptPlaceRow, findLanguages } from './concept-file.repository.ts'

/** The text of a file of concepts, part by part. */
export interface ConceptFileWriter {
  readonly contentType: string
  readonly extension: string
  readonly head: string
  readonly concept: (place: ConceptPlaceRow, concept: StoredConcept) => string
  readonly tail: string
}

export function csvWriter(
  places: readonly ConceptPlaceRow[],
  languages: Awaited<ReturnType<typeof findLanguages>>,
  language: string,
): ConceptFileWriter {
  const names = [language, ...languages.names]
  const descriptions = [language, ...languages.descriptions]
  const { synonyms } = languages
  const heads = [
    ...['id', 'code', 'parent', 'position'],
    ...names.map((tag) => `name:${tag}`),
    ...descriptions.map((tag) => `description:${tag}`),
    ...synonyms.map((tag) => `synonyms:${tag}`),
  ]
  const codes = new Map(places.map(({ conceptId, code }) => [conceptId, code]))
  return {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    // The mark tells spreadsheets that it is UTF-8.
    head: `\ufeff${heads.map((text) => csvCell(text)).join(',')}\r\n`,
    concept: ({ conceptId, parentConceptId }, concept) => {
      const parent = parentConceptId === null ? '' : (codes.get(parentConceptId) ?? parentConceptId)
      const cells = [
        ...[conceptId, concept.code ?? '', parent, String(concept.position)],
        ...names.map((tag) => (tag === language ? concept.friendlyName : (concept.names[tag] ?? ''))),
        ...descriptions.map((tag) => (tag === language ? concept.description : (concept.descriptions[tag] ?? ''))),
        ...synonyms.map((tag) => joinedWords(concept.synonyms[tag] ?? [])),
      ]
      return `${cells.map((text) => csvCell(text)).join(',')}\r\n`
    },
    tail: '',
  }
}
