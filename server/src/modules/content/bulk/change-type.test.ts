import { type ContentTypeInput, type ContentVariation, contract, type FieldInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { sql } from 'kysely'
import { isWholeRun } from '../../../../testing/budget.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { findTypeByName } from '../../content-model/index.ts'

const model = contract.contentModel
let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const field = (technicalName: string, more: Partial<FieldInput> = {}): FieldInput => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text',
  ...more,
})
const typeOf = (technicalName: string, ...fields: FieldInput[]): ContentTypeInput => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'user',
  fields,
})
/** A type of its own for each test, and what one does with it. */
async function newType(...fields: FieldInput[]) {
  count += 1
  const name = `type${count}`
  const seed = (...changed: FieldInput[]) =>
    server.ok(model.seedContentTypes, { body: { contentTypes: [typeOf(name, ...changed)] } })
  await seed(...fields)
  return {
    name,
    seed,
    seedAnyway: (...changed: FieldInput[]) =>
      server.ok(model.seedContentTypes, { body: { contentTypes: [typeOf(name, ...changed)], allowDataLoss: true } }),
    /** What would be lost, by field. */
    losses: async (...changed: FieldInput[]) => {
      const body = { contentTypes: [typeOf(name, ...changed)] }
      const { affected } = await server.refused(model.seedContentTypes, 'DATA_LOSS', { body })
      return Object.fromEntries((affected ?? []).map((each) => [each.technicalFieldName, each.itemCount]))
    },
    make: (values: Record<string, unknown> = {}) => make(name, values),
  }
}

type Item = Awaited<ReturnType<typeof make>>
async function make(technicalContentTypeName: string, values: Record<string, unknown>) {
  count += 1
  const query = { name: `Item ${count}`, technicalContentTypeName }
  const { contentItemId } = await server.ok(contract.contentItem.createItem, { query })
  const copies = async () => {
    const all = await server.ok(contract.contentItem.getItemVariations, { params: { contentItemId } })
    const of = (language: string): ContentVariation => {
      const found = all.find((each) => each.variationId === server.acme.variations[language])
      if (found === undefined) throw new Error(`no copy in ${language}`)
      return found
    }
    return { en: of('en-US'), sv: of('sv-SE'), de: of('de-DE'), at: of('de-AT') }
  }
  const ids = await copies()
  const save = (language: keyof typeof ids, fields: Record<string, unknown>) =>
    server.ok(contract.contentVariation.updateVariation, {
      body: {
        contentVariationId: ids[language].contentVariationId,
        fields: Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
      },
    })
  const step = (language: keyof typeof ids, name: 'publish' | 'discard') =>
    server.ok(contract.contentVariation[name], {
      params: { contentVariationId: ids[language].contentVariationId },
      query: {},
    })
  if (Object.keys(values).length > 0) await save('en', values)
  return {
    contentItemId,
    copies,
    save,
    step,
    live: async (language: keyof typeof ids) =>
      server.ok(contract.contentVariation.getPublishedVariation, {
        params: { contentVariationId: ids[language].contentVariationId },
      }),
    versions: async (language: keyof typeof ids) =>
      (
        await server.ok(contract.contentVariation.getVersions, {
          params: { contentVariationId: ids[language].contentVariationId },
        })
      ).items,
    version: (language: keyof typeof ids, version: number) =>
      server.ok(contract.contentVariation.getVersion, {
        params: { contentVariationId: ids[language].contentVariationId, version },
      }),
  }
}
const valueIn = async (item: Item, language: 'en' | 'sv' | 'de' | 'at', name: string) =>
  (await item.copies())[language].fields[name]?.value

describe('a field under a new name', () => {
  it('keeps its values, what is live, its claims and its history', async () => {
    const type = await newType(field('sku', { localizable: false, unique: 'tenant' }), field('title'))
    const item = await type.make({ title: 'One', sku: `A-${count}` })
    await item.step('en', 'publish')
    await item.save('en', { title: 'Two' })
    const changed = [
      field('number', { localizable: false, unique: 'tenant', renamedFrom: 'sku' }),
      field('heading', { renamedFrom: 'title' }),
    ]
    expect((await type.seed(...changed)).changed).toEqual([type.name])
    expect(await valueIn(item, 'en', 'heading')).toBe('Two')
    expect(await valueIn(item, 'sv', 'heading')).toBe('Two')
    expect((await item.live('en')).fields.heading?.value).toBe('One')
    const { en } = await item.copies()
    expect(en.version).toBe(4)
    expect((await item.versions('en')).map((each) => each.changedFields.toSorted())).toContainEqual([
      'heading',
      'number',
    ])
    expect((await item.version('en', 2)).fields).toMatchObject({ heading: 'One' })
    const rival = await type.make()
    const { en: other } = await rival.copies()
    await server.refused(contract.contentVariation.updateVariation, 'UNIQUENESS_CONFLICT', {
      body: {
        contentVariationId: other.contentVariationId,
        fields: [{ technicalFieldName: 'number', value: en.fields.number?.value }],
      },
    })
  })

  it('may take the name of one that is renamed itself', async () => {
    const type = await newType(field('a'), field('b'))
    const item = await type.make({ a: 'was a', b: 'was b' })
    await type.seed(field('b', { renamedFrom: 'a' }), field('c', { renamedFrom: 'b' }))
    const { en } = await item.copies()
    expect([en.fields.b?.value, en.fields.c?.value]).toEqual(['was a', 'was b'])
  })

  it('is the same the second time it is asked for', async () => {
    const type = await newType(field('a'))
    const item = await type.make({ a: 'kept' })
    await type.seed(field('b', { renamedFrom: 'a' }))
    expect((await type.seed(field('b', { renamedFrom: 'a' }))).unchanged).toEqual([type.name])
    expect(await valueIn(item, 'en', 'b')).toBe('kept')
  })
})

describe('a field that goes', () => {
  it('is refused with the number of items that hold something in it', async () => {
    const type = await newType(field('title'), field('note'), field('size', { localizable: false }))
    await type.make({ title: 'a', note: 'x', size: 'L' })
    await type.make({ title: 'b', note: 'y' })
    await type.make({ title: 'c', note: null })
    expect(await type.losses(field('title'))).toEqual({ note: 2, size: 1 })
    expect((await server.ok(model.getTypeByName, { query: { technicalName: type.name } })).fields).toHaveLength(3)
  })

  it('goes without a question where nothing is lost', async () => {
    const type = await newType(field('title'), field('note'))
    await type.make({ title: 'a' })
    expect((await type.seed(field('title'))).changed).toEqual([type.name])
  })

  it('goes where loss is allowed; the history remembers, and what is live stays live', async () => {
    const type = await newType(field('title'), field('note'))
    const item = await type.make({ title: 'a', note: 'gone' })
    await item.step('en', 'publish')
    await type.seedAnyway(field('title'))
    const { en } = await item.copies()
    expect(Object.keys(en.fields)).toEqual(['title'])
    expect([en.status, en.hasUnpublishedChanges]).toEqual(['published', false])
    expect(Object.keys((await item.live('en')).fields)).toEqual(['title'])
    const [latest] = await item.versions('en')
    expect([latest?.action, latest?.changedFields]).toEqual(['migrate', ['note']])
  })
})

describe('a field of another kind', () => {
  it('keeps values that fit, and counts those that do not', async () => {
    const type = await newType(field('amount'))
    const fits = await type.make({ amount: '12' })
    const not = await type.make({ amount: 'many' })
    const asNumber = field('amount', { type: 'decimal' })
    expect(await type.losses(asNumber)).toEqual({ amount: 1 })
    await type.seedAnyway(asNumber)
    expect(Number(await valueIn(fits, 'en', 'amount'))).toBe(12)
    expect(await valueIn(not, 'en', 'amount')).toBeNull()
  })

  it('makes a list of one thing, and one thing of a list of one', async () => {
    const options = { options: [{ code: 'red' }, { code: 'blue' }] }
    const type = await newType(field('colour', { type: 'select', settings: options }))
    const item = await type.make({ colour: 'red' })
    await type.seed(field('colour', { type: 'multiSelect', settings: options }))
    expect(await valueIn(item, 'en', 'colour')).toEqual(['red'])
    await type.seed(field('colour', { type: 'select', settings: options }))
    expect(await valueIn(item, 'en', 'colour')).toBe('red')
  })

  it('with tighter settings asks first, and then keeps what can be mended', async () => {
    const type = await newType(field('title', { required: 'onPublish' }))
    const long = await type.make({ title: 'far too long' })
    await type.make({ title: 'ok' })
    const short = field('title', { required: 'onPublish', settings: { maxLength: 5 } })
    expect(await type.losses(short)).toEqual({ title: 1 })
    await type.seedAnyway(short)
    const { en } = await long.copies()
    expect(en.fields.title?.value).toBe('far too long')
    await server.refused(contract.contentVariation.publish, 'VALIDATION_FAILED', {
      params: { contentVariationId: en.contentVariationId },
      query: {},
    })
  })
})

describe('a field that becomes localizable', () => {
  it('gives its value to the default variation, which the others inherit; what is live stays', async () => {
    const type = await newType(field('brand', { localizable: false }))
    const item = await type.make({ brand: 'Halvarn' })
    await item.step('en', 'publish')
    await item.step('de', 'publish')
    await type.seed(field('brand'))
    const { en, sv, at } = await item.copies()
    expect(en.fields.brand).toMatchObject({ value: 'Halvarn', isInherited: false })
    for (const copy of [sv, at]) {
      expect(copy.fields.brand).toEqual({
        value: 'Halvarn',
        isInherited: true,
        sourceVariationId: server.acme.variations['en-US'],
      })
    }
    expect((await item.live('de')).fields.brand).toMatchObject({ value: 'Halvarn', isInherited: true })
    expect([en.status, en.hasUnpublishedChanges]).toEqual(['published', false])
    await item.save('sv', { brand: 'Halvarn AB' })
    expect(await valueIn(item, 'de', 'brand')).toBe('Halvarn')
  })
})

describe('a field that becomes shared', () => {
  it('asks about what other variations say, and takes the default one’s value', async () => {
    const type = await newType(field('brand'))
    const item = await type.make({ brand: 'Halvarn' })
    await item.save('sv', { brand: 'Halvarn AB' })
    await (await type.make({ brand: 'Same' })).save('de', { brand: 'Same' })
    await item.step('sv', 'publish')
    const shared = field('brand', { localizable: false })
    expect(await type.losses(shared)).toEqual({ brand: 1 })
    await type.seedAnyway(shared)
    expect(await valueIn(item, 'sv', 'brand')).toBe('Halvarn')
    const { sv } = await item.copies()
    expect((await item.live('sv')).fields.brand?.value).toBe('Halvarn AB')
    expect([sv.status, sv.hasUnpublishedChanges]).toEqual(['draft', true])
  })
})

describe('a field that becomes unique', () => {
  it('is refused where two items share a value, and else holds from then on', async () => {
    const type = await newType(field('code'))
    const first = await type.make({ code: 'Same' })
    const second = await type.make({ code: 'same' })
    const third = await type.make({ code: 'other' })
    const unique = field('code', { unique: 'contentType' })
    expect(await type.losses(unique)).toEqual({ code: 1 })
    await second.save('en', { code: 'different' })
    await type.seed(unique)
    const { en } = await third.copies()
    await server.refused(contract.contentVariation.updateVariation, 'UNIQUENESS_CONFLICT', {
      body: {
        contentVariationId: en.contentVariationId,
        fields: [{ technicalFieldName: 'code', value: 'SAME' }],
      },
    })
    expect(await valueIn(first, 'en', 'code')).toBe('Same')
  })

  it('leaves the value to who had it first, where loss is allowed', async () => {
    const type = await newType(field('code'))
    const first = await type.make({ code: 'twice' })
    const second = await type.make({ code: 'twice' })
    await type.seedAnyway(field('code', { unique: 'tenant' }))
    expect(await valueIn(first, 'en', 'code')).toBe('twice')
    expect(await valueIn(second, 'en', 'code')).toBeNull()
    expect((await second.versions('en'))[0]?.action).toBe('migrate')
  })
})

describe('completeness', () => {
  it('is worked out anew when a field becomes required', async () => {
    const type = await newType(field('title', { required: 'onPublish' }), field('note'))
    const item = await type.make({ title: 'a' })
    expect((await item.copies()).en.completeness).toBe(100)
    await type.seed(field('title', { required: 'onPublish' }), field('note', { required: 'onPublish' }))
    const { en, sv } = await item.copies()
    expect([en.completeness, sv.completeness]).toEqual([50, 50])
    expect(en.version).toBe(2)
  })
})

describe('a change of many items', () => {
  it.runIf(isWholeRun)('goes on as a job whose progress can be read, and ends the same', async () => {
    const type = await newType(field('title'), field('note'))
    const items: Item[] = []
    for (let batch = 0; batch < 21; batch += 1) {
      items.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => type.make({ title: `t${batch}-${n}` })))))
    }
    const { jobId } = await type.seed(field('heading', { renamedFrom: 'title' }), field('note'))
    expect(jobId).toBeDefined()
    await server.refused(model.seedContentTypes, 'ALREADY_RUNNING', {
      body: { contentTypes: [typeOf(type.name, field('heading'), field('note', { required: 'onPublish' }))] },
    })
    const job = await server.dependencies.jobs.finished(server.acme.tenantId, jobId ?? '', 15_000)
    expect(job).toMatchObject({ status: 'done', doneCount: 210, totalCount: 210, result: { itemCount: 210 } })
    for (const item of [items[0], items[105], items[209]]) {
      expect(item && (await valueIn(item, 'de', 'heading'))).toMatch(/^t/)
    }
  })

  it('is taken up where it stopped when the same types are seeded again', async () => {
    const type = await newType(field('title'))
    const item = await type.make({ title: 'left behind' })
    const { tenantId } = server.acme
    // As a job leaves it that gave up: the type is changed, the item is not.
    await server.database.inTenant(tenantId, async (trx) => {
      const stored = await findTypeByName(trx, tenantId, type.name)
      await trx
        .insertInto('content_type_change')
        .values({
          tenant_id: tenantId,
          change_id: newId(),
          content_type_id: stored?.contentTypeId ?? '',
          before: JSON.stringify(typeOf(type.name, field('title'))),
          input: JSON.stringify(typeOf(type.name, field('heading', { renamedFrom: 'title' }))),
          allow_data_loss: false,
          last_item_id: item.contentItemId,
          done_item_id: null,
          created_by: 'acme-admin',
        })
        .execute()
      await trx
        .updateTable('content_type')
        .set({
          definition: JSON.stringify(typeOf(type.name, field('heading'))),
          revision: sql`nextval('content_type_revision')`,
        })
        .where('technical_name', '=', type.name)
        .execute()
    })
    const { jobId, unchanged } = await type.seed(field('heading', { renamedFrom: 'title' }))
    expect(unchanged).toEqual([type.name])
    const job = await server.dependencies.jobs.finished(tenantId, jobId ?? '', 10_000)
    expect(job?.status).toBe('done')
    expect(await valueIn(item, 'en', 'heading')).toBe('left behind')
    expect((await type.seed(field('heading'))).jobId).toBeUndefined()
  })
})
