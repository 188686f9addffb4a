import { type BatchConcept, type ConceptBatchResult, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

const { batchConcepts, createTaxonomy, getTaxonomy, createConcept } = contract.taxonomies
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const newTaxonomy = async () => {
  count += 1
  return (await server.ok(createTaxonomy, { query: { friendlyName: `Batch ${count}` } })).taxonomyId
}
const batch = async (taxonomyId: string, concepts: BatchConcept[], atomic = false) =>
  (await server.ok(batchConcepts, { params: { taxonomyId }, body: { concepts, atomic } })).results
const outcomes = (results: ConceptBatchResult['results']) =>
  results.map(({ outcome, problem }) => problem?.code ?? outcome)
const tree = async (taxonomyId: string) => {
  const { concepts, conceptCount } = await server.ok(getTaxonomy, { params: { taxonomyId } })
  const names = new Map<string | null, string>([[null, '']])
  for (const { conceptId, parentConceptId, friendlyName } of concepts)
    names.set(conceptId, `${names.get(parentConceptId)}/${friendlyName}`)
  const lines = concepts.map(({ conceptId, position }) => `${names.get(conceptId)} #${position}`)
  expect(conceptCount).toBe(lines.length)
  return lines
}

describe('a batch of concepts', () => {
  it('makes a tree from paths in any order, at the end of what is there', async () => {
    const taxonomyId = await newTaxonomy()
    const params = { taxonomyId }
    const { conceptId } = await server.ok(createConcept, { params, query: { friendlyName: 'Garden' } })
    await server.ok(createConcept, { params, query: { friendlyName: 'Tools', parentConceptId: conceptId } })
    const results = await batch(taxonomyId, [
      { path: ['Home', 'Lamps', 'Desk lamps'] },
      { path: ['Home', 'Lamps'], description: 'Light' },
      { path: ['Home'] },
      { path: ['garden', 'Seeds'] },
    ])
    expect(outcomes(results)).toEqual(['created', 'created', 'created', 'created'])
    expect(await tree(taxonomyId)).toEqual([
      '/Garden #0',
      '/Garden/Tools #0',
      '/Garden/Seeds #1',
      '/Home #1',
      '/Home/Lamps #0',
      '/Home/Lamps/Desk lamps #0',
    ])
    const again = [{ path: ['Home', 'Lamps'], description: 'More light' }, { path: ['HOME'] }]
    expect(outcomes(await batch(taxonomyId, again))).toEqual(['updated', 'unchanged'])
    const below = await server.ok(contract.taxonomies.deleteConcept, {
      params: { taxonomyId, conceptId: results[2]?.conceptId ?? '' },
      query: {},
    })
    expect(below).toBeUndefined()
    expect(await tree(taxonomyId)).toEqual(['/Garden #0', '/Garden/Tools #0', '/Garden/Seeds #1'])
  })

  it('changes by id, before it looks for paths', async () => {
    const taxonomyId = await newTaxonomy()
    const [one] = await batch(taxonomyId, [{ path: ['One'] }, { path: ['Two'] }])
    const results = await batch(taxonomyId, [
      { path: ['Uno', 'Below'] },
      { conceptId: one?.conceptId, friendlyName: 'Uno', description: 'renamed' },
      { conceptId: one?.conceptId, friendlyName: 'two' },
      { conceptId: newId(), friendlyName: 'Three' },
    ])
    expect(outcomes(results)).toEqual(['created', 'updated', 'NAME_CONFLICT', 'NOT_FOUND'])
    expect(await tree(taxonomyId)).toEqual(['/Uno #0', '/Uno/Below #0', '/Two #1'])
  })

  it('fails what has no parent or comes twice, and makes the rest', async () => {
    const taxonomyId = await newTaxonomy()
    const results = await batch(taxonomyId, [
      { path: ['A', 'B', 'C'] },
      { path: ['A'] },
      { path: ['a'] },
      { path: ['D'] },
    ])
    expect(outcomes(results)).toEqual(['NOT_FOUND', 'created', 'INVALID_REQUEST', 'created'])
    expect(results[0]?.problem?.message).toContain('A / B')
    expect(await tree(taxonomyId)).toEqual(['/A #0', '/D #1'])
  })

  it('changes nothing where one fails and it was to be all or nothing', async () => {
    const taxonomyId = await newTaxonomy()
    const [a] = await batch(taxonomyId, [{ path: ['A'] }])
    const wrong = [{ conceptId: a?.conceptId, friendlyName: 'Z' }, { path: ['B'] }, { path: ['X', 'Y'] }]
    expect(outcomes(await batch(taxonomyId, wrong, true))).toEqual(['BATCH_UNDONE', 'BATCH_UNDONE', 'NOT_FOUND'])
    expect(await tree(taxonomyId)).toEqual(['/A #0'])
  })

  it('takes a thousand, and names every concept in one way', async () => {
    const taxonomyId = await newTaxonomy()
    const many = Array.from({ length: 1_000 }, (_, at) => ({ path: [`Shelf ${at % 10}`, `Thing ${at}`] }))
    const shelves = Array.from({ length: 10 }, (_, at) => ({ path: [`Shelf ${at}`] }))
    await batch(taxonomyId, shelves)
    expect(new Set(outcomes(await batch(taxonomyId, many)))).toEqual(new Set(['created']))
    const params = { taxonomyId }
    for (const concepts of [
      [...many, ...shelves],
      [{}],
      [{ path: ['A'], conceptId: newId() }],
      [{ path: ['A'], friendlyName: 'A' }],
    ])
      await server.refused(batchConcepts, 'INVALID_REQUEST', { params, body: { concepts } })
  })
})
