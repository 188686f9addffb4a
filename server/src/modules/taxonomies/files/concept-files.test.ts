import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type BatchConcept, type ConceptImportPlan, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { isWholeRun } from '../../../../testing/budget.ts'
import { clusterWorkers } from '../../../../testing/citus.ts'
import { articleType, ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { writeWorkbook } from '../../exchange/index.ts'

const { taxonomies } = contract
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
async function newTaxonomy(concepts: BatchConcept[] = []): Promise<string> {
  count += 1
  const { taxonomyId } = await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: `Files ${count}` } })
  if (concepts.length > 0) await server.ok(taxonomies.batchConcepts, { params: { taxonomyId }, body: { concepts } })
  return taxonomyId
}
type File = string | Uint8Array<ArrayBuffer>
const sent = (taxonomyId: string, file: File) => ({
  params: { taxonomyId },
  file: new Blob([file]),
  fileName: 'concepts.csv',
})
const rehearse = (taxonomyId: string, file: File, query: object = {}): Promise<ConceptImportPlan> =>
  server.ok(taxonomies.rehearseConceptImport, { ...sent(taxonomyId, file), query })
async function run(taxonomyId: string, file: File, query: object = {}) {
  const { fingerprint } = await rehearse(taxonomyId, file, query)
  return server.ok(taxonomies.importConcepts, { ...sent(taxonomyId, file), query: { ...query, fingerprint } })
}
async function exported(taxonomyId: string): Promise<string> {
  const { bytes, headers } = await server.call(taxonomies.exportConcepts, { params: { taxonomyId } })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  return bytes.toString()
}
const tree = async (taxonomyId: string) => {
  const { concepts, version } = await server.ok(taxonomies.getTaxonomy, { params: { taxonomyId } })
  const names = new Map(concepts.map(({ conceptId, friendlyName }) => [conceptId, friendlyName]))
  return {
    version,
    concepts,
    lines: concepts.map((each) =>
      [names.get(each.parentConceptId ?? '') ?? '', each.position, each.friendlyName].join(' '),
    ),
  }
}
const problemsOf = ({ rows, problems }: ConceptImportPlan) => [
  ...problems.map(({ code, column }) => [code, column ?? '']),
  ...rows.flatMap(({ row, problems: own }) => own.map(({ code, column }) => [row, code, column ?? ''])),
]
const none = { create: 0, change: 0, move: 0, nothing: 0, merged: 0, problem: 0 }

const small = [
  'code,parent,name,name:sv-SE,synonyms:de',
  'f,,Food,Mat,',
  'f-1,f,Cheese,Ost,Käse | Molkerei',
  'f-2,f,Bread,,',
].join('\n')

describe('a file of concepts', () => {
  it('is rehearsed without writing, and comes in as it was rehearsed', async () => {
    const taxonomyId = await newTaxonomy()
    const plan = await rehearse(taxonomyId, small)
    expect(plan.counts).toEqual({ ...none, create: 3 })
    expect(plan.languages).toEqual(['en-US', 'sv-SE', 'de'])
    expect((await tree(taxonomyId)).lines).toEqual([])
    expect(await run(taxonomyId, small)).toEqual({ counts: { ...none, create: 3 } })
    const { lines, concepts } = await tree(taxonomyId)
    expect(lines).toEqual([' 0 Food', 'Food 0 Cheese', 'Food 1 Bread'])
    const params = { taxonomyId, conceptId: concepts[1]?.conceptId ?? '' }
    expect(await server.ok(taxonomies.getConcept, { params })).toMatchObject({
      code: 'f-1',
      names: { 'en-US': 'Cheese', 'sv-SE': 'Ost' },
      synonyms: { de: ['Käse', 'Molkerei'] },
    })
    expect(
      (await server.ok(taxonomies.searchConcepts, { body: { text: 'molkerei', taxonomyIds: [taxonomyId] } }))[0]?.name,
    ).toBe('Cheese')
  })

  it('says row by row what is made, changed and moved, and changes nothing when it comes again', async () => {
    const taxonomyId = await newTaxonomy()
    await run(taxonomyId, small)
    const other = ['code,parent,position,name,name:sv-SE', 'f-2,,0,Bread,Bröd', 'f-1,f,,Cheese,', 'f-3,f-2,,Rye,'].join(
      '\n',
    )
    const plan = await rehearse(taxonomyId, other)
    expect(plan.rows.map(({ code, outcome, changed }) => [code, outcome, changed])).toEqual([
      ['f-2', 'change', ['names', 'parent', 'position']],
      ['f-3', 'create', []],
    ])
    expect(plan.rows.map(({ changes }) => changes)).toEqual([
      [
        { part: 'name', language: 'sv-SE', after: 'Bröd' },
        { part: 'parent', before: 'Food' },
        { part: 'position', before: '1', after: '0' },
      ],
      [],
    ])
    await run(taxonomyId, other)
    const after = await tree(taxonomyId)
    expect(after.lines).toEqual([' 0 Bread', 'Bread 0 Rye', ' 1 Food', 'Food 0 Cheese'])
    expect(await run(taxonomyId, other)).toEqual({ counts: { ...none, nothing: 3 } })
    expect((await tree(taxonomyId)).version).toBe(after.version)
  })

  it('is taken back as a whole, but for what somebody has changed since, content carries or others stand below', async () => {
    const taxonomyId = await newTaxonomy()
    const params = { taxonomyId }
    await run(taxonomyId, 'code,parent,name,name:sv-SE,synonyms:de\na,,Apples,Äpplen,Apfel\nb,,Bread,,\nc,b,Crumbs,,')
    const before = await tree(taxonomyId)
    const first = (await server.ok(taxonomies.getLastConceptImport, { params })).last
    expect(first).toMatchObject({ createdCount: 3, changedCount: 0 })
    const file = [
      'code,parent,position,name,name:sv-SE,name:ja,synonyms:de',
      'n,,0,Apples,,,',
      'a,b,,Pears,Päron,なし,Birne',
      'b,,,Loaves,,,',
      'm,n,,Made,,,',
      'k,n,,Kept,,,',
    ].join('\n')
    await run(taxonomyId, file)
    const after = await tree(taxonomyId)
    const idOf = (name: string) => after.concepts.find((each) => each.friendlyName === name)?.conceptId ?? ''
    const rename = (name: string, friendlyName: string) =>
      server.ok(taxonomies.changeConcept, { params: { taxonomyId, conceptId: idOf(name) }, query: { friendlyName } })
    await rename('Loaves', 'Rolls')
    await rename('Kept', 'Kept on')
    const { last } = await server.ok(taxonomies.getLastConceptImport, { params })
    expect(last).toMatchObject({ createdCount: 3, changedCount: 2 })
    const importId = last?.importId ?? ''
    await server.refused(taxonomies.undoConceptImport, 'NOT_FOUND', {
      params,
      body: { importId: first?.importId ?? '' },
    })
    const undone = await server.ok(taxonomies.undoConceptImport, { params, body: { importId } })
    // "Apples" was to be its name again, and the concept of that name stays, as one below it has been changed.
    expect(undone).toMatchObject({ restoredCount: 0, deletedCount: 1, leftCount: 4 })
    expect(undone.left.map(({ name, reason }) => `${name}: ${reason}`).toSorted()).toEqual([
      'Apples: hasChildren',
      'Kept on: changed',
      'Pears: conflict',
      'Rolls: changed',
    ])
    expect((await server.ok(taxonomies.getLastConceptImport, { params })).last).toBeNull()
    await server.refused(taxonomies.undoConceptImport, 'NOT_FOUND', { params, body: { importId } })

    // Where nobody did anything since, all is as it was: words in all languages, codes, places and the number of concepts.
    const other = await newTaxonomy()
    await run(other, 'code,parent,name,name:sv-SE,synonyms:de\na,,Apples,Äpplen,Apfel\nb,,Bread,,\nc,b,Crumbs,,')
    const asBefore = await exported(other)
    await run(other, file)
    const made = (await server.ok(taxonomies.getLastConceptImport, { params: { taxonomyId: other } })).last
    const answer = await server.ok(taxonomies.undoConceptImport, {
      params: { taxonomyId: other },
      body: { importId: made?.importId ?? '' },
    })
    expect(answer).toEqual({ restoredCount: 2, deletedCount: 3, left: [], leftCount: 0 })
    expect(await exported(other)).toBe(asBefore)
    expect((await tree(other)).lines).toEqual(before.lines)
  })

  it('leaves what content carries when it is taken back, and what that stands below', async () => {
    const { acme } = server
    await putType(server, acme, articleType)
    const content = new ContentCalls(server, acme)
    const taxonomyId = await newTaxonomy()
    const params = { taxonomyId }
    await run(taxonomyId, 'code,parent,name\nu,,Used above\nu1,u,Used\nx,,Unused\nx1,x,Unused below')
    const used = (await tree(taxonomyId)).concepts.find((each) => each.friendlyName === 'Used')?.conceptId
    const { contentItemId } = await content.create('About it')
    const variation = (await content.list(contentItemId))[0]
    await content.update(variation?.contentVariationId ?? '', { topics: [used] })
    const { last } = await server.ok(taxonomies.getLastConceptImport, { params })
    const body = { importId: last?.importId ?? '' }
    await server.refused(taxonomies.undoConceptImport, 'FORBIDDEN', { params, body, as: 'viewer' })
    const undone = await server.ok(taxonomies.undoConceptImport, { params, body })
    expect(undone).toMatchObject({ restoredCount: 0, deletedCount: 2, leftCount: 2 })
    expect(undone.left.map(({ name, reason }) => `${name}: ${reason}`).toSorted()).toEqual([
      'Used above: hasChildren',
      'Used: inUse',
    ])
    expect((await tree(taxonomyId)).lines).toEqual([' 0 Used above', 'Used above 0 Used'])
    expect(
      (await server.ok(taxonomies.getTaxonomies, {})).find((each) => each.taxonomyId === taxonomyId),
    ).toMatchObject({
      conceptCount: 2,
    })
  })

  it('of another taxonomy or another tenant is not taken back', async () => {
    const [taxonomyId, other] = [await newTaxonomy(), await newTaxonomy()]
    await run(taxonomyId, small)
    const { last } = await server.ok(taxonomies.getLastConceptImport, { params: { taxonomyId } })
    const body = { importId: last?.importId ?? '' }
    await server.refused(taxonomies.undoConceptImport, 'NOT_FOUND', { params: { taxonomyId: other }, body })
    const tenant = server.nordic.externalId
    await server.refused(taxonomies.undoConceptImport, 'FEATURE_DISABLED', { params: { taxonomyId }, body, tenant })
    const rows = await server.rows.database.inTenant(server.nordic.tenantId, (trx) =>
      sql`select from concept_import_row`.execute(trx),
    )
    expect(rows.rows).toEqual([])
    expect((await tree(taxonomyId)).lines).toHaveLength(3)
  })

  it('says of each text what it was and what it will be, of a long one the part that differs', async () => {
    const taxonomyId = await newTaxonomy()
    const long = 'word '.repeat(400)
    await run(taxonomyId, `code,name,description,synonyms:de\nk,Cheese,${long}old ${long},Käse | Molkerei`)
    const { rows } = await rehearse(
      taxonomyId,
      `code,name,name:ja,description,synonyms:de\nk,Cheeses,チーズ,${long}new ${long},Käse`,
    )
    const changes = rows[0]?.changes ?? []
    const ofDescription = changes.find(({ part }) => part === 'description')
    expect(changes.filter((each) => each !== ofDescription)).toEqual([
      { part: 'name', language: 'en-US', before: 'Cheese', after: 'Cheeses' },
      { part: 'name', language: 'ja', after: 'チーズ' },
      { part: 'synonyms', language: 'de', before: 'Käse | Molkerei', after: 'Käse' },
    ])
    expect(ofDescription?.before).toMatch(/^….*word old word.*…$/)
    expect(ofDescription?.after).toMatch(/^….*word new word.*…$/)
    expect(ofDescription?.after?.length).toBe(1_002)
  })

  it('is refused when the taxonomy, the file or how it is read is another one than rehearsed', async () => {
    const taxonomyId = await newTaxonomy()
    const { fingerprint } = await rehearse(taxonomyId, small)
    const outdated = (file: string, query: object) =>
      server.refused(taxonomies.importConcepts, 'PLAN_OUTDATED', {
        ...sent(taxonomyId, file),
        query: { fingerprint, ...query },
      })
    await outdated(`${small}\n`, {})
    await outdated(small, { emptyCells: 'clear' })
    await server.ok(taxonomies.createConcept, { params: { taxonomyId }, query: { friendlyName: 'Else' } })
    await outdated(small, {})
    expect((await tree(taxonomyId)).lines).toEqual([' 0 Else'])
  })

  it('keeps or takes away what has an empty cell, and leaves what has no column', async () => {
    const taxonomyId = await newTaxonomy()
    await run(taxonomyId, small)
    const empty = 'code,name,name:sv-SE\nf-1,Cheese,'
    expect((await rehearse(taxonomyId, empty)).counts).toEqual({ ...none, nothing: 1 })
    await run(taxonomyId, empty, { emptyCells: 'clear' })
    const conceptId = (await tree(taxonomyId)).concepts[1]?.conceptId ?? ''
    expect(await server.ok(taxonomies.getConcept, { params: { taxonomyId, conceptId } })).toMatchObject({
      names: { 'en-US': 'Cheese' },
      synonyms: { de: ['Käse', 'Molkerei'] },
    })
  })

  it('lets concepts exchange their names, codes and places', async () => {
    const taxonomyId = await newTaxonomy()
    await run(taxonomyId, small)
    const before = await exported(taxonomyId)
    const swapped = before
      .replace(/,f-1,f,Food > Cheese,0,Cheese/, ',f-2,f,,1,Bread*')
      .replace(/,f-2,f,Food > Bread,1,Bread,/, ',f-1,f,,0,Cheese,')
      .replace('Bread*', 'Bread')
    await run(taxonomyId, swapped)
    expect((await tree(taxonomyId)).lines).toEqual([' 0 Food', 'Food 0 Cheese', 'Food 1 Bread'])
    expect(await exported(taxonomyId)).not.toBe(before)
    const found = await server.ok(taxonomies.searchConcepts, {
      body: { text: 'f-1 cheese', taxonomyIds: [taxonomyId] },
    })
    expect(found.map(({ code, name }) => [code, name])).toEqual([['f-1', 'Cheese']])
  })

  it('moves everything below a concept with it', async () => {
    const taxonomyId = await newTaxonomy([{ path: ['A'], code: 'a' }])
    await run(taxonomyId, 'code,parent,name\nb,a,B\nc,b,C\nd,,D')
    await run(taxonomyId, 'code,parent\nb,d')
    const { concepts, lines } = await tree(taxonomyId)
    expect(lines).toEqual([' 0 A', ' 1 D', 'D 0 B', 'B 0 C'])
    // Deleting goes by paths.
    const conceptId = concepts[1]?.conceptId ?? ''
    await server.ok(taxonomies.deleteConcept, { params: { taxonomyId, conceptId }, query: {} })
    expect((await tree(taxonomyId)).lines).toEqual([' 0 A'])
  })

  it('finds concepts without a code by their place, and gives them one', async () => {
    const taxonomyId = await newTaxonomy([{ path: ['Food'] }, { path: ['Food', 'Cheese'] }])
    expect((await rehearse(taxonomyId, small)).rows.map(({ outcome }) => outcome)).toEqual([
      'change',
      'change',
      'create',
    ])
  })

  it('leaves a merged concept alone, and puts what is below its old code below the one it leads to', async () => {
    const taxonomyId = await newTaxonomy()
    await run(taxonomyId, small)
    const { concepts } = await tree(taxonomyId)
    const params = { taxonomyId, conceptId: concepts[1]?.conceptId ?? '' }
    const step = { kind: 'merge', conceptId: concepts[2]?.conceptId ?? '' } as const
    const { fingerprint } = await server.ok(taxonomies.planConceptStep, { params, body: step })
    await server.ok(taxonomies.takeConceptStep, { params, body: { step, fingerprint } })
    expect(await run(taxonomyId, `${small}\nx,f-1,Below,,`)).toEqual({
      counts: { ...none, nothing: 2, merged: 1, create: 1 },
    })
    expect((await tree(taxonomyId)).lines).toEqual([' 0 Food', 'Food 0 Bread', 'Bread 0 Below'])
  })

  it('is taken in a shorter form of the default language, where nothing else is in it', async () => {
    const taxonomyId = await newTaxonomy()
    const plan = await rehearse(taxonomyId, 'code,name:en,name:de\na,Shoes,Schuhe')
    expect([plan.readAsDefault, plan.languages, plan.counts.create]).toEqual(['en', ['en-US', 'de'], 1])
    expect(problemsOf(await rehearse(taxonomyId, 'code,name:en-GB\na,Shoes'))).toEqual([[2, 'NAME_MISSING', '']])
  })
})

describe('a file without ids and codes', () => {
  const made = async (...files: string[]) => {
    const taxonomyId = await newTaxonomy()
    for (const file of files) await run(taxonomyId, file)
    return { taxonomyId, lines: (await tree(taxonomyId)).lines }
  }

  it('says by paths where concepts stand, in any order, and changes nothing when it comes again', async () => {
    const file = 'path,name:sv-SE\nFood > Cheese > Brie,\nFood,Mat\nfood > Cheese,Ost\nSalt \\> Pepper,\n'
    const { taxonomyId, lines } = await made(file)
    expect(lines).toEqual([' 0 Food', 'Food 0 Cheese', 'Cheese 0 Brie', ' 1 Salt > Pepper'])
    expect((await rehearse(taxonomyId, file)).counts).toEqual({ ...none, nothing: 4 })
    // A concept that is there already can be a place, too; a place that is nowhere is told.
    const more = 'path\nFood > Cheese > Gouda\nFood > Bread > Rye\nFood >  > Rye\n'
    expect(problemsOf(await rehearse(taxonomyId, more))).toEqual([
      [3, 'UNKNOWN_PARENT', ''],
      [4, 'PATH_INVALID', 'path'],
      [4, 'UNKNOWN_PARENT', ''],
    ])
    // With a code a path is a place that one goes to.
    await run(taxonomyId, 'code,path\nb,Food > Cheese > Brie\n')
    await run(taxonomyId, 'code,path\nb,Food > Camembert\n')
    expect((await tree(taxonomyId)).lines).toContain('Food 1 Camembert')
  })

  it('says parents by their names or paths, and is told where a name is that of several', async () => {
    const file = 'name,parent\nBrie,Cheese\nCheese,Food\nFood,\nOther,Food\nGoods,\nOther,Goods\nSoap,Goods > Other\n'
    const { taxonomyId, lines } = await made(file)
    expect(lines).toEqual([
      ...[' 0 Food', 'Food 0 Cheese', 'Cheese 0 Brie', 'Food 1 Other'],
      ...[' 1 Goods', 'Goods 0 Other', 'Other 0 Soap'],
    ])
    expect((await rehearse(taxonomyId, file)).counts).toEqual({ ...none, nothing: 7 })
    expect(problemsOf(await rehearse(taxonomyId, 'name,parent\nGouda,cheese\nTape,Other\n'))).toEqual([
      [3, 'NAME_AMBIGUOUS', ''],
    ])
    // A translator sends names alone.
    const words = await rehearse(taxonomyId, 'name,name:sv-SE\nBrie,Brie\nGoods,Varor\nOther,Övrigt\nNew,Ny\n')
    expect(words.rows.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Brie', 'change'],
      ['Goods', 'change'],
      ['Other', 'problem'],
      ['New', 'create'],
    ])
    expect(problemsOf(words)).toEqual([[4, 'NAME_AMBIGUOUS', '']])
  })

  it('is a workbook, too, whose codes may be numbers', async () => {
    async function* rows() {
      yield [750, '', 'Food > Cheese', '=1+1']
      yield [7, 0, 'Food', '']
    }
    const sheet = { name: 'Concepts', columns: ['code', 'position', 'path', 'description'], rows: rows() }
    const workbook = new Uint8Array(await buffer(writeWorkbook(sheet)))
    const taxonomyId = await newTaxonomy()
    expect(problemsOf(await rehearse(taxonomyId, workbook))).toEqual([['UNREADABLE', '']])
    await run(taxonomyId, workbook, { format: 'xlsx' })
    const { lines, concepts } = await tree(taxonomyId)
    expect(lines).toEqual([' 0 Food', 'Food 0 Cheese'])
    const params = { taxonomyId, conceptId: concepts[1]?.conceptId ?? '' }
    expect(await server.ok(taxonomies.getConcept, { params })).toMatchObject({ code: '750', description: '=1+1' })
    expect((await rehearse(taxonomyId, small, { format: 'xlsx' })).problems).toMatchObject([{ code: 'UNREADABLE' }])
  })
})

describe('what comes out', () => {
  const odd = ['=1+1', '+a', '-b', '@c', "'quoted", "'=x", ' "q", r', 'a;b', 'two\nlines', '🧀 | \\ pipe', '٪']
  const concepts: BatchConcept[] = odd.map((name, at) => ({
    path: ['Odd', `${at} ${name}`],
    code: `${name} ${at}`.trim(),
    names: { sv: name },
    descriptions: { 'en-US': `${name}\r\n `, de: name },
    synonyms: { ja: [name, `${name} |`] },
  }))

  it('goes in again without a change, also what a spreadsheet would run', async () => {
    const taxonomyId = await newTaxonomy([{ path: ['Odd'] }, ...concepts])
    const text = await exported(taxonomyId)
    expect(text).toContain("'=1+1")
    expect(text).not.toMatch(/[,"\n][=+@]/)
    expect((await rehearse(taxonomyId, text)).counts).toEqual({ ...none, nothing: odd.length + 1 })
    expect((await rehearse(taxonomyId, text, { emptyCells: 'clear' })).counts).toEqual({
      ...none,
      nothing: odd.length + 1,
    })
    const copy = await newTaxonomy()
    await run(copy, text)
    const withoutIds = (csv: string) => csv.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    expect(withoutIds(await exported(copy))).toBe(withoutIds(text))
  })

  it('goes as a workbook, and comes in again without a change', async () => {
    const taxonomyId = await newTaxonomy([{ path: ['Odd'] }, ...concepts])
    const answer = await server.call(taxonomies.exportConcepts, { params: { taxonomyId }, query: { format: 'xlsx' } })
    expect(answer.headers['content-type']).toContain('spreadsheetml.sheet')
    expect(answer.headers['content-disposition']).toContain(`concepts-${taxonomyId}.xlsx`)
    const workbook = new Uint8Array(answer.bytes)
    for (const emptyCells of ['keep', 'clear'])
      expect((await rehearse(taxonomyId, workbook, { format: 'xlsx', emptyCells })).counts).toEqual({
        ...none,
        nothing: odd.length + 1,
      })
    const copy = await newTaxonomy()
    await run(copy, workbook, { format: 'xlsx' })
    const withoutIds = (csv: string) => csv.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    expect(withoutIds(await exported(copy))).toBe(withoutIds(await exported(taxonomyId)))
  })

  it('is of one taxonomy of the own tenant', async () => {
    const taxonomyId = await newTaxonomy()
    await server.refused(taxonomies.exportConcepts, 'NOT_FOUND', {
      params: { taxonomyId: '00000000-0000-7000-8000-000000000000' },
    })
    await server.refused(taxonomies.rehearseConceptImport, 'FORBIDDEN', {
      ...sent(taxonomyId, small),
      as: 'viewer',
      query: {},
    })
  })
})

describe('a file that is wrong', () => {
  it.each([
    ['nothing', '', [['UNREADABLE', '']]],
    ['no columns that mean anything', 'a,b\n1,2', [['NO_NAMES', '']]],
    ['a language that is none', 'code,name:!!\na,b', [['LANGUAGE_INVALID', 'name:!!']]],
    ['a language twice', 'code,name:de-de,name:de-DE\na,b,c', [['DUPLICATE_COLUMN', 'name:de-DE']]],
    ['the default language twice', 'code,name,name:en-US\na,b,c', [['DUPLICATE_COLUMN', 'name:en-US']]],
    ['ten thousand columns', Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(','), [['UNREADABLE', '']]],
    ['a quote that is not closed', 'code,name\na,"b', [['UNREADABLE', '']]],
    // Refused by its first bytes: it is not opened, so its reason is not that it is damaged.
    ['an archive', 'PK\u0003\u0004 and more', [['UNREADABLE', '']]],
    [
      'ragged rows',
      'code,name\na\nb,B,c,d',
      [
        [2, 'ROW_SPOILT', 'name'],
        [3, 'ROW_SPOILT', ''],
      ],
    ],
    ['a code twice', 'code,name\na,A\na,B', [[3, 'DUPLICATE_ROW', '']]],
    ['a name twice', 'code,name\na,A\nb,a', [[3, 'NAME_TAKEN', '']]],
    ['an unknown parent', 'code,parent,name\na,x,A', [[2, 'UNKNOWN_PARENT', '']]],
    [
      'a cycle',
      'code,parent,name\na,b,A\nb,c,B\nc,a,C\nd,a,D',
      [
        [2, 'CYCLE', ''],
        [3, 'CYCLE', ''],
        [4, 'CYCLE', ''],
      ],
    ],
    ['itself as parent', 'code,parent,name\na,a,A', [[2, 'CYCLE', '']]],
    ['a position that is none', 'code,position,name\na,-1,A', [[2, 'POSITION_INVALID', 'position']]],
    ['a name that is too long', `code,name\na,${'x'.repeat(301)}`, [[2, 'TOO_LONG', 'name']]],
  ] satisfies [string, string, (string | number)[][]][])(
    'with %s says so, and nothing of it is taken',
    async (_what, file, expected) => {
      const taxonomyId = await newTaxonomy()
      const plan = await rehearse(taxonomyId, file)
      expect(problemsOf(plan)).toEqual(expected)
      const { fingerprint } = plan
      await server.refused(taxonomies.importConcepts, 'VALIDATION_FAILED', {
        ...sent(taxonomyId, file),
        query: { fingerprint },
      })
      expect((await tree(taxonomyId)).lines).toEqual([])
    },
  )

  it('with a tree deeper than is allowed says of each row below that it is', async () => {
    const rows = Array.from({ length: 102 }, (_, at) => `c${at},${at === 0 ? '' : `c${at - 1}`},N${at}`)
    const plan = await rehearse(await newTaxonomy(), ['code,parent,name', ...rows].join('\n'))
    expect(problemsOf(plan)).toEqual([
      [102, 'TOO_DEEP', ''],
      [103, 'TOO_DEEP', ''],
    ])
  })

  it.each(['utf16le', 'latin1'] as const)('in %s is read as that', async (encoding) => {
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    const plan = await rehearse(
      await newTaxonomy(),
      new Uint8Array(Buffer.from(`${mark}code;name\r\na;Käse\r\n`, encoding)),
    )
    expect(plan.rows.map(({ name }) => name)).toEqual(['Käse'])
  })

  it.runIf(isWholeRun)('is refused beyond its size or its rows, and a second one while the first is read', async () => {
    const taxonomyId = await newTaxonomy()
    await server.refused(taxonomies.rehearseConceptImport, 'PAYLOAD_TOO_LARGE', {
      ...sent(taxonomyId, new Uint8Array(16 * 2 ** 20 + 1)),
      query: {},
    })
    const tooMany = ['code,name', ...Array.from({ length: 25_001 }, (_, at) => `${at},N`)].join('\n')
    expect((await rehearse(taxonomyId, tooMany)).problems.map(({ code }) => code)).toEqual(['TOO_MANY_ROWS'])
    const many = ['code,name', ...Array.from({ length: 5_000 }, (_, at) => `${at},N ${at}`)].join('\n')
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call(taxonomies.rehearseConceptImport, { ...sent(taxonomyId, many), query: {} })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect((await rehearse(taxonomyId, many)).counts.create).toBe(5_000)
  })
})

interface Category {
  readonly id: string
  readonly parent_id: string | null
  readonly name: Readonly<Record<string, string>>
}
const source = join(import.meta.dirname, '../../../../../../shared/data/taxonomy-shopify/categories.jsonl')
const isThere = existsSync(source)
/** A distributed database passes the same statements in the other tests of this file, and would take a minute with this one. */
const isWanted = isThere && clusterWorkers().length === 0
if (!isThere) console.log('The taxonomy of 10,595 categories is not tried: its file is not beside this repository.')

describe('a real taxonomy in ten languages', () => {
  it.runIf(isWanted)(
    'goes in with all its names and codes, comes out the same, and goes in again with no change',
    async () => {
      const categories = readFileSync(source, 'utf8')
        .split('\n')
        .filter(Boolean)
        // Parents come first. All of them are for a whole run.
        .slice(0, isWholeRun ? undefined : 1_000)
        .map((line): Category => JSON.parse(line))
      const tags = ['en', 'de', 'fr', 'es', 'it', 'pl', 'pt-BR', 'ja', 'ko', 'zh-CN']
      const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
      const file = [
        ['code', 'parent', ...tags.map((tag) => `name:${tag}`)].join(','),
        ...categories.map(({ id, parent_id, name }) =>
          [id, parent_id ?? '', ...tags.map((tag) => name[tag] ?? '')].map(cell).join(','),
        ),
      ].join('\n')
      const taxonomyId = await newTaxonomy()
      const plan = await rehearse(taxonomyId, file)
      expect(plan.counts).toEqual({ ...none, create: categories.length })
      await server.ok(taxonomies.importConcepts, {
        ...sent(taxonomyId, file),
        query: { fingerprint: plan.fingerprint },
      })
      expect(await run(taxonomyId, file)).toEqual({ counts: { ...none, nothing: categories.length } })
      const text = await exported(taxonomyId)
      expect(await run(taxonomyId, text, { emptyCells: 'clear' })).toEqual({
        counts: { ...none, nothing: categories.length },
      })
      for (const format of ['turtle', 'jsonld'] as const) {
        const { bytes } = await server.call(taxonomies.exportConcepts, { params: { taxonomyId }, query: { format } })
        const again = await rehearse(taxonomyId, new Uint8Array(bytes), { format, emptyCells: 'clear' })
        expect(again.counts).toEqual({ ...none, nothing: categories.length })
      }
      const { concepts } = await tree(taxonomyId)
      expect(concepts).toHaveLength(categories.length)
      expect(namesOf(text)).toEqual(
        new Map(
          categories.map(({ id, parent_id, name: { en, ...others } }) => [
            id,
            { parent: parent_id ?? '', 'en-US': en, ...others },
          ]),
        ),
      )
    },
  )
})

/** By code, the parent and the names of each row, as an own reading of the file has them. */
function namesOf(csv: string): Map<string, Record<string, string>> {
  const rows = [...csv.slice(1).matchAll(/(?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n))+?(?<=\r\n)/g)].map(([row]) =>
    [...row.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  )
  const [heads = [], ...all] = rows
  return new Map(
    all.map((cells) => {
      const names = heads.flatMap((head, at) =>
        head.startsWith('name:') && cells[at] ? [[head.slice('name:'.length), cells[at]]] : [],
      )
      return [cells[1] ?? '', { parent: cells[2] ?? '', ...Object.fromEntries(names) }]
    }),
  )
}
