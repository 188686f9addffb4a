import { setTimeout as wait } from 'node:timers/promises'
import {
  type BulkChange,
  type BulkChangeRow,
  contract,
  type Field,
  type ImportAdditions,
  type ImportColumnAdditions,
} from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType, valuesOf } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts'

/** Options and concepts that a file names and that are not there. */
let server: TestServer
let content: ContentCalls
let colors: string
let rooms: string
const admin = personWith('admin')
const editor = personWith('editor')

const option = (code: string, label = code) => ({ code, label: { 'en-US': label } })
const field = (technicalName: string, more: Partial<Field>): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'select',
  localizable: false,
  ...more,
})
const fieldsNow = async (typeName: string) => {
  const all = await server.ok(contract.contentModel.getAllTypes, { as: admin })
  return all.find(({ technicalName }) => technicalName === typeName)?.fields ?? []
}
const codesNow = async (typeName: string, name = 'color') => {
  const field = (await fieldsNow(typeName)).find(({ technicalName }) => technicalName === name)
  const { options = [] } = (field?.settings ?? {}) as { options?: { code: string; label?: Record<string, string> }[] }
  return options.map(({ code, label = {} }) => [code, ...Object.values(label)].join(' '))
}

let types = 0
/** A type of its own for each test: tests change its options. */
async function lampType(options = [option('red', 'Rot')]): Promise<string> {
  types += 1
  const technicalName = `lamp${types}`
  await putType(server, server.acme, {
    ...articleType,
    technicalName,
    fields: [
      ...articleType.fields.filter(({ technicalName }) => ['title', 'sku'].includes(technicalName)),
      field('color', { settings: { options } }),
      field('tones', { type: 'multiSelect', settings: { options: [] } }),
      field('room', { type: 'concepts', settings: { taxonomyIds: [rooms] } }),
      field('any', { type: 'concept', settings: { taxonomyIds: [rooms, colors] } }),
    ],
  })
  return technicalName
}
const taxonomy = async (friendlyName: string) =>
  (await server.ok(contract.taxonomies.createTaxonomy, { as: editor, query: { friendlyName } })).taxonomyId
async function concept(friendlyName: string, parentConceptId?: string, taxonomyId = rooms): Promise<string> {
  const query = { friendlyName, ...(parentConceptId && { parentConceptId }) }
  return (await server.ok(contract.taxonomies.createConcept, { as: editor, params: { taxonomyId }, query })).conceptId
}
/** Names on the way to each concept of the taxonomy of rooms whose name has the text. */
const conceptsWith = async (text: string) =>
  (await server.ok(contract.taxonomies.searchConcepts, { as: editor, body: { text, taxonomyIds: [rooms] } })).map(
    ({ path, name }) => [...path, name].join(' > '),
  )

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  rooms = await taxonomy('Rooms of additions')
  colors = await taxonomy('Colours of additions')
})
afterAll(() => server.close())

const calls = contract.bulkChange
async function settled({ bulkChangeId }: Pick<BulkChange, 'bulkChangeId'>): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { as: editor, params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
type Adds = Readonly<Record<string, ImportColumnAdditions>>
/** The request of an import; columns are called as their fields. */
async function requestOf(typeName: string, text: string, adds: Adds = {}, more: object = {}) {
  const bytes = Buffer.from(text)
  const announced = { fileName: 'lamps.csv', byteSize: bytes.length }
  const { importFileId } = await server.ok(contract.import.createImportFile, { as: editor, body: announced })
  const params = { importFileId, partNumber: '0' }
  await server.ok(contract.import.putImportFilePart, { as: editor, params, file: new Blob([bytes]), fileName: 'x' })
  const columns = (text.split('\n')[0] ?? '').split(';').map((column) => ({
    column,
    target: { kind: 'field' as const, technicalFieldName: column },
    reading: {},
    ...(adds[column] && { adds: adds[column] }),
  }))
  return { file: { importFileId, technicalContentTypeName: typeName, columns, keyField: 'sku', ...more } }
}
async function rehearsed(typeName: string, text: string, adds?: Adds, as: TestPerson = admin): Promise<BulkChange> {
  const body = await requestOf(typeName, text, adds)
  return settled(await server.ok(calls.createBulkChange, { as, body }))
}
const executed = async ({ bulkChangeId, fingerprint }: BulkChange, as: TestPerson = admin) =>
  settled(await server.ok(calls.executeBulkChange, { as, params: { bulkChangeId }, body: { fingerprint } }))
const undone = async ({ bulkChangeId }: BulkChange, as: TestPerson = admin) =>
  executed(await settled(await server.ok(calls.createBulkChange, { as, body: { undoOf: bulkChangeId } })), as)
const additionsOf = ({ bulkChangeId }: BulkChange): Promise<ImportAdditions> =>
  server.ok(calls.getImportAdditions, { as: editor, params: { bulkChangeId } })
async function rowsOf({ bulkChangeId }: BulkChange): Promise<BulkChangeRow[]> {
  const options = { as: editor, params: { bulkChangeId }, query: { pageSize: '100' } }
  return (await server.ok(calls.getBulkChangeRows, options)).items
}
const outcomes = async (change: BulkChange) => (await rowsOf(change)).map(({ outcome, result }) => result ?? outcome)
async function valuesOfRow(change: BulkChange, at = 0): Promise<Readonly<Record<string, unknown>>> {
  const row = (await rowsOf(change))[at]
  const variation = (await content.variations(row?.contentItemId ?? ''))['en-US']
  return variation === undefined ? {} : valuesOf(variation)
}
const shown = ({ names }: ImportAdditions) =>
  names.map(({ columns, kind, text, rowCount, isAdded }) => [columns.join(), kind, text, rowCount, isAdded])

describe('names of a file that are not there', () => {
  it('are told by column with their rows, the same word in other letters once, and nothing is made of them unasked', async () => {
    const typeName = await lampType()
    await concept('Hall')
    const change = await rehearsed(
      typeName,
      'sku;color;tones;room\nt1;ROT;warm,cold;hall\nt2;Petrol;Warm;Loft > Attic, Hall\nt3;petrol;;\n',
    )
    expect(shown(await additionsOf(change))).toEqual([
      ['color', 'option', 'Petrol', 2, false],
      ['tones', 'option', 'warm', 2, false],
      ['tones', 'option', 'cold', 1, false],
      ['room', 'concept', 'Loft > Attic, Hall', 1, false],
    ])
    expect(change.counts).toMatchObject({ missingNames: 4 })
    expect(change.counts).not.toHaveProperty('newOptions')
    await executed(change)
    expect(await codesNow(typeName)).toEqual(['red Rot'])
  })

  it('are made where the mapping says so, as the plan has told, and taken back with the import', async () => {
    const typeName = await lampType()
    const adds = { color: {}, tones: { texts: ['WARM'] }, room: {} }
    const change = await rehearsed(
      typeName,
      'sku;color;tones;room\nm1;Petrol Blau;warm;Cellar > Wine\nm2;rot;cold;Cellar > Wine\nm3;petrol blau;warm;Cellar\n',
      adds,
    )
    expect(change.counts).toMatchObject({ newOptions: 2, newConcepts: 2, missingNames: 1, created: 2 })
    expect((await additionsOf(change)).made).toBeNull()
    expect(await codesNow(typeName)).toEqual(['red Rot'])
    expect(await conceptsWith('Wine')).toEqual([])

    const done = await executed(change)
    expect(await outcomes(done)).toEqual(['done', 'problem', 'done'])
    expect(await codesNow(typeName)).toEqual(['red Rot', 'petrol-blau Petrol Blau'])
    expect(await codesNow(typeName, 'tones')).toEqual(['warm warm'])
    expect(await conceptsWith('Wine')).toEqual(['Cellar > Wine'])
    expect(await valuesOfRow(done)).toMatchObject({ color: 'petrol-blau', tones: ['warm'] })
    expect(await valuesOfRow(done, 2)).toMatchObject({ color: 'petrol-blau' })
    expect((await additionsOf(done)).made).toEqual({ options: 2, concepts: 2 })

    const undo = await undone(done)
    expect((await additionsOf(undo)).takenBack).toEqual({ options: 2, concepts: 2, kept: [] })
    expect(await codesNow(typeName)).toEqual(['red Rot'])
    expect(await conceptsWith('Wine')).toEqual([])
  })

  it('stay at the undo where something else has come to use them, which is told', async () => {
    const typeName = await lampType()
    const text = 'sku;color;room\nu1;Lilac;Studio\nu2;Ochre;Porch\n'
    const done = await executed(await rehearsed(typeName, text, { color: {}, room: {} }))
    await executed(await rehearsed(typeName, 'sku;color;room\nu3;lilac;studio\n'))
    const undo = await undone(done)
    expect(await additionsOf(undo)).toMatchObject({
      takenBack: { options: 1, concepts: 1, kept: ['Lilac', 'Studio'] },
    })
    expect(await codesNow(typeName)).toEqual(['red Rot', 'lilac Lilac'])
    expect([await conceptsWith('Studio'), await conceptsWith('Porch')]).toEqual([['Studio'], []])
  })

  it('are made below a chosen concept, in the chosen one of several taxonomies', async () => {
    const typeName = await lampType()
    const house = await concept('House of lamps')
    const adds = { room: { parentConceptId: house }, any: { taxonomyId: colors } }
    const done = await executed(await rehearsed(typeName, 'sku;room;any\nb1;Bath > Tub;Teal\n', adds))
    expect(await conceptsWith('Tub')).toEqual(['House of lamps > Bath > Tub'])
    const found = await server.ok(contract.taxonomies.searchConcepts, { as: editor, body: { text: 'Teal' } })
    expect(found.map(({ taxonomyId }) => taxonomyId)).toEqual([colors])
    expect(await valuesOfRow(done)).toMatchObject({ any: found[0]?.conceptId })
  })

  it('can be published at once: the options are there before the rows', async () => {
    const typeName = await lampType()
    const body = await requestOf(typeName, 'sku;title;color\np1;A lamp;Teal\n', { color: {} }, { publishes: true })
    const change = await settled(await server.ok(calls.createBulkChange, { as: admin, body }))
    expect(await outcomes(change)).toEqual(['created'])
    expect(await outcomes(await executed(change))).toEqual(['done'])
  })
})

describe('what a name of a file means', () => {
  it('is told of the concepts that are missing when the file is looked at, and said by the mapping', async () => {
    const typeName = await lampType()
    const hall = await concept('Hallway')
    const { file } = await requestOf(typeName, 'sku;room\nw1;Hallway\nw2;Corridor / Long\n')
    const { importFileId } = file
    const inspected = await server.ok(contract.import.inspectImportFile, {
      as: editor,
      params: { importFileId },
      body: { technicalContentTypeName: typeName },
    })
    expect(inspected.proposal.find(({ column }) => column === 'room')).toMatchObject({ openCells: ['Corridor / Long'] })
    const columns = file.columns.map((each) =>
      each.column === 'room'
        ? { ...each, reading: { path: '/', values: [{ from: 'corridor / long', to: hall }] } }
        : each,
    )
    const body = { file: { ...file, columns } }
    const done = await executed(await settled(await server.ok(calls.createBulkChange, { as: editor, body })), editor)
    expect(done.counts).not.toHaveProperty('missingNames')
    expect(await valuesOfRow(done, 1)).toMatchObject({ room: [hall] })
  })
})

describe('who may have names made', () => {
  it('options take the administrator, to plan them, to make them and to take them back; concepts the editor', async () => {
    const typeName = await lampType()
    const body = await requestOf(typeName, 'sku;color\nr1;Teal\n', { color: {} })
    await server.refused(calls.createBulkChange, 'FORBIDDEN', { as: editor, body })
    const change = await settled(await server.ok(calls.createBulkChange, { as: admin, body }))
    const { bulkChangeId, fingerprint } = change
    const asEditor = { as: editor, params: { bulkChangeId }, body: { fingerprint } }
    await server.refused(calls.executeBulkChange, 'FORBIDDEN', asEditor)
    await executed(change)
    await server.refused(calls.createBulkChange, 'FORBIDDEN', { as: editor, body: { undoOf: bulkChangeId } })

    const ofConcepts = await executed(await rehearsed(typeName, 'sku;room\nr2;Pantry\n', { room: {} }, editor), editor)
    expect(await conceptsWith('Pantry')).toEqual(['Pantry'])
    await undone(ofConcepts, editor)
    expect(await conceptsWith('Pantry')).toEqual([])
  })

  it('what cannot be made is refused with its place in the mapping', async () => {
    const typeName = await lampType()
    const nobody = '00000000-0000-4000-8000-000000000000'
    const places: [string, ImportColumnAdditions, string, string][] = [
      ['title', {}, 'adds', 'NOT_ALLOWED'],
      ['any', {}, 'adds.taxonomyId', 'REQUIRED'],
      ['room', { taxonomyId: colors }, 'adds.taxonomyId', 'NOT_ALLOWED'],
      ['room', { parentConceptId: nobody }, 'adds.parentConceptId', 'NOT_FOUND'],
    ]
    for (const [column, adds, place, code] of places) {
      const body = await requestOf(typeName, `sku;${column}\nx;y\n`, { [column]: adds })
      const { fieldErrors } = await server.refused(calls.createBulkChange, 'INVALID_REQUEST', { as: admin, body })
      expect(fieldErrors).toMatchObject([{ technicalFieldName: `body.file.columns[1].${place}`, code }])
    }
  })

  it('no field gets more options than it may have', async () => {
    const typeName = await lampType(Array.from({ length: 1_999 }, (_, at) => option(`o${at}`)))
    const change = await rehearsed(typeName, 'sku;color\nq1;First\nq2;Second\n', { color: {} })
    expect(change.counts).toMatchObject({ newOptions: 1, missingNames: 1 })
    await executed(change)
    expect(await codesNow(typeName)).toHaveLength(2_000)
  })
})

describe('imports at the same time', () => {
  it('make the same names once', async () => {
    const typeName = await lampType()
    const adds = { color: {}, room: {} }
    const both = [
      await rehearsed(typeName, 'sku;color;room\nc1;Indigo;Terrace > West\n', adds),
      await rehearsed(typeName, 'sku;color;room\nc2;indigo;terrace > West\nc3;Lime;Terrace\n', adds),
    ]
    const done = await Promise.all(both.map((each) => executed(each)))
    expect(await Promise.all(done.map(outcomes))).toEqual([['done'], ['done', 'done']])
    expect((await codesNow(typeName)).map((each) => each.toLowerCase()).sort()).toEqual([
      'indigo indigo',
      'lime lime',
      'red rot',
    ])
    expect((await conceptsWith('West')).map((each) => each.toLowerCase())).toEqual(['terrace > west'])
    expect(await conceptsWith('Terrace')).toHaveLength(1)
    const made = (await Promise.all(done.map(additionsOf))).map((each) => each.made)
    expect(made.reduce((sum, each) => sum + (each?.options ?? 0), 0)).toBe(2)
    expect(made.reduce((sum, each) => sum + (each?.concepts ?? 0), 0)).toBe(2)
  })

  it('a concept that a person makes meanwhile is taken, once the rows are rehearsed again', async () => {
    const typeName = await lampType()
    const change = await rehearsed(typeName, 'sku;room\nd1;Gallery\n', { room: {} })
    const conceptId = await concept('Gallery')
    const done = await executed(change)
    expect(await outcomes(done)).toEqual(['outdated'])
    const { bulkChangeId } = done
    const again = await settled(await server.ok(calls.rehearseBulkChange, { as: admin, params: { bulkChangeId } }))
    expect(await outcomes(await executed(again))).toEqual(['done'])
    expect(await valuesOfRow(again)).toMatchObject({ room: [conceptId] })
    expect(await conceptsWith('Gallery')).toEqual(['Gallery'])
  })

  it('an option that has got the code for another word meanwhile ends the import, with nothing written', async () => {
    const typeName = await lampType()
    const change = await rehearsed(typeName, 'sku;color\ne1;Grün!\n', { color: {} })
    await executed(await rehearsed(typeName, 'sku;color\ne2;Grün\n', { color: {} }))
    const failed = await executed(change)
    expect([failed.state, failed.problem?.code, failed.counts.done]).toEqual(['failed', 'PLAN_OUTDATED', 0])
  })
})
