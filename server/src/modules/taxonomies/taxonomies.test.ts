import { readFile } from 'node:fs/promises'
import { type Concept, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

const { taxonomies } = contract
const migrationPath = (name: string) => new URL(`../../platform/database/migrations/${name}`, import.meta.url)
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const newTaxonomy = async () => {
  count += 1
  const query = { friendlyName: `Taxonomy ${count}` }
  return (await server.ok(taxonomies.createTaxonomy, { query })).taxonomyId
}
const add = (taxonomyId: string, friendlyName: string, parentConceptId?: string, position?: number) =>
  server.ok(taxonomies.createConcept, {
    params: { taxonomyId },
    query: {
      friendlyName,
      ...(parentConceptId !== undefined && { parentConceptId }),
      ...(position !== undefined && { position }),
    },
  })
const move = (taxonomyId: string, conceptId: string, query: { parentConceptId?: string | null; position?: number }) =>
  server.ok(taxonomies.changeConcept, { params: { taxonomyId, conceptId }, query })
const whole = (taxonomyId: string) => server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })

/** `Root > Child`, one line each, in the order of the response. */
function drawn(concepts: readonly Concept[]): string[] {
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]))
  const pathOf = (concept: Concept): string => {
    const parent = concept.parentConceptId === null ? undefined : byId.get(concept.parentConceptId)
    return parent === undefined ? concept.friendlyName : `${pathOf(parent)} > ${concept.friendlyName}`
  }
  return concepts.map((concept) => `${pathOf(concept)} #${concept.position}`)
}

describe('taxonomies', () => {
  it('are created, listed, renamed and deleted, each with an audit entry', async () => {
    const created = await server.ok(taxonomies.createTaxonomy, {
      query: { friendlyName: ' Trades ', description: 'a' },
    })
    expect(created).toMatchObject({ friendlyName: 'Trades', description: 'a', conceptCount: 0 })
    const params = { taxonomyId: created.taxonomyId }
    const changed = await server.ok(taxonomies.changeTaxonomy, { params, query: { friendlyName: 'Crafts' } })
    expect(changed).toEqual({ ...created, friendlyName: 'Crafts', version: 2 })
    expect(await server.ok(taxonomies.getTaxonomies, {})).toContainEqual(changed)
    await server.ok(taxonomies.deleteTaxonomy, { params })
    await server.refused(taxonomies.getTaxonomy, 'NOT_FOUND', { params })
    const audit = await server.ok(contract.audit.getAuditEntries, { query: { entityId: created.taxonomyId } })
    expect(audit.items.map((entry) => entry.action)).toEqual(['taxonomy.delete', 'taxonomy.change', 'taxonomy.create'])
  })

  it('have unique names, where case, composition, spaces and unseen signs make no difference', async () => {
    await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: 'Café' } })
    for (const twin of ['Cafe\u0301', 'CAFÉ', ' café ', 'Ca\u00adf\u200be\u200d\u0301\u200e']) {
      await server.refused(taxonomies.createTaxonomy, 'NAME_CONFLICT', { query: { friendlyName: twin } })
    }
    const other = await newTaxonomy()
    await server.refused(taxonomies.changeTaxonomy, 'NAME_CONFLICT', {
      params: { taxonomyId: other },
      query: { friendlyName: 'CAFE\u0301' },
    })
    await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: 'Cafe' } })
  })

  it('have the names of earlier releases compared so, too, but for those that look the same already', async () => {
    const taxonomyId = await newTaxonomy()
    const [tea, twin, another] = [await add(taxonomyId, 'Tea'), await add(taxonomyId, 'x'), await add(taxonomyId, 'y')]
    const written = async (conceptId: string, key: string) =>
      server.rows.look(
        `update concept set name_key = E'${key}' where tenant_id = '${server.acme.tenantId}' and concept_id = '${conceptId}'`,
      )
    await written(tea.conceptId, 'te\\u200ba')
    await written(twin.conceptId, 'te\\u00ada')
    await written(another.conceptId, 'cafe\\u200d\\u0301  \\u2066au lait\\u2069 ')
    await server.rows.look(`update taxonomy set name_key = E'earl\\u200b grey' where taxonomy_id = '${taxonomyId}'`)
    await server.rows.look(await readFile(migrationPath('0212-names-without-unseen-signs.sql'), 'utf8'))
    const keys = await server.rows.look<{ key: string }>(
      `select name_key as key from concept where taxonomy_id = '${taxonomyId}' order by position`,
    )
    expect(keys.map(({ key }) => key)).toEqual(['tea', 'te\u00ada', 'café au lait'])
    await server.refused(taxonomies.createTaxonomy, 'NAME_CONFLICT', { query: { friendlyName: 'Earl Grey' } })
  })

  it('can be neither read nor written where the tenant has them switched off', async () => {
    const { nordic } = server
    const caller = { tenant: nordic.externalId }
    const params = { taxonomyId: newId(), conceptId: newId() }
    await server.refused(taxonomies.getTaxonomies, 'FEATURE_DISABLED', caller)
    await server.refused(taxonomies.createTaxonomy, 'FEATURE_DISABLED', { query: { friendlyName: 'x' }, ...caller })
    await server.refused(taxonomies.getTaxonomy, 'FEATURE_DISABLED', { params: { taxonomyId: newId() }, ...caller })
    await server.refused(taxonomies.getConcept, 'FEATURE_DISABLED', { params, ...caller })
    await server.refused(taxonomies.deleteConcept, 'FEATURE_DISABLED', { params, ...caller })
  })

  it('are answered 304 where the ETag matches, until something in them changes', async () => {
    const taxonomyId = await newTaxonomy()
    const params = { taxonomyId }
    const first = await server.call(taxonomies.getTaxonomy, { params })
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await server.call(taxonomies.getTaxonomy, { params, headers })).status).toBe(304)
    await add(taxonomyId, 'New')
    const second = await server.call(taxonomies.getTaxonomy, { params, headers })
    expect(second.status).toBe(200)
    expect(second.body?.concepts.map((concept) => concept.friendlyName)).toEqual(['New'])
  })
})

describe('concepts', () => {
  it('come parents before children, siblings in their order', async () => {
    const taxonomyId = await newTaxonomy()
    const b = await add(taxonomyId, 'B')
    const a = await add(taxonomyId, 'A', undefined, 0)
    await add(taxonomyId, 'B2', b.conceptId)
    await add(taxonomyId, 'A1', a.conceptId)
    await add(taxonomyId, 'B1', b.conceptId, 0)
    const { concepts, conceptCount } = await whole(taxonomyId)
    expect(drawn(concepts)).toEqual(['A #0', 'A > A1 #0', 'B #1', 'B > B1 #0', 'B > B2 #1'])
    expect(conceptCount).toBe(5)
  })

  it('move with everything below them, and leave no gap', async () => {
    const taxonomyId = await newTaxonomy()
    const [a, b, c] = [await add(taxonomyId, 'A'), await add(taxonomyId, 'B'), await add(taxonomyId, 'C')]
    const a1 = await add(taxonomyId, 'A1', a.conceptId)
    await add(taxonomyId, 'A11', a1.conceptId)
    const moved = await move(taxonomyId, a.conceptId, { parentConceptId: c.conceptId })
    expect(moved).toMatchObject({ parentConceptId: c.conceptId, position: 0 })
    expect(drawn((await whole(taxonomyId)).concepts)).toEqual([
      'B #0',
      'C #1',
      'C > A #0',
      'C > A > A1 #0',
      'C > A > A1 > A11 #0',
    ])
    await move(taxonomyId, a1.conceptId, { parentConceptId: null, position: 0 })
    await move(taxonomyId, c.conceptId, { position: 99 })
    await move(taxonomyId, b.conceptId, { position: 0 })
    expect(drawn((await whole(taxonomyId)).concepts)).toEqual(['B #0', 'A1 #1', 'A1 > A11 #0', 'C #2', 'C > A #0'])
  })

  it('do not move below themselves, however deep', async () => {
    const taxonomyId = await newTaxonomy()
    const a = await add(taxonomyId, 'A')
    const b = await add(taxonomyId, 'B', a.conceptId)
    const c = await add(taxonomyId, 'C', b.conceptId)
    for (const parentConceptId of [a.conceptId, b.conceptId, c.conceptId]) {
      await server.refused(taxonomies.changeConcept, 'CONCEPT_CYCLE', {
        params: { taxonomyId, conceptId: a.conceptId },
        query: { parentConceptId },
      })
    }
  })

  it('have names that are unique among siblings alone', async () => {
    const taxonomyId = await newTaxonomy()
    const a = await add(taxonomyId, 'Åsa')
    const b = await add(taxonomyId, 'B')
    const params = { taxonomyId }
    for (const friendlyName of ['A\u030asa', 'Å\u200bs\u00ada\u200f'])
      await server.refused(taxonomies.createConcept, 'NAME_CONFLICT', { params, query: { friendlyName } })
    const inner = await add(taxonomyId, 'åsa', b.conceptId)
    await server.refused(taxonomies.changeConcept, 'NAME_CONFLICT', {
      params: { taxonomyId, conceptId: inner.conceptId },
      query: { parentConceptId: '' },
    })
    await server.refused(taxonomies.changeConcept, 'NAME_CONFLICT', {
      params: { taxonomyId, conceptId: b.conceptId },
      query: { friendlyName: 'ÅSA' },
    })
    const renamed = await server.ok(taxonomies.changeConcept, {
      params: { taxonomyId, conceptId: a.conceptId },
      query: { friendlyName: 'ÅSA', description: 'shouting' },
    })
    expect(renamed).toMatchObject({ friendlyName: 'ÅSA', description: 'shouting', position: 0 })
  })

  it('are deleted with everything below them, and the count follows', async () => {
    const taxonomyId = await newTaxonomy()
    const a = await add(taxonomyId, 'A')
    await add(taxonomyId, 'B')
    const a1 = await add(taxonomyId, 'A1', a.conceptId)
    await add(taxonomyId, 'A11', a1.conceptId)
    await server.ok(taxonomies.deleteConcept, { params: { taxonomyId, conceptId: a.conceptId } })
    const { concepts, conceptCount } = await whole(taxonomyId)
    expect(drawn(concepts)).toEqual(['B #0'])
    expect(conceptCount).toBe(1)
    await server.refused(taxonomies.getConcept, 'NOT_FOUND', { params: { taxonomyId, conceptId: a1.conceptId } })
  })

  it('take no parent from another taxonomy, and are not found there', async () => {
    const [one, two] = [await newTaxonomy(), await newTaxonomy()]
    const a = await add(one, 'A')
    await server.refused(taxonomies.createConcept, 'NOT_FOUND', {
      params: { taxonomyId: two },
      query: { friendlyName: 'B', parentConceptId: a.conceptId },
    })
    await server.refused(taxonomies.getConcept, 'NOT_FOUND', { params: { taxonomyId: two, conceptId: a.conceptId } })
  })

  it('are at most a hundred levels deep', async () => {
    const taxonomyId = await newTaxonomy()
    let parent: string | undefined
    for (let level = 1; level <= 100; level += 1) parent = (await add(taxonomyId, `L${level}`, parent)).conceptId
    const problem = await server.refused(taxonomies.createConcept, 'INVALID_REQUEST', {
      params: { taxonomyId },
      query: { friendlyName: 'one more', parentConceptId: parent },
    })
    expect(problem.fieldErrors?.[0]?.code).toBe('TOO_DEEP')
    expect((await whole(taxonomyId)).concepts).toHaveLength(100)
  })

  it('keep one order when thirty-two people add, move and remove at the same time', async () => {
    const taxonomyId = await newTaxonomy()
    const parents = [await add(taxonomyId, 'P0'), await add(taxonomyId, 'P1')]
    const made = await Promise.all(
      Array.from({ length: 32 }, (_, n) => add(taxonomyId, `N${n}`, parents[n % 2]?.conceptId, 0)),
    )
    const twins = await Promise.all(
      Array.from({ length: 32 }, () =>
        server.call(taxonomies.createConcept, { params: { taxonomyId }, query: { friendlyName: 'Twin' } }),
      ),
    )
    expect(twins.filter((each) => each.status === 200)).toHaveLength(1)
    await Promise.all(
      made.map(({ conceptId }, n) =>
        n % 4 === 0
          ? server.ok(taxonomies.deleteConcept, { params: { taxonomyId, conceptId } })
          : move(taxonomyId, conceptId, { parentConceptId: parents[(n + 1) % 2]?.conceptId ?? null, position: n % 3 }),
      ),
    )
    const { concepts, conceptCount } = await whole(taxonomyId)
    expect(concepts).toHaveLength(conceptCount)
    expect(conceptCount).toBe(2 + 1 + 24)
    for (const siblings of Map.groupBy(concepts, (concept) => concept.parentConceptId).values()) {
      expect(siblings.map((concept) => concept.position)).toEqual(siblings.map((_, at) => at))
    }
  })

  it('never form a cycle when two people move them into each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const taxonomyId = await newTaxonomy()
      const [a, b] = [await add(taxonomyId, 'A'), await add(taxonomyId, 'B')]
      const into = (conceptId: string, parentConceptId: string) =>
        server.call(taxonomies.changeConcept, { params: { taxonomyId, conceptId }, query: { parentConceptId } })
      const both = await Promise.all([into(a.conceptId, b.conceptId), into(b.conceptId, a.conceptId)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await whole(taxonomyId)).concepts).toHaveLength(2)
    }
  })
})
