import { type ConceptChildren, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

const { taxonomies } = contract
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const newTaxonomy = async () => {
  count += 1
  return (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: `Tree ${count}` } })).taxonomyId
}
/** Makes concepts by their paths: `A/A1`; answers ids by path. */
async function planted(taxonomyId: string, ...paths: string[]): Promise<Record<string, string>> {
  const body = { concepts: paths.map((path) => ({ path: path.split('/') })) }
  const { results } = await server.ok(taxonomies.batchConcepts, { params: { taxonomyId }, body })
  return Object.fromEntries(paths.map((path, at) => [path, results[at]?.conceptId ?? '']))
}
const children = (
  taxonomyId: string,
  query: { parentConceptId?: string; fromPosition?: number; limit?: number; variationId?: string | undefined } = {},
) => server.ok(taxonomies.getConceptChildren, { params: { taxonomyId }, query })
const drawn = ({ childCount, concepts }: ConceptChildren) => [
  childCount,
  ...concepts.map((each) => `${each.friendlyName} #${each.position} (${each.childCount})`),
]
const located = async (taxonomyId: string, conceptIds: readonly string[]) =>
  (await server.ok(taxonomies.locateConcepts, { params: { taxonomyId }, body: { conceptIds: [...conceptIds] } })).map(
    ({ friendlyName, childCount }) => `${friendlyName} (${childCount})`,
  )

describe('the parts of a tree', () => {
  it('are the children of one concept in their order, each with how many are below it', async () => {
    const taxonomyId = await newTaxonomy()
    const ids = await planted(taxonomyId, 'A', 'B', 'B/B1', 'B/B2', 'B/B1/B11', 'C')
    expect(drawn(await children(taxonomyId))).toEqual([3, 'A #0 (0)', 'B #1 (2)', 'C #2 (0)'])
    expect(drawn(await children(taxonomyId, { parentConceptId: ids.B ?? '' }))).toEqual([2, 'B1 #0 (1)', 'B2 #1 (0)'])
    expect(drawn(await children(taxonomyId, { parentConceptId: ids.A ?? '' }))).toEqual([0])
  })

  it('come by page, from any position', async () => {
    const taxonomyId = await newTaxonomy()
    await planted(taxonomyId, ...Array.from({ length: 7 }, (_, at) => `N${at}`))
    expect(drawn(await children(taxonomyId, { limit: 2 }))).toEqual([7, 'N0 #0 (0)', 'N1 #1 (0)'])
    expect(drawn(await children(taxonomyId, { fromPosition: 5, limit: 4 }))).toEqual([7, 'N5 #5 (0)', 'N6 #6 (0)'])
    expect(drawn(await children(taxonomyId, { fromPosition: 50 }))).toEqual([7])
    const tooMany = { params: { taxonomyId }, query: { limit: 201 } }
    await server.refused(taxonomies.getConceptChildren, 'INVALID_REQUEST', tooMany)
  })

  it('have no gap after a move, a deletion and a merge', async () => {
    const taxonomyId = await newTaxonomy()
    const ids = await planted(taxonomyId, 'A', 'B', 'C', 'D', 'D/D1')
    const at = (path: string) => ({ taxonomyId, conceptId: ids[path] ?? '' })
    await server.ok(taxonomies.changeConcept, { params: at('A'), query: { parentConceptId: ids.D ?? '', position: 0 } })
    await server.ok(taxonomies.deleteConcept, { params: at('B'), query: {} })
    expect(drawn(await children(taxonomyId))).toEqual([2, 'C #0 (0)', 'D #1 (2)'])
    const step = { kind: 'merge' as const, conceptId: ids.C ?? '' }
    const { fingerprint } = await server.ok(taxonomies.planConceptStep, { params: at('D'), body: step })
    await server.ok(taxonomies.takeConceptStep, { params: at('D'), body: { step, fingerprint } })
    expect(drawn(await children(taxonomyId))).toEqual([1, 'C #0 (2)'])
    expect(await located(taxonomyId, [ids.D ?? ''])).toEqual(['C (2)'])
  })

  it('are located with all concepts above them, each once and parents first', async () => {
    const taxonomyId = await newTaxonomy()
    const ids = await planted(taxonomyId, 'A', 'B', 'B/B1', 'B/B2', 'B/B1/B11', 'C')
    expect(await located(taxonomyId, [ids['B/B1/B11'] ?? '', ids['B/B2'] ?? '', newId()])).toEqual([
      'B (2)',
      'B1 (1)',
      'B2 (0)',
      'B11 (0)',
    ])
    expect(await located(taxonomyId, [newId()])).toEqual([])
  })

  it('are called as the variation calls them', async () => {
    const taxonomyId = await newTaxonomy()
    const ids = await planted(taxonomyId, 'Cheese', 'Bread')
    const params = { taxonomyId, conceptId: ids.Cheese ?? '' }
    await server.ok(taxonomies.changeConceptWords, { params, body: { names: { 'en-US': 'Cheese', sv: 'Ost' } } })
    const variationId = server.acme.variations['sv-SE']
    const { concepts } = await children(taxonomyId, { variationId })
    expect(concepts.map(({ name, nameLanguage }) => [name, nameLanguage])).toEqual([
      ['Ost', 'sv'],
      [undefined, undefined],
    ])
    const body = { conceptIds: [params.conceptId], variationId }
    expect(await server.ok(taxonomies.locateConcepts, { params: { taxonomyId }, body })).toMatchObject([
      { name: 'Ost' },
    ])
  })

  it('are unknown to another tenant, and where they are not of this taxonomy', async () => {
    const [taxonomyId, other] = [await newTaxonomy(), await newTaxonomy()]
    const ids = await planted(taxonomyId, 'A', 'A/A1')
    expect(await located(other, [ids.A ?? ''])).toEqual([])
    const elsewhere = { params: { taxonomyId: other }, query: { parentConceptId: ids.A ?? '' } }
    await server.refused(taxonomies.getConceptChildren, 'NOT_FOUND', elsewhere)
    await server.refused(taxonomies.getConceptChildren, 'NOT_FOUND', { params: { taxonomyId: newId() } })
    const body = { conceptIds: [ids.A ?? ''] }
    await server.refused(taxonomies.locateConcepts, 'NOT_FOUND', { params: { taxonomyId: newId() }, body })
    const tenant = server.nordic.externalId
    await server.refused(taxonomies.getConceptChildren, 'FEATURE_DISABLED', { params: { taxonomyId }, tenant })
    await server.refused(taxonomies.locateConcepts, 'FEATURE_DISABLED', { params: { taxonomyId }, body, tenant })
  })
})
