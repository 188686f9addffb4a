import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType, updateOf } from '../../../../testing/content-calls.ts'
import { startOwnServer, type TestServer } from '../../../../testing/test-server.ts'
import { takePoliciesOut } from '../../../../testing/without-policies.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  // A server of its own: row-level security is taken out of its database.
  server = await startOwnServer()
  content = new ContentCalls(server, server.acme)
  for (const tenant of [server.acme, server.nordic]) await putType(server, tenant, articleType)
  await putType(server, server.acme, { ...articleType, technicalName: 'story' })
})
afterAll(() => server.close())

const { updateVariation, checkUniqueness } = contract.contentVariation
let count = 0
const fresh = (prefix: string) => `${prefix}-${++count}`

const refusedSave = (contentVariationId: string, values: Record<string, unknown>) =>
  server.refused(updateVariation, 'UNIQUENESS_CONFLICT', { body: updateOf(contentVariationId, values) })

describe('a unique value', () => {
  it('can be had once in the tenant, whatever its case or its composition', async () => {
    const sku = fresh('Sku-\u00e9')
    const first = await content.make({ sku })
    const second = await content.make()
    const problem = await refusedSave(second.sv, { sku: sku.toUpperCase().normalize('NFD'), title: 'lost' })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'sku', code: 'NOT_UNIQUE' }])
    expect(problem.usedBy).toEqual([{ contentItemId: first.contentItemId, name: 'An article' }])
    expect((await content.get(second.sv)).fields.title?.value).toBeNull()
    // Another tenant's are none of ours, in either direction.
    await new ContentCalls(server, server.nordic).make({ sku })
  })

  it('can be had once, whatever signs that nobody sees are in it, and stays as it was typed', async () => {
    const sku = fresh('sku')
    const typed = `\u200e${sku.slice(0, 2)}\u00ad${sku.slice(2)}\u200b`
    const first = await content.make({ sku: typed })
    const second = await content.make()
    await refusedSave(second.en, { sku })
    expect((await content.get(first.en)).fields.sku?.value).toBe(typed)
  })

  it('is taken for the tenant across types, for a type within it alone', async () => {
    const [sku, code] = [fresh('sku'), fresh('code')]
    await content.make({ sku, code })
    const story = await content.create('A story', 'story')
    const [id = ''] = story.contentVariationIds
    await content.update(id, { code })
    await refusedSave(id, { sku })
  })

  it('minds case where the field does', async () => {
    const code = fresh('code')
    await content.make({ code })
    const other = await content.make({ code: code.toUpperCase() })
    await refusedSave(other.sv, { code })
  })

  it('of a variation may stand in another one; who merely inherits it does not claim it', async () => {
    const slug = fresh('slug')
    await content.make({ slug })
    const second = await content.make()
    await content.update(second.sv, { slug })
    await refusedSave(second.en, { slug })
    const third = await content.make()
    await refusedSave(third.sv, { slug })
  })

  it('is free again when it changes, when the item is deleted, and has to be won again when it is restored', async () => {
    const sku = fresh('sku')
    const first = await content.make({ sku })
    const second = await content.make()
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId: first.contentItemId }, query: {} })
    await content.update(second.en, { sku })
    const problem = await server.refused(contract.contentItem.restoreItem, 'UNIQUENESS_CONFLICT', {
      params: { contentItemId: first.contentItemId },
    })
    expect(problem.fieldErrors).toMatchObject([{ technicalFieldName: 'sku' }])
    await content.update(second.en, { sku: fresh('sku') })
    await server.ok(contract.contentItem.restoreItem, { params: { contentItemId: first.contentItemId } })
    await refusedSave(second.en, { sku })
  })

  it('may be longer than an index row', async () => {
    const sku = fresh('x'.repeat(450))
    await content.make({ sku })
    const second = await content.make()
    await refusedSave(second.en, { sku })
    await content.update(second.en, { sku: `${sku}1` })
  })

  it('that is a default can be had once', async () => {
    const name = { 'en-US': 'Single' }
    const fields = [
      { technicalName: 'n', friendlyName: name, type: 'text', unique: 'tenant', defaultValue: 'one' } as const,
    ]
    await putType(server, server.acme, { technicalName: 'single', friendlyName: name, kind: 'user', fields })
    await content.create('first', 'single')
    await server.refused(contract.contentItem.createItem, 'UNIQUENESS_CONFLICT', {
      query: { name: 'second', technicalContentTypeName: 'single' },
    })
  })

  it('comes back with a discard only if it is still free', async () => {
    const [old, next] = [fresh('sku'), fresh('sku')]
    const first = await content.make({ title: 'T', sku: old })
    await content.step('publish', first.en)
    await content.update(first.en, { sku: next })
    const second = await content.make({ sku: old })
    await server.refused(contract.contentVariation.discard, 'UNIQUENESS_CONFLICT', {
      params: { contentVariationId: first.en },
      query: {},
    })
    await content.update(second.en, { sku: null })
    await content.step('discard', first.en)
    await refusedSave(second.en, { sku: old })
  })
})

describe('the early word on a value', () => {
  const check = (value: unknown, more: object = {}) =>
    server.ok(checkUniqueness, {
      body: { contentTypeTechnicalName: 'article', technicalFieldName: 'sku', value, ...more },
    })

  it('names who has it, and leaves the own item out', async () => {
    const sku = fresh('sku')
    const first = await content.make({ sku })
    expect(await check(` ${sku.toUpperCase()} `)).toEqual({
      isUnique: false,
      scope: 'tenant',
      conflicts: [{ contentItemId: first.contentItemId, contentVariationId: first.en, name: 'An article' }],
    })
    expect(await check(sku, { contentVariationId: first.sv })).toEqual({
      isUnique: true,
      scope: 'tenant',
      conflicts: [],
    })
    expect((await check(null)).isUnique).toBe(true)
    expect((await check(fresh('free'))).isUnique).toBe(true)
  })

  it('asks within a variation where the field does', async () => {
    const slug = fresh('slug')
    const first = await content.make()
    await content.update(first.sv, { slug })
    const ask = (variationId: string | undefined) =>
      server.ok(checkUniqueness, {
        body: { contentTypeTechnicalName: 'article', technicalFieldName: 'slug', value: slug, variationId },
      })
    expect(await ask(server.acme.variations['sv-SE'])).toEqual({
      isUnique: false,
      scope: 'variation',
      conflicts: [{ contentItemId: first.contentItemId, contentVariationId: first.sv, name: 'An article' }],
    })
    expect((await ask(server.acme.variations['en-US'])).isUnique).toBe(true)
    expect((await ask(undefined)).isUnique).toBe(true)
  })

  it('knows nothing of other tenants', async () => {
    const sku = fresh('sku')
    await new ContentCalls(server, server.nordic).make({ sku })
    expect((await check(sku)).isUnique).toBe(true)
  })

  it('is refused for fields that are not unique, and values that are none', async () => {
    const ask = (technicalFieldName: string, value: unknown) => ({
      body: { contentTypeTechnicalName: 'article', technicalFieldName, value },
    })
    await server.refused(checkUniqueness, 'VALIDATION_FAILED', ask('title', 'x'))
    await server.refused(checkUniqueness, 'VALIDATION_FAILED', ask('sku', 17))
    await server.refused(checkUniqueness, 'NOT_FOUND', ask('nothing', 'x'))
  })
})

describe('a value of another tenant', () => {
  it('is free also where the database hides none of its rows', async () => {
    const sku = fresh('sku')
    const others = new ContentCalls(server, server.nordic)
    const { contentVariationIds } = await others.create('A story of others')
    const [theirs = ''] = contentVariationIds
    await others.update(theirs, { sku, title: 'A' })
    await others.step('publish', theirs)
    await takePoliciesOut(server.rows)
    const body = { contentTypeTechnicalName: 'article', technicalFieldName: 'sku', value: sku }
    expect((await server.ok(checkUniqueness, { body })).isUnique).toBe(true)
    const { en } = await content.make({ sku, title: 'A' })
    const steps = [{ contentVariationId: en, step: 'publish' as const }]
    const plan = await server.ok(contract.publishPlan.makePlan, { body: { steps }, as: 'publisher' })
    expect(plan.items.flatMap(({ blocking }) => blocking)).toEqual([])
  })
})
