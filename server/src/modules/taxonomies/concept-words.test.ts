import { readFile } from 'node:fs/promises'
import { type BatchConcept, contract } from '@pim/contract'
import { inOneGo } from '@pim/field-types/steps'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { searchLinesInSteps } from './concept-words.ts'

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
  return (await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: `Words ${count}` } })).taxonomyId
}
const batch = async (taxonomyId: string, concepts: BatchConcept[]) =>
  (await server.ok(taxonomies.batchConcepts, { params: { taxonomyId }, body: { concepts } })).results
const search = (text: string, more: object = {}) => server.ok(taxonomies.searchConcepts, { body: { text, ...more } })

/** Food › Cheese, and their words in German, Swedish and English. */
async function food() {
  const taxonomyId = await newTaxonomy()
  const [, cheese] = await batch(taxonomyId, [
    { path: ['Food'], code: 'f', names: { de: 'Lebensmittel' } },
    {
      path: ['Food', 'Cheese'],
      code: 'f-1',
      names: { 'de-de': 'Käse', 'sv-SE': 'Ost' },
      descriptions: { 'sv-SE': 'av mjölk' },
      synonyms: { de: ['Molkerei', 'Molkerei'] },
    },
  ])
  return { taxonomyId, params: { taxonomyId, conceptId: cheese?.conceptId ?? '' } }
}

describe('the words of a concept', () => {
  it('are there in all languages, and those of the default language are its name and description', async () => {
    const { params } = await food()
    expect(await server.ok(taxonomies.getConcept, { params })).toMatchObject({
      friendlyName: 'Cheese',
      code: 'f-1',
      names: { 'en-US': 'Cheese', 'de-DE': 'Käse', 'sv-SE': 'Ost' },
      descriptions: { 'sv-SE': 'av mjölk' },
      synonyms: { de: ['Molkerei'] },
    })
    const words = { names: { 'en-US': 'Cheeses', fr: 'Fromage' }, descriptions: { 'en-US': 'of milk' } }
    expect(await server.ok(taxonomies.changeConceptWords, { params, body: words })).toMatchObject({
      friendlyName: 'Cheeses',
      description: 'of milk',
      names: words.names,
      descriptions: words.descriptions,
      synonyms: { de: ['Molkerei'] },
      version: 2,
    })
    const again = await server.ok(taxonomies.changeConceptWords, { params, body: words })
    expect(again.version).toBe(2)
  })

  it('keep through a new name in the specified call, which is found from then on', async () => {
    const { taxonomyId, params } = await food()
    await server.ok(taxonomies.changeConcept, { params, query: { friendlyName: 'Queso' } })
    const { names, code } = await server.ok(taxonomies.getConcept, { params })
    expect({ names, code }).toEqual({ names: { 'en-US': 'Queso', 'de-DE': 'Käse', 'sv-SE': 'Ost' }, code: 'f-1' })
    expect(await search('cheese', { taxonomyIds: [taxonomyId] })).toEqual([])
    expect(await search('queso', { taxonomyIds: [taxonomyId] })).toHaveLength(1)
  })

  it('have a code that no other concept of the taxonomy has', async () => {
    const { taxonomyId, params } = await food()
    const taken = { params, body: { code: 'f' } }
    await server.refused(taxonomies.changeConceptWords, 'NAME_CONFLICT', taken)
    const results = await batch(taxonomyId, [
      { path: ['A'], code: 'f' },
      { path: ['B'], code: 'b' },
      { path: ['C'], code: 'b' },
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'created', 'failed'])
    const swapped = await batch(taxonomyId, [
      { path: ['Food'], code: 'f-0' },
      { path: ['D'], code: 'f' },
      { path: ['B'], code: 'f' },
    ])
    expect(swapped.map(({ outcome }) => outcome)).toEqual(['updated', 'created', 'failed'])
    await server.ok(taxonomies.changeConceptWords, { params, body: { code: null } })
    expect(await server.ok(taxonomies.getConcept, { params })).not.toHaveProperty('code')
    await food()
  })

  it('come to no change when they come again, in whatever order', async () => {
    const { taxonomyId, params } = await food()
    const same = {
      path: ['Food', 'Cheese'],
      code: 'f-1',
      names: { 'sv-SE': 'Ost', 'en-US': 'Cheese', 'de-DE': 'Käse' },
      synonyms: { de: ['Molkerei'] },
    }
    expect((await batch(taxonomyId, [same])).map(({ outcome }) => outcome)).toEqual(['unchanged'])
    const other = { conceptId: params.conceptId, names: { 'sv-SE': 'Ostar' } }
    expect((await batch(taxonomyId, [other])).map(({ outcome }) => outcome)).toEqual(['updated'])
    const names = { 'en-US': 'Cheese', 'sv-SE': 'Ostar' }
    expect((await server.ok(taxonomies.getConcept, { params })).names).toEqual(names)
  })

  it('refuse a language that comes twice in other letters', async () => {
    const { params } = await food()
    const request = { params, body: { names: { 'de-DE': 'a', 'de-de': 'b' } } }
    await server.refused(taxonomies.changeConceptWords, 'INVALID_REQUEST', request)
  })
})

describe('a tree in a variation', () => {
  it('has names in its language or a fallback, and says which; others stay', async () => {
    const { taxonomyId } = await food()
    const inVariation = async (language: string) => {
      const query = { variationId: server.acme.variations[language] }
      const { concepts } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId }, query })
      return concepts.map(({ name, nameLanguage }) => [name, nameLanguage])
    }
    const none = [undefined, undefined]
    expect(await inVariation('de-DE')).toEqual([
      ['Lebensmittel', 'de'],
      ['Käse', 'de-DE'],
    ])
    expect(await inVariation('sv-SE')).toEqual([none, ['Ost', 'sv-SE']])
    expect(await inVariation('en-US')).toEqual([none, none])
    const unknown = { params: { taxonomyId }, query: { variationId: newId() } }
    await server.refused(taxonomies.getTaxonomy, 'NOT_FOUND', unknown)
  })
})

describe('a search of concepts', () => {
  it('finds names of all languages, synonyms and codes, and names them in the variation', async () => {
    const { taxonomyId, params } = await food()
    const taxonomyIds = [taxonomyId]
    for (const text of ['cheese', 'OST', 'kase', 'molk', 'f-1', ' f-1  ost ']) {
      const found = await search(text, { taxonomyIds, variationId: server.acme.variations['de-DE'] })
      expect(found[0]).toEqual({
        conceptId: params.conceptId,
        taxonomyId,
        taxonomyName: `Words ${count}`,
        code: 'f-1',
        name: 'Käse',
        nameLanguage: 'de-DE',
        path: ['Lebensmittel'],
      })
    }
    expect(await search('cheese')).toContainEqual(expect.objectContaining({ name: 'Cheese', path: ['Food'] }))
    expect(await search('%', { taxonomyIds })).toEqual([])
  })

  it('puts what is called so first, then what begins so, then a word of it, then the rest', async () => {
    const taxonomyId = await newTaxonomy()
    const names = ['Cupboard', 'Red cup', 'Cup and saucer', 'Hiccup', 'Cup']
    await batch(
      taxonomyId,
      names.map((name) => ({ path: [name] })),
    )
    const found = await search('cup', { taxonomyIds: [taxonomyId] })
    expect(found.map(({ name }) => name)).toEqual(['Cup', 'Cupboard', 'Cup and saucer', 'Red cup', 'Hiccup'])
    const all = await search('', { taxonomyIds: [taxonomyId], limit: 2 })
    expect(all.map(({ name }) => name)).toEqual(['Cupboard', 'Red cup'])
  })

  it('puts a name in the language that is read before the same in another, and finds codes without their signs', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [
      { path: ['Tin'], code: 'ap-2-1', names: { 'de-DE': 'Dose' } },
      { path: ['Dose'], names: { 'de-DE': 'Menge' } },
    ])
    const inGerman = { taxonomyIds: [taxonomyId], variationId: server.acme.variations['de-DE'] }
    expect((await search('dose', inGerman)).map(({ name }) => name)).toEqual(['Dose', 'Menge'])
    expect((await search('dose', { taxonomyIds: [taxonomyId] })).map(({ name }) => name)).toEqual(['Dose', 'Tin'])
    for (const code of ['ap21', 'AP 2 1', '-2-1', 'p21'])
      expect([code, (await search(code, inGerman)).map(({ name }) => name)]).toEqual([code, ['Dose']])
  })

  it('puts a typing error right where no concept has what was typed, and says so', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [{ path: ['Kitchen lamps'] }, { path: ['Candles'], names: { 'sv-SE': 'Stearinljus' } }])
    const found = async (text: string) =>
      (await search(text, { taxonomyIds: [taxonomyId] })).map(({ name, shownFor }) => [name, shownFor])
    expect(await found('kitchne lamps')).toEqual([['Kitchen lamps', 'kitchen lamps']])
    expect(await found('stearimljos')).toEqual([['Candles', 'stearinljus']])
    expect(await found('candles')).toEqual([['Candles', undefined]])
    expect(await found('xylophone')).toEqual([])
  })

  it('puts right what went wrong where two parts of a word meet, and in other scripts', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [{ path: ['Jackor'] }, { path: ['Tea-cups'] }, { path: ['Чайник'] }, { path: ['Сыры'] }])
    const found = async (text: string) =>
      (await search(text, { taxonomyIds: [taxonomyId] })).map(({ name, shownFor }) => [name, shownFor])
    expect(await found('jakcor')).toEqual([['Jackor', 'jackor']])
    expect(await found('cusp')).toEqual([['Tea-cups', 'cups']])
    expect(await found('чайнки')).toEqual([['Чайник', 'чаиник']])
    expect(await found('сыпы')).toEqual([['Сыры', 'сыры']])
  })

  it('finds parts of words in every script, parts of codes and measures, and one or two letters', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [
      {
        path: ['Cream cheese'],
        code: 'ap-2.1/x',
        names: { ru: 'Сливочный сыр', 'zh-CN': '奶油奶酪', ja: 'クリームチーズ' },
      },
      { path: ['Cans of 400 ml'], names: { ar: 'علب', ko: '캔 음료', 'zh-CN': '红茶 400 ml' } },
      { path: ['Tv'], names: { de: 'Fernseher_100%' } },
    ])
    const found = async (text: string) => (await search(text, { taxonomyIds: [taxonomyId] })).map(({ name }) => name)
    for (const text of ['ream', 'ивочн', 'сыр сливочный', '酪', '奶酪', 'チーズ', 'ap21', '21x', 'ap-2.1/x', 'c', 'сы'])
      expect([text, (await found(text))[0]]).toEqual([text, 'Cream cheese'])
    for (const text of ['400ml', '400 ml', 'f400', 'علب', '음료', '红茶', '红茶 400ml', '茶400'])
      expect([text, await found(text)]).toEqual([text, ['Cans of 400 ml']])
    for (const text of ['tv', 't', '100%', 'er_1', 'v']) expect([text, await found(text)]).toContainEqual(['Tv'])
    // The number of a letter is no text.
    for (const text of ['4441', '8336', '茶红', '%', '_1', '\\'])
      expect([text, (await found(text)).filter((name) => name !== 'Tv')]).toEqual([text, []])
  })

  it('takes simplified and traditional characters, forms of Arabic letters, and `ß` and `ss` for one', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [
      { path: ['Chinese porcelain'], names: { 'zh-TW': '中國瓷器' } },
      { path: ['Computers'], names: { 'zh-CN': '电脑', ja: '電子計算機' } },
      { path: ['Library'], names: { ar: 'مكتبة', de: 'Große Straße', da: 'Sø' } },
    ])
    const found = async (text: string) => (await search(text, { taxonomyIds: [taxonomyId] })).map(({ name }) => name)
    for (const text of ['中国', '中國', '国瓷', '國'])
      expect([text, await found(text)]).toEqual([text, ['Chinese porcelain']])
    for (const text of ['電腦', '电脑', '脑', '計算', '计算機'])
      expect([text, await found(text)]).toEqual([text, ['Computers']])
    for (const text of ['مكتبه', 'مكتبة', 'strasse', 'GROSSE STRASSE', 'straße', 'so'])
      expect([text, await found(text)]).toEqual([text, ['Library']])
  })

  it('puts a typing error right within scripts that have no spaces between words, and in Korean', async () => {
    const taxonomyId = await newTaxonomy()
    await batch(taxonomyId, [
      { path: ['Cream cheese'], names: { 'zh-CN': '新鲜奶油奶酪切片', ja: '北海道クリームチーズ' } },
      { path: ['Cameras'], names: { ko: '카메라 가방' } },
    ])
    const found = async (text: string) =>
      (await search(text, { taxonomyIds: [taxonomyId] })).map(({ name, shownFor }) => [name, shownFor])
    expect(await found('奶油奶洛')).toEqual([['Cream cheese', '奶油奶酪']])
    expect(await found('クリームチース')).toEqual([['Cream cheese', undefined]])
    expect(await found('クリームチーマ')).toEqual([['Cream cheese', 'クリームチース']])
    expect(await found('캬메라')).toEqual([['Cameras', '카메라']])
    expect(await found('메라')).toEqual([['Cameras', undefined]])
  })

  it('finds what earlier releases wrote, which the migration has put into the same letters', async () => {
    const taxonomyId = await newTaxonomy()
    const [made] = await batch(taxonomyId, [{ path: ['Roads'], names: { 'zh-TW': '中國道路', de: 'Straße' } }])
    const { tenantId } = server.acme
    const of = `tenant_id = '${tenantId}' and concept_id = '${made?.conceptId}'`
    const earlier = `E'roads\\n中國道路\\nstraße'`
    await server.rows.look(`update concept set search_lines = ${earlier} where ${of}`)
    await server.rows.look(
      `update concept_search set lines = E'\\n' || ${earlier} || concept_search_forms(${earlier}) || E'\\n' where ${of}`,
    )
    const found = async (text: string) => (await search(text, { taxonomyIds: [taxonomyId] })).length
    expect([await found('中国'), await found('strasse')]).toEqual([0, 0])
    // As the server sends it: a distributed database takes no several statements at once.
    await server.rows.look(await readFile(migrationPath('0156-letters-of-concepts.sql'), 'utf8'))
    expect([await found('中国'), await found('國道'), await found('strasse'), await found('roads')]).toEqual([
      1, 1, 1, 1,
    ])
    const [row] = await server.rows.look<{ lines: string }>(`select search_lines as lines from concept where ${of}`)
    expect(row?.lines).toBe('roads\n中国道路\nstrasse')
  })

  it('follows every change of words, and knows nothing of what is gone', async () => {
    const { taxonomyId, params } = await food()
    const found = async (text: string) => (await search(text, { taxonomyIds: [taxonomyId] })).length
    await server.ok(taxonomies.changeConceptWords, { params, body: { synonyms: { de: ['Rahm'] }, code: 'r-77' } })
    expect([await found('molkerei'), await found('rahm'), await found('r77'), await found('f-1')]).toEqual([0, 1, 1, 0])
    await batch(taxonomyId, [{ conceptId: params.conceptId, names: { 'en-US': 'Quark' } }])
    expect([await found('cheese'), await found('quark')]).toEqual([0, 1])
    await server.ok(taxonomies.deleteConcept, { params, query: {} })
    expect(await found('quark')).toBe(0)
    const left = await server.rows.look(
      `select from concept_search where tenant_id = '${server.acme.tenantId}' and concept_id = '${params.conceptId}'`,
    )
    expect(left).toEqual([])
  })

  it('has nothing of another tenant, also where its function is asked for that one', async () => {
    await food()
    const { acme, nordic, rows } = server
    const [concept] = await rows.look<{ id: string }>(
      `select concept_id as id from concept_search where tenant_id = '${acme.tenantId}' and lines like '%cheese%' limit 1`,
    )
    // A distributed database runs the function where the rows of a tenant are: the statement names a table of it.
    const asked = (inside: string, tenantId: string | null) =>
      rows.database.inTenant(inside, async (trx) => {
        const { rows: found } = await sql<{ id: string }>`
          select distinct id from variation
          cross join lateral concepts_with_parts(${tenantId}::uuid, null, ${['cheese']}::text[], 1000) id
          where variation.tenant_id = ${inside}`.execute(trx)
        return found.map(({ id }) => id)
      })
    expect(await asked(acme.tenantId, acme.tenantId)).toContain(concept?.id)
    // Where the rows of the other tenant are on another server, that one refuses the role.
    const attacked = (inside: string, tenantId: string | null) =>
      asked(inside, tenantId).catch((error: unknown) =>
        /permission denied/.test(String(error)) ? [] : [String(error)],
      )
    for (const tenantId of [acme.tenantId, nordic.tenantId, null])
      expect(await attacked(nordic.tenantId, tenantId)).toEqual([])
    expect(await attacked(acme.tenantId, null)).toEqual([])
    const direct = rows.database.inTenant(nordic.tenantId, async (trx) =>
      sql`select from concept_search where lines like '%cheese%'`.execute(trx),
    )
    expect((await direct).rows).toEqual([])
    // Where no tenant is set, not even the id of one opens it.
    const outside = rows.database.asSystem((trx) =>
      sql`select concepts_with_parts(${acme.tenantId}, null, ${['cheese']}::text[], 1000)`.execute(trx),
    )
    await expect(outside).rejects.toThrow(/permission denied/)
  })

  it('looks up by ids, in their order, without the unknown ones', async () => {
    const { taxonomyId, params } = await food()
    const [made] = await batch(taxonomyId, [{ path: ['Wine'] }])
    const conceptIds = [made?.conceptId ?? '', newId(), params.conceptId]
    const found = await server.ok(taxonomies.lookUpConcepts, { body: { conceptIds } })
    expect(found.map(({ name }) => name)).toEqual(['Wine', 'Cheese'])
  })
})

it('compares each line once, without case and accents', () => {
  const concept = { friendlyName: 'Käse', code: 'K', names: { sv: 'KASE' }, synonyms: { de: ['Alt  Käse'] } }
  expect(inOneGo(searchLinesInSteps(concept))).toBe('kase\nk\nalt kase')
})
