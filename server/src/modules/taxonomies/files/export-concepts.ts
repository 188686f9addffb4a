import { Readable } from 'node:stream'
import { Problem } from '../../../core/problem.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { csvCell } from '../../exchange/index.ts'
import { longTransaction, requireTaxonomies } from '../access.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import type { StoredConcept } from '../concept-words.ts'
import { findTaxonomy } from '../taxonomy.repository.ts'
import { inTreeOrder } from '../tree.ts'
import { joinedWords } from './concept-cells.ts'
import { type ConceptPlaceRow, findConceptsWithWords, findLanguages, findPlaces } from './concept-file.repository.ts'

/** Concepts that are read at once: each may have a hundred languages. */
const conceptsAtOnce = 500

/** The concepts of a taxonomy as CSV, made as it is read. What is changed meanwhile is there as it was or as it is. */
export async function exportConcepts(database: Database, tenantId: string, taxonomyId: string): Promise<HttpResponse> {
  const { places, languages, language } = await database.inTenantReadOnly(
    tenantId,
    async (trx) => {
      await requireTaxonomies(trx, tenantId)
      if ((await findTaxonomy(trx, tenantId, taxonomyId)) === undefined) throw new Problem('NOT_FOUND')
      const [found, tags, own] = await Promise.all([
        findPlaces(trx, tenantId, taxonomyId),
        findLanguages(trx, tenantId, taxonomyId),
        defaultLanguageOf(trx, tenantId),
      ])
      return { places: inTreeOrder(found), languages: tags, language: own }
    },
    longTransaction,
  )
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

  function lineOf({ conceptId, parentConceptId }: ConceptPlaceRow, concept: StoredConcept): string {
    const parent = parentConceptId === null ? '' : (codes.get(parentConceptId) ?? parentConceptId)
    const cells = [
      ...[conceptId, concept.code ?? '', parent, String(concept.position)],
      ...names.map((tag) => (tag === language ? concept.friendlyName : (concept.names[tag] ?? ''))),
      ...descriptions.map((tag) => (tag === language ? concept.description : (concept.descriptions[tag] ?? ''))),
      ...synonyms.map((tag) => joinedWords(concept.synonyms[tag] ?? [])),
    ]
    return `${cells.map((text) => csvCell(text)).join(',')}\r\n`
  }

  async function* lines(): AsyncGenerator<string> {
    // The mark tells spreadsheets that it is UTF-8.
    yield `\ufeff${heads.map((text) => csvCell(text)).join(',')}\r\n`
    for (let at = 0; at < places.length; at += conceptsAtOnce) {
      const part = places.slice(at, at + conceptsAtOnce)
      const ids = part.map(({ conceptId }) => conceptId)
      const concepts = await patiently(() =>
        database.inTenantReadOnly(tenantId, (trx) => findConceptsWithWords(trx, tenantId, ids)),
      )
      yield part
        .map((place) => {
          const concept = concepts.get(place.conceptId)
          return concept === undefined ? '' : lineOf(place, concept)
        })
        .join('')
    }
  }
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="concepts-${taxonomyId}.csv"`,
  }
  return new HttpResponse(200, headers, Readable.from(lines(), { objectMode: false }))
}
