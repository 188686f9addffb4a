import { createServer } from 'node:http'
import { type BatchConcept, type ConceptImportPlan, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../../../testing/test-server.ts'

const { taxonomies } = contract
type Format = 'turtle' | 'jsonld'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
async function newTaxonomy(concepts: BatchConcept[] = []): Promise<string> {
  count += 1
  const { taxonomyId } = await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: `SKOS "${count}"` } })
  if (concepts.length > 0) await server.ok(taxonomies.batchConcepts, { params: { taxonomyId }, body: { concepts } })
  return taxonomyId
}
const sent = (taxonomyId: string, file: string) => ({
  params: { taxonomyId },
  file: new Blob([file]),
  fileName: 'concepts',
})
const rehearse = (taxonomyId: string, format: Format, file: string, query: object = {}): Promise<ConceptImportPlan> =>
  server.ok(taxonomies.rehearseConceptImport, { ...sent(taxonomyId, file), query: { format, ...query } })
async function run(taxonomyId: string, format: Format, file: string, query: object = {}) {
  const { fingerprint } = await rehearse(taxonomyId, format, file, query)
  const { counts } = await server.ok(taxonomies.importConcepts, {
    ...sent(taxonomyId, file),
    query: { format, ...query, fingerprint },
  })
  return counts
}
const exported = (taxonomyId: string, format: Format | 'csv') =>
  server.call(taxonomies.exportConcepts, { params: { taxonomyId }, query: { format } })
/** Without the ids, which are new in each taxonomy. */
const csvOf = async (taxonomyId: string): Promise<string> =>
  (await exported(taxonomyId, 'csv')).bytes.toString().replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
const problemsOf = ({ rows, problems }: ConceptImportPlan) => [
  ...problems.map(({ code, params }) => [code, params?.reason ?? '']),
  ...rows.flatMap(({ row, problems: own }) => own.map(({ code, column }) => [row, code, column ?? ''])),
]
const none = { create: 0, change: 0, move: 0, nothing: 0, merged: 0, problem: 0 }
const formats: Format[] = ['turtle', 'jsonld']

describe('concepts as SKOS', () => {
  const odd = ["'=1+1", '"q" \\ n\\u0041', 'a;b .', 'two\nlines\t.', '🧀 | <b> @de', "'''", 'م٪']
  const concepts: BatchConcept[] = odd.map((name, at) => ({
    path: ['Odd', `${at} ${name}`],
    ...(at % 2 === 0 && { code: `${name} ${at}` }),
    names: { sv: name, 'zh-Hant-TW': name },
    descriptions: { 'en-US': `${name}\r\n `, de: name },
    synonyms: { ja: [name, `${name} |`] },
  }))

  it.each(formats)('go in again as %s without a change, and make the same taxonomy elsewhere', async (format) => {
    const taxonomyId = await newTaxonomy([{ path: ['Odd'] }, ...concepts])
    const { bytes, headers } = await exported(taxonomyId, format)
    expect(headers['content-type']).toMatch(format === 'turtle' ? /^text\/turtle/ : /^application\/ld\+json/)
    const file = bytes.toString()
    const unchanged = { ...none, nothing: odd.length + 1 }
    expect(await run(taxonomyId, format, file)).toEqual(unchanged)
    expect(await run(taxonomyId, format, file, { emptyCells: 'clear' })).toEqual(unchanged)
    const copy = await newTaxonomy()
    expect(await run(copy, format, file)).toEqual({ ...none, create: odd.length + 1 })
    expect(await csvOf(copy)).toBe(await csvOf(taxonomyId))
  })

  const turtle = `\ufeff# as others write it
@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix dct: <http://purl.org/dc/terms/> .
@base <https://example.org/voc/> .
<scheme> a skos:ConceptScheme ; dct:title "Food"@en ; skos:hasTopConcept <food> .
<food> a skos:Concept ; skos:inScheme <scheme> ; skos:prefLabel "Food"@en, "Mat"@sv ; skos:narrower <food/cheese> .
<food/cheese> a skos:Concept ; skos:prefLabel 'Cheese'@en , """Ost"""@sv ; skos:altLabel "Fromage"@fr ;
  skos:hiddenLabel "Fromagge"@fr ; skos:scopeNote "Of milk"@en ; dct:created "2026-01-01" ; skos:related <food> .
<c3> skos:prefLabel "Bread"@en ; skos:notation "B-1" ; skos:broader <food> ; skos:definition "Baked" .
[] a skos:Collection ; skos:prefLabel "Not a concept"@en ; skos:member <food> .`
  const skos = (name: string) => `http://www.w3.org/2004/02/skos/core#${name}`
  const expanded = [
    { '@id': 'https://example.org/voc/scheme', '@type': [skos('ConceptScheme')] },
    {
      '@id': 'https://example.org/voc/food',
      '@type': [skos('Concept')],
      [skos('topConceptOf')]: [{ '@id': 'https://example.org/voc/scheme' }],
      [skos('prefLabel')]: [
        { '@value': 'Food', '@language': 'en' },
        { '@value': 'Mat', '@language': 'sv' },
      ],
    },
    {
      '@id': 'https://example.org/voc/food/cheese',
      [skos('prefLabel')]: [
        { '@value': 'Cheese', '@language': 'en' },
        { '@value': 'Ost', '@language': 'sv' },
      ],
      [skos('altLabel')]: ['Fromage', 'Fromagge'].map((text) => ({ '@value': text, '@language': 'fr' })),
      [skos('scopeNote')]: [{ '@value': 'Of milk', '@language': 'en' }],
      [skos('broader')]: [{ '@id': 'https://example.org/voc/food' }],
    },
    {
      '@id': 'https://example.org/voc/c3',
      [skos('prefLabel')]: { '@value': 'Bread', '@language': 'en' },
      [skos('notation')]: 'B-1',
      [skos('broader')]: { '@id': 'https://example.org/voc/food' },
      [skos('definition')]: 'Baked',
    },
  ]
  const compacted = {
    '@context': [
      {
        skos: 'http://www.w3.org/2004/02/skos/core#',
        '@base': 'https://example.org/voc/',
        '@vocab': 'http://www.w3.org/2004/02/skos/core#',
        '@language': 'en',
        uri: '@id',
        lang: '@language',
        value: '@value',
        broader: { '@type': '@id' },
        under: { '@reverse': 'skos:broader', '@type': '@id' },
        label: { '@id': 'skos:prefLabel', '@container': '@language' },
        notation: { '@language': null },
      },
    ],
    uri: 'scheme',
    '@type': 'ConceptScheme',
    hasTopConcept: {
      uri: 'food',
      '@type': 'Concept',
      label: { en: 'Food', sv: ['Mat'] },
      under: ['food/cheese'],
      narrower: {
        uri: 'c3',
        prefLabel: 'Bread',
        notation: 'B-1',
        definition: { value: 'Baked' },
      },
    },
    '@graph': [
      {
        uri: 'food/cheese',
        prefLabel: ['Cheese', { lang: 'sv', value: 'Ost' }],
        altLabel: { '@set': [{ lang: 'fr', value: 'Fromage' }] },
        'skos:hiddenLabel': { lang: 'fr', value: 'Fromagge' },
        scopeNote: 'Of milk',
      },
    ],
  }

  it.each([
    ['turtle', turtle],
    ['jsonld', JSON.stringify(expanded)],
    ['jsonld', JSON.stringify(compacted, null, 2)],
  ] as const)('of others come in from %s', async (format, file) => {
    const taxonomyId = await newTaxonomy()
    const plan = await rehearse(taxonomyId, format, file)
    expect([problemsOf(plan), plan.readAsDefault]).toEqual([[], 'en'])
    if (format === 'turtle')
      expect(plan.ignoredColumns).toEqual([
        'http://purl.org/dc/terms/title',
        'http://purl.org/dc/terms/created',
        skos('related'),
        skos('member'),
      ])
    await run(taxonomyId, format, file)
    expect((await csvOf(taxonomyId)).split('\r\n').slice(0, 2)).toEqual([
      '\ufeffid,code,parent,path,position,name:en-US,name:sv,description:en-US,synonyms:fr',
      'id,food,,Food,0,Food,Mat,,',
    ])
    expect(
      (await csvOf(taxonomyId))
        .split('\r\n')
        .slice(2, 4)
        .map((line) => line.replace(/food,Food > \w+,\d/, 'food'))
        .sort(),
    ).toEqual(['id,B-1,food,Bread,,Baked,', 'id,cheese,food,Cheese,Ost,Of milk,"Fromage | Fromagge"'])
    expect(await run(taxonomyId, format, file)).toEqual({ ...none, nothing: 3 })
  })
})

describe('SKOS that says what a taxonomy cannot have', () => {
  const prefix = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://a.b/#> . '
  const concept = (name: string, rest = '') => `:${name} a skos:Concept ; skos:prefLabel "${name}"${rest} . `
  it.each([
    [
      'a concept below two others',
      concept('a') + concept('b') + concept('c', '; skos:broader :a, :b'),
      [[3, 'SEVERAL_PARENTS', '']],
    ],
    [
      'a cycle',
      concept('a', '; skos:broader :b') + concept('b', '; skos:broader :a'),
      [
        [1, 'CYCLE', ''],
        [2, 'CYCLE', ''],
      ],
    ],
    [
      'two names in one language',
      concept('a', '@de, "A"@de') + concept('b', ', "B"'),
      [
        [1, 'SEVERAL_VALUES', 'name:de'],
        [2, 'SEVERAL_VALUES', 'name:en-US'],
      ],
    ],
    ['two codes', concept('a', '; skos:notation "1", "2"'), [[1, 'SEVERAL_VALUES', 'code']]],
    [
      'one code for two',
      concept('a', '; skos:notation "1"') + concept('b', '; skos:notation "1"'),
      [[2, 'DUPLICATE_ROW', '']],
    ],
    ['an unknown parent', concept('a', '; skos:broader :x'), [[1, 'UNKNOWN_PARENT', '']]],
    ['no concept', ':a :b :c .', [['UNREADABLE', 'NO_CONCEPTS']]],
  ] satisfies [string, string, (string | number)[][]][])(
    'such as %s is told, and nothing is taken',
    async (_what, file, expected) => {
      const plan = await rehearse(await newTaxonomy(), 'turtle', prefix + file)
      expect(problemsOf(plan).sort()).toEqual(expected)
    },
  )
})

describe('a file that is no SKOS, or made to exhaust the server', () => {
  const prefix = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . '
  const long = 'x'.repeat(2_000_000)
  it.each([
    ['turtle', 'no Turtle', 'code,name\na,b', 'NOT_TURTLE'],
    ['turtle', 'an end in the middle', `${prefix}<a> skos:prefLabel "a"`, 'NOT_TURTLE'],
    ['turtle', 'brackets nested deeply', `${prefix}<a> skos:broader ${'[<p> '.repeat(500_000)}`, 'TOO_LARGE'],
    ['turtle', 'lists nested deeply', `${prefix}<a> skos:broader ${'('.repeat(3_000_000)}`, 'TOO_LARGE'],
    ['turtle', 'a text that does not end', `${prefix}<a> skos:prefLabel """${long}`, 'TOO_LARGE'],
    ['turtle', 'a long text', `${prefix}<a> skos:prefLabel "${long.slice(0, 150_000)}" .`, 'TOO_LARGE'],
    [
      'turtle',
      'a prefix that makes each name long',
      `@prefix p: <${long.slice(0, 5_000)}> . p:a p:b p:c .`,
      'TOO_LARGE',
    ],
    ['turtle', 'endless statements', `${prefix}<a> <b> ${'1,'.repeat(500_001)}1 .`, 'TOO_LARGE'],
    ['turtle', 'a character that is none', `${prefix}<a> skos:prefLabel "a\\u0000b" .`, 'NOT_TEXT'],
    ['jsonld', 'no JSON', 'a', 'NOT_JSON_LD'],
    ['jsonld', 'a text', '"a"', 'NOT_JSON_LD'],
    ['jsonld', 'deep nesting', '['.repeat(3_000_000), 'TOO_LARGE'],
    ['jsonld', 'endless objects', `[${'{},'.repeat(1_000_001)}{}]`, 'TOO_LARGE'],
    ['jsonld', 'a context in a node', '{"@graph":[{"@context":{"a":"b:c"}}]}', 'NOT_JSON_LD'],
    ['jsonld', 'a context in a term', '{"@context":{"a":{"@id":"b:c","@context":{}}}}', 'NOT_JSON_LD'],
    [
      'jsonld',
      'a prefix that makes each name long',
      JSON.stringify({ '@context': { p: `a:${long}` }, 'p:a': 'b' }),
      'TOO_LARGE',
    ],
    ['jsonld', 'names of every object', '{"__proto__":{"a":1}}', 'NOT_TEXT'],
  ] as const)('%s with %s is refused', async (format, _what, file, reason) => {
    expect(problemsOf(await rehearse(await newTaxonomy(), format, file))).toEqual([['UNREADABLE', reason]])
  })

  it('is refused beyond its concepts', async () => {
    const many = Array.from({ length: 25_001 }, (_, at) => `<${at}> skos:prefLabel "${at}".`).join('\n')
    expect(problemsOf(await rehearse(await newTaxonomy(), 'turtle', prefix + many))).toEqual([['TOO_MANY_ROWS', '']])
  })

  it('makes this server call no other one', async () => {
    let calls = 0
    const other = createServer((_request, response) => {
      calls += 1
      response.end('{"@context":{"prefLabel":"http://www.w3.org/2004/02/skos/core#prefLabel"}}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/context`
    try {
      for (const context of [url, [{ a: 'b:c' }, url], { '@import': url }]) {
        const file = JSON.stringify({ '@context': context, '@id': 'a:b', prefLabel: 'A' })
        expect(problemsOf(await rehearse(await newTaxonomy(), 'jsonld', file))).toEqual([
          ['UNREADABLE', 'REMOTE_CONTEXT'],
        ])
      }
      await rehearse(await newTaxonomy(), 'turtle', `@base <${url}> . @prefix a: <${url}#> . <x> a:b <y> .`)
      expect(calls).toBe(0)
    } finally {
      other.close()
    }
  })
})
