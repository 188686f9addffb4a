import { Readable } from 'node:stream'
import type { ConceptFileFormat } from '@pim/contract'
import { Problem } from '../../../core/problem.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import { patiently } from '../../../http/streamed-json.ts'
import type { Database } from '../../../platform/database/database.ts'
import { writeWorkbook } from '../../exchange/index.ts'
import { longTransaction, requireTaxonomies } from '../access.ts'
import { defaultLanguageOf } from '../concept-languages.ts'
import type { StoredConcept } from '../concept-words.ts'
import { findTaxonomy } from '../taxonomy.repository.ts'
import { inTreeOrder } from '../tree.ts'
import { type ConceptPlaceRow, findConceptsWithWords, findLanguages, findPlaces } from './concept-file.repository.ts'
import { conceptTable, csvWriter } from './concept-file-writer.ts'
import { jsonLdWriter, turtleWriter } from './skos/write-skos.ts'

/** Concepts that are read at once: each may have a hundred languages. */
const conceptsAtOnce = 500

/** The concepts of a taxonomy as a file, made as it is read. What is changed meanwhile is there as it was or as it is. */
export async function exportConcepts(
  database: Database,
  tenantId: string,
  taxonomyId: string,
  format: ConceptFileFormat,
): Promise<HttpResponse> {
  const { places, languages, language, name } = await database.inTenantReadOnly(
    tenantId,
    async (trx) => {
      await requireTaxonomies(trx, tenantId)
      const taxonomy = await findTaxonomy(trx, tenantId, taxonomyId)
      if (taxonomy === undefined) throw new Problem('NOT_FOUND')
      const [found, tags, own] = await Promise.all([
        findPlaces(trx, tenantId, taxonomyId),
        findLanguages(trx, tenantId, taxonomyId),
        defaultLanguageOf(trx, tenantId),
      ])
      return { places: inTreeOrder(found), languages: tags, language: own, name: taxonomy.friendlyName }
    },
    longTransaction,
  )
  const scheme = { taxonomyId, name, language }
  /** The concepts that are still there, parents before children. */
  async function* found(): AsyncGenerator<(readonly [ConceptPlaceRow, StoredConcept])[]> {
    for (let at = 0; at < places.length; at += conceptsAtOnce) {
      const part = places.slice(at, at + conceptsAtOnce)
      const ids = part.map(({ conceptId }) => conceptId)
      const concepts = await patiently(() =>
        database.inTenantReadOnly(tenantId, (trx) => findConceptsWithWords(trx, tenantId, ids)),
      )
      yield part.flatMap((place) => {
        const concept = concepts.get(place.conceptId)
        return concept === undefined ? [] : [[place, concept] as const]
      })
    }
  }
  const answer = (contentType: string, extension: string, body: Readable) => {
    const disposition = `attachment; filename="concepts-${taxonomyId}.${extension}"`
    return new HttpResponse(200, { 'content-type': contentType, 'content-disposition': disposition }, body)
  }
  const table = () => conceptTable(places, languages, language)
  if (format === 'xlsx') {
    const { columns, cells } = table()
    async function* rows(): AsyncGenerator<readonly string[]> {
      for await (const part of found()) for (const [place, concept] of part) yield cells(place, concept)
    }
    return answer(workbookType, format, writeWorkbook({ name, columns, rows: rows() }))
  }
  const writer =
    format === 'turtle' ? turtleWriter(scheme) : format === 'jsonld' ? jsonLdWriter(scheme) : csvWriter(table())
  async function* lines(): AsyncGenerator<string> {
    yield writer.head
    for await (const part of found()) yield part.map(([place, concept]) => writer.concept(place, concept)).join('')
    if (writer.tail !== '') yield writer.tail
  }
  return answer(writer.contentType, writer.extension, Readable.from(lines(), { objectMode: false }))
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
