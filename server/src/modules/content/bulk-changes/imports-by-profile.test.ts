import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, type BulkChangeRow, contract, type ImportOwnership } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../../../../testing/budget.ts'
import { articleType, ContentCalls, putType } from '../../../../testing/content-calls.ts'
import { personWith, startTestServer, type TestServer } from '../../../../testing/test-server.ts'

/** Imports by a profile whose source owns fields. */
const productType = {
  ...articleType,
  technicalName: 'product',
  fields: [
    ...articleType.fields.filter(({ technicalName }) => technicalName !== 'related'),
    { technicalName: 'gone', friendlyName: { 'en-US': 'Gone' }, type: 'boolean' as const, localizable: false },
    { technicalName: 'related', friendlyName: { 'en-US': 'Related' }, type: 'links' as const },
  ],
}
let server: TestServer
let content: ContentCalls
let [en, sv] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, productType)
  ;[en = '', sv = ''] = ['en-US', 'sv-SE'].map((language) => server.acme.variations[language] ?? '')
})
afterAll(() => server.close())

const calls = contract.bulkChange
/** The one who imports; the staff are somebody else. */
const importer = { ...personWith('publisher'), userId: 'importer' }
const staff = { ...personWith('publisher'), userId: 'staff' }

async function settled({ bulkChangeId }: Pick<BulkChange, 'bulkChangeId'>): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(calls.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
async function sent(text: string): Promise<string> {
  const { importFileId } = await server.ok(contract.import.createImportFile, {
    as: importer,
    body: { fileName: 'goods.csv', byteSize: text.length },
  })
  const params = { importFileId, partNumber: '0' }
  const file = new Blob([text])
  await server.ok(contract.import.putImportFilePart, { as: importer, params, file, fileName: 'goods.csv' })
  return importFileId
}
const toField = (technicalFieldName: string) => ({
  column: technicalFieldName,
  target: { kind: 'field' as const, technicalFieldName },
})

/** By the end of its key, what the file says of each item. */
type Rows = Readonly<Record<string, readonly [title: string, weight?: number]>>

let count = 0
/** A profile and a key that all its items begin with, so that tests do not meet. */
async function profile(ownership: Partial<ImportOwnership> = {}, more: object = {}) {
  count += 1
  const content = {
    technicalContentTypeName: 'product',
    columns: ['sku', 'title', 'weight'].map(toField),
    keyField: 'sku',
    ownership,
    ...more,
  }
  const body = { kind: 'importProfile' as const, name: `Supplier ${count}`, isShared: true, content }
  const { savedChoiceId: profileId } = await server.ok(contract.savedChoices.createSavedChoice, { as: importer, body })
  const prefix = `P${count}-`
  const rehearse = async (rows: Rows, changes: object = {}) => {
    const lines = Object.entries(rows).map(([sku, [title, weight = '']]) => `${prefix}${sku},${title},${weight}`)
    const importFileId = await sent(['sku,title,weight', ...lines, ''].join('\n'))
    const file = { importFileId, profileId, ...content, ...changes }
    return settled(await server.ok(calls.createBulkChange, { as: importer, body: { file } }))
  }
  return {
    prefix,
    profileId,
    rehearse,
    run: async (rows: Rows, changes?: object) => execute(await rehearse(rows, changes)),
  }
}
const execute = async ({ bulkChangeId, fingerprint }: BulkChange) =>
  settled(await server.ok(calls.executeBulkChange, { as: importer, params: { bulkChangeId }, body: { fingerprint } }))
const undo = async ({ bulkChangeId }: BulkChange) =>
  execute(await settled(await server.ok(calls.createBulkChange, { as: importer, body: { undoOf: bulkChangeId } })))
async function rowsOf({ bulkChangeId }: BulkChange, filter?: 'gone' | 'changedSince'): Promise<BulkChangeRow[]> {
  const query = filter === undefined ? {} : { filter }
  return (await server.ok(calls.getBulkChangeRows, { params: { bulkChangeId }, query })).items
}
/** The item of a row, by its place in the file. */
async function itemAt(change: BulkChange, position: number) {
  const { contentItemId = null } = (await rowsOf(change))[position] ?? {}
  const all = await content.variations(contentItemId ?? '')
  return {
    contentItemId: contentItemId ?? '',
    en: all['en-US']?.contentVariationId ?? '',
    sv: all['sv-SE']?.contentVariationId ?? '',
  }
}
const edit = (contentVariationId: string, values: Readonly<Record<string, unknown>>) =>
  server.ok(contract.contentVariation.updateVariation, {
    as: staff,
    body: {
      contentVariationId,
      fields: Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
    },
  })
const currentValue = async (contentVariationId: string, name: string) =>
  (await content.get(contentVariationId)).fields[name]?.value
const noted = (rows: readonly BulkChangeRow[]) =>
  rows.flatMap(({ changedSince = [] }) =>
    changedSince.map(({ technicalFieldName, before, after, by, choice }) => [
      technicalFieldName,
      before?.value,
      after?.value,
      by,
      choice,
    ]),
  )

describe('what staff have changed since the last import of the profile', () => {
  it('is shown before and after, and kept, while the rest of the row is written', async () => {
    const { run, rehearse } = await profile()
    const first = await run({ a: ['Lamp', 5], b: ['Table', 7] })
    const lamp = await itemAt(first, 0)
    await edit(lamp.en, { title: 'A fine lamp' })
    const next = { a: ['Lamp 2', 6], b: ['Table', 8] } as const
    const rehearsed = await rehearse(next)
    expect(rehearsed.counts).toMatchObject({ changed: 2, changedSince: 1, gone: 0, known: 2 })
    const rows = await rowsOf(rehearsed, 'changedSince')
    expect(noted(rows)).toEqual([['title', 'A fine lamp', 'Lamp 2', 'staff', 'keep']])
    expect(rows[0]?.changes.map(({ technicalFieldName }) => technicalFieldName)).toEqual(['weight'])
    expect((await execute(rehearsed)).counts).toMatchObject({ done: 2, failed: 0 })
    expect([await currentValue(lamp.en, 'title'), await currentValue(lamp.en, 'weight')]).toEqual(['A fine lamp', 6])
    // It stays the words of somebody else, however often the source comes.
    expect(noted(await rowsOf(await rehearse(next)))).toEqual([['title', 'A fine lamp', 'Lamp 2', 'staff', 'keep']])
  })

  it.runIf(isWholeRun)('is replaced, and shown too, where the profile says so', async () => {
    const { run, rehearse } = await profile({ whenChanged: 'replace' })
    const lamp = await itemAt(await run({ a: ['Lamp'] }), 0)
    await edit(lamp.en, { title: 'Ours' })
    const rehearsed = await rehearse({ a: ['Lamp 2'] })
    expect(noted(await rowsOf(rehearsed))).toEqual([['title', 'Ours', 'Lamp 2', 'staff', 'replace']])
    await execute(rehearsed)
    expect(await currentValue(lamp.en, 'title')).toBe('Lamp 2')
    // The value is the source's own from then on.
    expect((await rehearse({ a: ['Lamp 3'] })).counts).toMatchObject({ changed: 1, changedSince: 0 })
  })

  it('is kept in some rows and replaced in others, as somebody chooses in the rehearsal', async () => {
    const { run, rehearse } = await profile()
    const first = await run({ a: ['Lamp'], b: ['Table'] })
    const [lamp, table] = [await itemAt(first, 0), await itemAt(first, 1)]
    for (const { en: id } of [lamp, table]) await edit(id, { title: 'Ours' })
    const { bulkChangeId, fingerprint } = await rehearse({ a: ['Lamp 2'], b: ['Table 2'] })
    const params = { bulkChangeId }
    const choose = (body: Parameters<typeof server.ok<typeof calls.chooseChangedValues>>[1]['body']) =>
      server.ok(calls.chooseChangedValues, { as: importer, params, body }).then(settled)
    const chosen = await choose({ positions: [1], whenChanged: 'replace' })
    expect(chosen.counts).toMatchObject({ changed: 1, unchanged: 1, changedSince: 2, known: 2 })
    expect(noted(await rowsOf(chosen)).map(([, , , , choice]) => choice)).toEqual(['keep', 'replace'])
    await server.refused(calls.executeBulkChange, 'PLAN_OUTDATED', { as: importer, params, body: { fingerprint } })
    const all = await choose({ filter: 'changedSince', whenChanged: 'replace' })
    expect(all.counts).toMatchObject({ changed: 2 })
    const done = await execute(await choose({ positions: [0], whenChanged: 'keep' }))
    expect([await currentValue(lamp.en, 'title'), await currentValue(table.en, 'title')]).toEqual(['Ours', 'Table 2'])
    await server.refused(calls.chooseChangedValues, 'INVALID_TRANSITION', {
      as: importer,
      params: { bulkChangeId: done.bulkChangeId },
      body: { positions: [0], whenChanged: 'keep' },
    })
  })

  it('is not written over where it was changed between the rehearsal and the execution', async () => {
    const { run, rehearse } = await profile({ whenChanged: 'replace' })
    const lamp = await itemAt(await run({ a: ['Lamp'] }), 0)
    const rehearsed = await rehearse({ a: ['Lamp 2'] })
    await edit(lamp.en, { title: 'In between' })
    expect((await execute(rehearsed)).counts).toMatchObject({ done: 0, outdated: 1 })
    expect(await currentValue(lamp.en, 'title')).toBe('In between')
  })

  it.runIf(isWholeRun)(
    'is told after an undo as before: what the import wrote is gone, what staff wrote is back and theirs',
    async () => {
      const { run, rehearse } = await profile({ whenChanged: 'replace' })
      const first = await run({ a: ['Lamp'], b: ['Table'] })
      const lamp = await itemAt(first, 0)
      await edit(lamp.en, { title: 'Ours' })
      await undo(await run({ a: ['Lamp 2'], b: ['Table 2'] }))
      expect(await currentValue(lamp.en, 'title')).toBe('Ours')
      const again = await rehearse({ a: ['Lamp 3'], b: ['Table 3'] })
      expect(noted(await rowsOf(again))).toEqual([['title', 'Ours', 'Lamp 3', 'staff', 'replace']])
    },
  )

  it('is nothing of an item that the profile has not had, and nothing that another field has', async () => {
    const { run, rehearse, prefix } = await profile()
    const { contentItemId } = await content.create('By hand', 'product')
    const own = (await content.variations(contentItemId))['en-US']
    await edit(own?.contentVariationId ?? '', { title: 'By hand', sku: `${prefix}a` })
    const first = await run({ a: ['Lamp'] })
    expect(first.counts).toMatchObject({ done: 1, changedSince: 0 })
    const lamp = await itemAt(first, 0)
    await edit(lamp.en, { summary: 'Of staff' })
    expect((await rehearse({ a: ['Lamp 2'] })).counts).toMatchObject({ changed: 1, changedSince: 0 })
  })

  it.runIf(isWholeRun)(
    'is told of items, too, that were as the file has them, so that nothing was executed',
    async () => {
      const { rehearse, prefix } = await profile()
      const { contentItemId } = await content.create('Lamp', 'product')
      const id = (await content.variations(contentItemId))['en-US']?.contentVariationId ?? ''
      await edit(id, { title: 'Lamp', sku: `${prefix}a` })
      expect((await rehearse({ a: ['Lamp'] })).counts).toMatchObject({ unchanged: 1 })
      await edit(id, { title: 'Ours' })
      expect(noted(await rowsOf(await rehearse({ a: ['Lamp 2'] })))).toEqual([
        ['title', 'Ours', 'Lamp 2', 'staff', 'keep'],
      ])
    },
  )

  it.runIf(isWholeRun)(
    'is never made live unseen: a variation with changes that staff have not published stays as it is live',
    async () => {
      const { run, rehearse } = await profile({}, { publishes: true })
      const lamp = await itemAt(await run({ a: ['Lamp', 5] }), 0)
      await edit(lamp.en, { summary: 'Half done' })
      const rehearsed = await rehearse({ a: ['Lamp', 6] })
      expect(noted(await rowsOf(rehearsed))).toEqual([['$publish', expect.any(Number), undefined, 'staff', 'keep']])
      await execute(rehearsed)
      expect((await content.live(lamp.en)).fields).toMatchObject({ weight: { value: 5 }, summary: { value: null } })
      expect(await currentValue(lamp.en, 'weight')).toBe(6)
      const { bulkChangeId } = await rehearse({ a: ['Lamp', 7] })
      const body = { positions: [0], whenChanged: 'replace' as const }
      const params = { bulkChangeId }
      await execute(await settled(await server.ok(calls.chooseChangedValues, { as: importer, params, body })))
      expect((await content.live(lamp.en)).fields).toMatchObject({
        weight: { value: 7 },
        summary: { value: 'Half done' },
      })
      // What the import itself has changed is not somebody else's.
      const last = await run({ a: ['Lamp', 8] })
      expect(last.counts).toMatchObject({ done: 1, changedSince: 0 })
    },
  )
})

describe('the fields that a source owns', () => {
  it('are the only ones that it changes; the others it fills in new items', async () => {
    const { run, rehearse } = await profile({ owns: ['weight'] })
    const lamp = await itemAt(await run({ a: ['Lamp', 5] }), 0)
    expect(await currentValue(lamp.en, 'title')).toBe('Lamp')
    const rehearsed = await rehearse({ a: ['Another', 6], b: ['New', 1] })
    expect(rehearsed.counts).toMatchObject({ changed: 1, created: 1, changedSince: 0 })
    await execute(rehearsed)
    expect([await currentValue(lamp.en, 'title'), await currentValue(lamp.en, 'weight')]).toEqual(['Lamp', 6])
  })

  it('are refused where they are none of the content type, or where no profile or key is named', async () => {
    const { profileId } = await profile()
    const importFileId = await sent('sku,title\n1,A\n')
    const file = {
      importFileId,
      profileId,
      technicalContentTypeName: 'product',
      columns: [toField('sku'), toField('title')],
      keyField: 'sku',
    }
    const refused = async (more: object) => {
      const { fieldErrors = [] } = await server.refused(calls.createBulkChange, 'INVALID_REQUEST', {
        as: importer,
        body: { file: { ...file, ...more } },
      })
      return fieldErrors.map(({ technicalFieldName, code }) => `${technicalFieldName} ${code}`)
    }
    expect(await refused({ ownership: { owns: ['nothing'] } })).toEqual(['body.file.ownership.owns[0] UNKNOWN_FIELD'])
    expect(await refused({ ownership: {}, profileId: undefined })).toEqual(['body.file.profileId REQUIRED'])
    expect(await refused({ ownership: {}, keyField: undefined })).toEqual(['body.file.keyField REQUIRED'])
    expect(await refused({ ownership: { whenGone: 'mark', markField: 'title' } })).toEqual([
      'body.file.ownership.markField UNKNOWN_FIELD',
      'body.file.ownership.markField DUPLICATE',
    ])
    const mine = await server.ok(contract.savedChoices.createSavedChoice, {
      as: staff,
      body: {
        kind: 'importProfile',
        name: 'Mine',
        content: { technicalContentTypeName: 'product', columns: file.columns },
      },
    })
    expect(await refused({ profileId: mine.savedChoiceId })).toEqual(['body.file.profileId NOT_FOUND'])
  })
})

describe('items that the source has no longer', () => {
  const three = { a: ['Lamp'], b: ['Table'], c: ['Chair'] } as const
  const two = { a: ['Lamp'], b: ['Table'] } as const

  it('are rows of their own, and left as they are', async () => {
    const { run, rehearse } = await profile()
    const chair = await itemAt(await run(three), 2)
    const rehearsed = await rehearse(two)
    expect(rehearsed.counts).toMatchObject({ rows: 3, unchanged: 3, gone: 1, known: 3, leftOut: 0 })
    expect(await rowsOf(rehearsed, 'gone')).toMatchObject([
      { contentItemId: chair.contentItemId, isGone: true, outcome: 'unchanged', fileRow: null, name: 'Chair' },
    ])
  })

  it('are marked, and the mark is taken back when they come again', async () => {
    const { run } = await profile({ whenGone: 'mark', markField: 'gone', maxGonePercent: 100 })
    const chair = await itemAt(await run(three), 2)
    expect((await run(two)).counts).toMatchObject({ done: 1, unchanged: 2 })
    expect(await currentValue(chair.en, 'gone')).toBe(true)
    expect((await run(three)).counts).toMatchObject({ done: 1, changedSince: 0 })
    expect(await currentValue(chair.en, 'gone')).toBe(false)
  })

  it.runIf(isWholeRun)('are marked in what is live, where the profile publishes', async () => {
    const ownership = { whenGone: 'mark', markField: 'gone', maxGonePercent: 100 } as const
    const { run } = await profile(ownership, { publishes: true })
    const chair = await itemAt(await run(three), 2)
    await run(two)
    expect((await content.live(chair.en)).fields.gone?.value).toBe(true)
  })

  it.runIf(isWholeRun)('are unpublished in every variation, and live again after an undo', async () => {
    const { run, rehearse } = await profile({ whenGone: 'unpublish', maxGonePercent: 100 }, { publishes: true })
    const chair = await itemAt(await run(three), 2)
    await content.step('publish', chair.sv)
    const rehearsed = await rehearse(two)
    const [row] = await rowsOf(rehearsed, 'gone')
    expect(
      row?.changes.map(({ technicalFieldName, variationId, after }) => [technicalFieldName, variationId, after?.value]),
    ).toEqual([
      ['$publish', en, null],
      ['$publish', sv, null],
    ])
    const done = await execute(rehearsed)
    expect(await content.get(chair.en)).toMatchObject({ status: 'unpublished', publishedVersion: null })
    await undo(done)
    expect((await content.live(chair.en)).fields.title?.value).toBe('Chair')
    expect((await content.live(chair.sv)).fields.title?.value).toBe('Chair')
  })

  it('are deleted where nothing links to them, and there again after an undo', async () => {
    const { run, rehearse } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    const first = await run(three)
    const [lamp, table, chair] = [await itemAt(first, 0), await itemAt(first, 1), await itemAt(first, 2)]
    await edit(lamp.en, { related: [table.contentItemId] })
    const rehearsed = await rehearse({ a: ['Lamp'] })
    expect(rehearsed.counts).toMatchObject({ deleted: 1, problem: 1, gone: 2 })
    const rows = await rowsOf(rehearsed, 'gone')
    expect(rows.map(({ name, outcome, problem }) => [name, outcome, problem?.code])).toEqual([
      ['Table', 'problem', 'IN_USE'],
      ['Chair', 'deleted', undefined],
    ])
    const done = await execute(rehearsed)
    expect((await content.list(chair.contentItemId, true)).length).toBeGreaterThan(0)
    expect((await rehearse({ a: ['Lamp'] })).counts).toMatchObject({ gone: 1, known: 2 })
    const back = await settled(
      await server.ok(calls.createBulkChange, { as: importer, body: { undoOf: done.bulkChangeId } }),
    )
    expect(back.counts).toMatchObject({ rows: 1, changed: 1 })
    expect((await rowsOf(back))[0]?.changes).toMatchObject([
      { technicalFieldName: '$deleted', before: { value: true }, after: { value: false } },
    ])
    expect((await execute(back)).counts).toMatchObject({ done: 1 })
    expect(await currentValue(chair.en, 'title')).toBe('Chair')
  })

  it.runIf(isWholeRun)(
    'are left out of the execution where they are too many, until somebody takes them in',
    async () => {
      const { run, rehearse } = await profile({ whenGone: 'delete', maxGonePercent: 50 })
      const first = await run(three)
      const chair = await itemAt(first, 2)
      const empty = await run({})
      expect(empty.counts).toMatchObject({ gone: 3, known: 3, leftOut: 3, done: 0 })
      expect(await currentValue(chair.en, 'title')).toBe('Chair')
      expect((await rehearse(two)).counts).toMatchObject({ gone: 1, leftOut: 0, deleted: 1 })
      const { bulkChangeId } = await rehearse({ a: ['Lamp'] })
      const params = { bulkChangeId }
      const confirmed = await server.ok(calls.leaveOutRows, {
        as: importer,
        params,
        body: { filter: 'gone', isLeftOut: false },
      })
      expect(confirmed.counts).toMatchObject({ gone: 2, known: 3, leftOut: 0, deleted: 2 })
      expect((await execute(confirmed)).counts).toMatchObject({ done: 2 })
    },
  )

  it.runIf(isWholeRun)('are left out where a row cannot be read, which may be of one of them', async () => {
    const { rehearse, run } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    await run(three)
    const rehearsed = await rehearse({ a: ['Lamp'], b: ['Table', Number.NaN] })
    expect(rehearsed.counts).toMatchObject({ problem: 1, gone: 2, leftOut: 2, deleted: 0 })
  })

  it.runIf(isWholeRun)('are found anew when the bulk change is rehearsed again, and each is one row', async () => {
    const { rehearse, run } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    await run(three)
    const { bulkChangeId } = await rehearse(two)
    const again = await settled(await server.ok(calls.rehearseBulkChange, { as: importer, params: { bulkChangeId } }))
    expect(again.counts).toMatchObject({ rows: 3, gone: 1, deleted: 1, known: 3 })
  })

  it('are nothing of a profile that only makes new items, and nothing of another profile', async () => {
    const ownership = { whenGone: 'delete', maxGonePercent: 100 } as const
    const [one, other] = [await profile(ownership), await profile(ownership)]
    await one.run(three)
    expect((await one.rehearse({ d: ['New'] }, { mode: 'create' })).counts).toMatchObject({ gone: 0, created: 1 })
    expect((await other.rehearse({ a: ['Lamp'] })).counts).toMatchObject({ gone: 0, known: 0 })
  })

  it('are unpublished or deleted by those alone who may do so one by one', async () => {
    const importFileId = await sent('sku,title\n1,A\n')
    const { profileId } = await profile()
    for (const whenGone of ['unpublish', 'delete'] as const) {
      const columns = [toField('sku'), toField('title')]
      const file = { importFileId, profileId, technicalContentTypeName: 'product', columns, keyField: 'sku' }
      await server.refused(calls.createBulkChange, 'FORBIDDEN', {
        as: personWith('editor'),
        body: { file: { ...file, ownership: { whenGone } } },
      })
    }
  })
})

describe('items that staff have deleted', () => {
  const remove = (contentItemId: string) =>
    server.ok(contract.contentItem.deleteItem, { as: staff, params: { contentItemId }, query: {} })

  it('are problems of their rows, and hide nothing, until somebody restores them and rehearses again', async () => {
    const { run, rehearse } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    const first = await run({ a: ['Lamp'], b: ['Table'], c: ['Chair'] })
    const { contentItemId } = await itemAt(first, 0)
    await remove(contentItemId)
    const rehearsed = await rehearse({ a: ['Lamp 2'], b: ['Table 2'] })
    expect(rehearsed.counts).toMatchObject({ problem: 1, changed: 1, created: 0, gone: 1, leftOut: 0, deleted: 1 })
    const [row] = await rowsOf(rehearsed)
    expect(row).toMatchObject({
      contentItemId,
      problem: { code: 'ITEM_DELETED', usedBy: [{ contentItemId, name: 'Lamp' }] },
    })
    await server.ok(contract.contentItem.restoreItem, { as: staff, params: { contentItemId } })
    const params = { bulkChangeId: rehearsed.bulkChangeId }
    const again = await settled(await server.ok(calls.rehearseBulkChange, { as: importer, params }))
    expect(again.counts).toMatchObject({ problem: 0, changed: 2, created: 0 })
    expect((await execute(again)).counts).toMatchObject({ done: 3 })
  })

  it.runIf(isWholeRun)('are not those that an import has deleted, or the undo of one: they are made anew', async () => {
    const { run } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    const first = await run({ a: ['Lamp'], b: ['Table'] })
    await run({ a: ['Lamp'] })
    expect((await run({ a: ['Lamp'], b: ['Table'] })).counts).toMatchObject({ created: 1, done: 1, problem: 0 })
    await undo(first)
    expect((await run({ a: ['Lamp'] })).counts).toMatchObject({ created: 1, problem: 0 })
  })
})

describe('what is kept of imports by a profile', () => {
  it('goes with the profile, and leaves an import alone that is under way', async () => {
    const { run, rehearse, profileId } = await profile({ whenGone: 'delete', maxGonePercent: 100 })
    await run({ a: ['Lamp'] })
    const rehearsed = await rehearse({ a: ['Lamp 2'] })
    const kept = async (table: string) =>
      (await server.rows.look(`select from ${table} where saved_choice_id = '${profileId}'`)).length
    expect([await kept('profile_run'), await kept('profile_item')]).toEqual([1, 1])
    await server.ok(contract.savedChoices.deleteSavedChoice, { as: importer, params: { savedChoiceId: profileId } })
    expect([await kept('profile_run'), await kept('profile_item')]).toEqual([0, 0])
    expect((await execute(rehearsed)).counts).toMatchObject({ done: 1, failed: 0 })
  })

  it('is nobody else’s: row-level security hides it from another tenant', async () => {
    const { run } = await profile()
    await run({ a: ['Lamp'] })
    const seen = (tenantId: string) =>
      server.dependencies.database.inTenantReadOnly(tenantId, async (trx) => {
        const runs = await trx.selectFrom('profile_run').select('bulk_change_id').execute()
        const items = await trx.selectFrom('profile_item').select('content_item_id').execute()
        return [runs.length > 0, items.length > 0]
      })
    expect(await seen(server.acme.tenantId)).toEqual([true, true])
    expect(await seen(server.nordic.tenantId)).toEqual([false, false])
  })
})
