import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType, updateOf, valuesOf } from '../../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  for (const tenant of [server.acme, server.nordic]) {
    await putType(server, tenant, articleType)
    await putType(server, tenant, imageType)
  }
})
afterAll(() => server.close())

const update = contract.contentVariation.updateVariation

describe('a save', () => {
  it('changes the working copy and answers the whole of it, one version on', async () => {
    const { en } = await content.make()
    const before = await content.get(en)
    const saved = await content.update(en, { title: '  Hello   ' })
    expect(saved).toMatchObject({
      version: before.version + 1,
      status: 'draft',
      completeness: 100,
      hasUnpublishedChanges: false,
      allowedActions: ['publish', 'archive'],
      fields: { title: { value: 'Hello', isInherited: false, sourceVariationId: server.acme.variations['en-US'] } },
      modifiedBy: 'acme-editor',
    })
    expect(await content.get(en)).toEqual(saved)
  })

  it('names everything that is wrong at once, and writes nothing', async () => {
    const { en } = await content.make()
    const before = await content.get(en)
    const problem = await server.refused(update, 'VALIDATION_FAILED', {
      body: updateOf(
        en,
        { title: 'right', summary: 'x'.repeat(21), weight: 'heavy', nonsense: 1 },
        { resetFields: ['sku', 'title'] },
      ),
    })
    expect(problem.fieldErrors?.map(({ technicalFieldName, code }) => [technicalFieldName, code])).toEqual([
      ['summary', 'TOO_LONG'],
      ['weight', 'WRONG_TYPE'],
      ['nonsense', 'UNKNOWN_FIELD'],
      ['sku', 'NOT_LOCALIZABLE'],
      ['title', 'AMBIGUOUS'],
    ])
    expect(await content.get(en)).toEqual(before)
  })

  it('that changes nothing writes nothing at all', async () => {
    const { en, contentItemId } = await content.make({ title: 'Same', weight: 3 })
    const before = await content.get(en)
    const written = () =>
      server.database.inTenant(server.acme.tenantId, async (trx) => [
        await trx
          .selectFrom('content_version')
          .select((from) => from.fn.countAll().as('n'))
          .execute(),
        await trx
          .selectFrom('audit_entry')
          .select((from) => from.fn.countAll().as('n'))
          .execute(),
        await trx
          .selectFrom('content_item')
          .select('modified_at')
          .where('content_item_id', '=', contentItemId)
          .execute(),
      ])
    const rows = await written()
    expect(await content.update(en, { title: ' Same ', weight: 3 }, { resetFields: ['summary'] })).toEqual(before)
    expect(await content.update(en, {})).toEqual(before)
    expect(await written()).toEqual(rows)
  })

  it('changes nothing of its variation that stands in an index, so that its row stays on its page', async () => {
    const { en } = await content.make({ title: 'Old' })
    await content.step('publish', en)
    const rowOf = async () => {
      const rows = await server.rows.look<{ row: Record<string, unknown> }>(
        `select to_jsonb(v) as row from content_variation v where content_variation_id = '${en}'`,
      )
      return Object.entries(rows[0]?.row ?? {})
    }
    const before = new Map(await rowOf())
    await content.update(en, { title: 'New', weight: 3 })
    const changed = (await rowOf()).flatMap(([name, value]) =>
      JSON.stringify(value) === JSON.stringify(before.get(name)) ? [] : [name],
    )
    expect(changed).toEqual(expect.arrayContaining(['own', 'live_own', 'version', 'modified_at']))
    const indexes = await server.rows.look<{ text: string }>(
      `select indexdef as text from pg_indexes where tablename = 'content_variation'`,
    )
    expect(indexes).toHaveLength(3)
    expect(changed.filter((name) => indexes.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
  })

  it('tells deliberately empty from inherited, down a chain of any depth', async () => {
    const { en, de, at } = await content.make({ title: 'Shoe' })
    const [enId, deId] = [server.acme.variations['en-US'], server.acme.variations['de-DE']]
    expect((await content.get(at)).fields.title).toEqual({
      value: 'Shoe',
      isInherited: true,
      sourceVariationId: enId,
    })
    await content.update(de, { title: 'Schuh' })
    expect((await content.get(at)).fields.title).toEqual({
      value: 'Schuh',
      isInherited: true,
      sourceVariationId: deId,
    })
    await content.update(de, { title: null })
    expect((await content.get(at)).fields.title).toEqual({ value: null, isInherited: true, sourceVariationId: deId })
    expect((await content.get(at)).completeness).toBe(0)
    const reset = await server.ok(contract.contentVariation.resetToFallback, {
      params: { contentVariationId: de, technicalFieldName: 'title' },
    })
    expect(reset.fields.title).toEqual({ value: 'Shoe', isInherited: true, sourceVariationId: enId })
    expect((await content.get(at)).fields.title?.value).toBe('Shoe')
    expect((await content.get(at)).completeness).toBe(100)
    expect((await content.get(en)).version).toBe(2)
  })

  it('keeps one value for all variations where a field is not localizable', async () => {
    const { sv, at } = await content.make()
    const before = await content.get(at)
    await content.update(sv, { weight: 12 })
    const after = await content.get(at)
    expect(after).toMatchObject({ version: before.version + 1, modifiedBy: 'acme-editor' })
    expect(after.fields.weight).toEqual({
      value: 12,
      isInherited: false,
      sourceVariationId: server.acme.variations['de-AT'],
    })
  })

  it('is refused where nothing may be edited, and says what may be done', async () => {
    const { en } = await content.make()
    await content.step('archive', en)
    const problem = await server.refused(update, 'INVALID_TRANSITION', { body: updateOf(en, { title: 'x' }) })
    expect(problem.allowedActions).toEqual(['draft'])
  })

  it('of delivery targets is a change like any other', async () => {
    const { en } = await content.make()
    expect((await content.get(en)).deliveryTargets).toEqual([])
    const saved = await content.update(en, {}, { deliveryTargets: ['web', 'print', 'web'] })
    expect(saved).toMatchObject({ deliveryTargets: ['print', 'web'], version: 2 })
    expect((await content.update(en, {}, { deliveryTargets: ['web', 'print'] })).version).toBe(2)
    const problem = await server.refused(update, 'VALIDATION_FAILED', {
      body: updateOf(en, { weight: 'x' }, { deliveryTargets: ['web', 'nowhere'] }),
    })
    expect(problem.fieldErrors).toMatchObject([
      { technicalFieldName: 'weight' },
      { technicalFieldName: 'deliveryTargets', code: 'UNKNOWN_TARGET' },
    ])
  })

  it('to what is not there is not found', async () => {
    const unknown = newId()
    await server.refused(update, 'NOT_FOUND', { body: updateOf(unknown, { title: 'x' }) })
    const foreign = await new ContentCalls(server, server.nordic).create()
    const [id = ''] = foreign.contentVariationIds
    await server.refused(update, 'NOT_FOUND', { body: updateOf(id, { title: 'x' }) })
    await server.refused(contract.contentVariation.getVariation, 'NOT_FOUND', { params: { contentVariationId: id } })
  })
})

describe('two writers', () => {
  it('who change different fields both have their way', async () => {
    const { en } = await content.make({ title: 'A', summary: 'S' })
    const seen = (await content.get(en)).version
    await content.update(en, { title: 'A2' }, { baseVersion: seen })
    const merged = await content.update(en, { summary: 'S2' }, { baseVersion: seen })
    expect(valuesOf(merged)).toMatchObject({ title: 'A2', summary: 'S2' })
  })

  it('who change the same field: the second is told base, mine and theirs, and nothing is written', async () => {
    const { en } = await content.make({ title: 'base', summary: 'S' })
    const seen = (await content.get(en)).version
    const theirs = await content.update(en, { title: 'theirs' }, { baseVersion: seen })
    const problem = await server.refused(update, 'VERSION_CONFLICT', {
      body: updateOf(en, { title: 'mine', summary: 'S2' }, { baseVersion: seen }),
    })
    expect(problem).toMatchObject({
      currentVersion: theirs.version,
      conflicts: [{ technicalFieldName: 'title', base: 'base', mine: 'mine', theirs: 'theirs' }],
    })
    expect(await content.get(en)).toEqual(theirs)
  })

  it('who agree have no conflict, and the second writes nothing', async () => {
    const { en } = await content.make({ title: 'base' })
    const seen = (await content.get(en)).version
    const first = await content.update(en, { title: 'same' }, { baseVersion: seen })
    expect(await content.update(en, { title: 'same ' }, { baseVersion: seen })).toEqual(first)
  })

  it('of whom one resets what the other edits are in conflict', async () => {
    const { sv } = await content.make()
    await content.update(sv, { title: 'own' })
    const seen = (await content.get(sv)).version
    await content.update(sv, { title: 'edited' }, { baseVersion: seen })
    const problem = await server.refused(update, 'VERSION_CONFLICT', {
      body: updateOf(sv, {}, { baseVersion: seen, resetFields: ['title'] }),
    })
    expect(problem.conflicts).toEqual([{ technicalFieldName: 'title', base: 'own', mine: null, theirs: 'edited' }])
  })

  it('who meet in a value that all variations share are in conflict, though each worked in another', async () => {
    const { en, sv } = await content.make({ weight: 1 })
    const seen = (await content.get(sv)).version
    await content.update(en, { weight: 2 })
    const problem = await server.refused(update, 'VERSION_CONFLICT', {
      body: updateOf(sv, { weight: 3 }, { baseVersion: seen }),
    })
    expect(problem.conflicts).toEqual([{ technicalFieldName: 'weight', base: 1, mine: 3, theirs: 2 }])
  })

  it('of whom one does not say what it saw: it is written, and the history keeps both', async () => {
    const { en } = await content.make({ title: 'first' })
    await content.update(en, { title: 'second' })
    const old = await server.ok(contract.contentVariation.getVersion, {
      params: { contentVariationId: en, version: 2 },
    })
    expect(old.fields.title).toBe('first')
  })

  it('cannot have seen a version that never was', async () => {
    const { en } = await content.make()
    await server.refused(update, 'VERSION_CONFLICT', { body: updateOf(en, { title: 'x' }, { baseVersion: 99 }) })
  })
})
