import { contract, type Variation } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

const { tenants } = contract
let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const person = (more: Partial<TestPerson>): TestPerson => ({
  userId: 'somebody',
  firstName: 'Some',
  lastName: 'Body',
  tenants: [],
  roles: [],
  ...more,
})
const everywhere = (...more: string[]) => person({ userId: 'boss', roles: ['admin'], tenants: more })
const request = (externalId: string) => ({
  externalId,
  friendlyName: `Tenant ${externalId}`,
  defaultVariation: { friendlyName: 'English', languageCode: 'en-US' },
})

describe('the list of tenants', () => {
  it('shows the tenants of the token that exist, with the role in each', async () => {
    const as = person({ tenants: ['acme', 'nordic', 'imagined'], roles: ['acme:publisher'] })
    const list = await server.ok(tenants.getAllTenants, { as })
    expect(list.map((tenant) => [tenant.externalId, tenant.role, tenant.featureToggles.taxonomyEnabled])).toEqual([
      ['acme', 'publisher', true],
      ['nordic', 'viewer', false],
    ])
    expect(list[0]?.deliveryTargets).toEqual(['web', 'print'])
    expect(await server.ok(tenants.getAllTenants, { as: person({}) })).toEqual([])
  })
})

describe('creating a tenant', () => {
  it('is for administrators of the whole installation, who become members of it', async () => {
    const body = request('fresh')
    await server.refused(tenants.createTenant, 'FORBIDDEN', { as: person({ roles: ['acme:admin'] }), body })
    const made = await server.ok(tenants.createTenant, { as: everywhere(), body })
    expect(made).toEqual({
      externalId: 'fresh',
      friendlyName: 'Tenant fresh',
      featureToggles: { taxonomyEnabled: false },
      remotes: {},
      channels: [{ technicalName: 'web', friendlyName: {}, variationIds: [] }],
      deliveryTargets: ['web'],
      importHosts: [],
      version: 1,
      role: 'admin',
    })
    const as = everywhere('fresh')
    const [variation] = await server.ok(tenants.getVariations, { as, tenant: 'fresh' })
    expect(variation).toMatchObject({ languageCode: 'en-US', isDefault: true, fallbackVariationId: null })
    expect(await server.ok(contract.contentModel.getAllTypes, { as, tenant: 'fresh' })).toEqual([])
    await server.refused(tenants.createTenant, 'NAME_CONFLICT', { as: everywhere(), body })
    const renamed = await server.ok(tenants.changeTenant, { as, tenant: 'fresh', body: { friendlyName: 'Renamed' } })
    expect(renamed.version).toBe(2)
  })

  it('takes an idempotency key as one for each external id', async () => {
    const as = everywhere()
    const keyed = (externalId: string, more: object = {}) => ({
      as,
      body: { ...request(externalId), ...more },
      headers: { 'idempotency-key': 'one-key' },
    })
    const made = await server.ok(tenants.createTenant, keyed('keyed'))
    expect(await server.ok(tenants.createTenant, keyed('keyed'))).toEqual(made)
    await server.refused(tenants.createTenant, 'IDEMPOTENCY_KEY_REUSED', keyed('keyed', { friendlyName: 'Other' }))
    expect((await server.ok(tenants.createTenant, keyed('keyed-too'))).externalId).toBe('keyed-too')
    const other = person({ userId: 'second boss', roles: ['admin'] })
    await server.refused(tenants.createTenant, 'NAME_CONFLICT', { ...keyed('keyed'), as: other })
  })

  it('lets only one of many concurrent requests have the same name', async () => {
    const as = everywhere()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => server.call(tenants.createTenant, { as, body: request('wanted') })),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(15).fill(409)])
    const list = await server.ok(tenants.getVariations, { as: everywhere('wanted'), tenant: 'wanted' })
    expect(list).toHaveLength(1)
  })
})

describe('changing a tenant', () => {
  it('merges feature toggles, and takes effect in the next call', async () => {
    const [as, tenant] = [everywhere('changed'), 'changed']
    await server.ok(tenants.createTenant, { as, body: request('changed') })
    const caller = { as, tenant }
    await server.refused(contract.taxonomies.getTaxonomies, 'FEATURE_DISABLED', caller)
    const body = { friendlyName: 'Renamed', featureToggles: { taxonomyEnabled: true, beta: true } }
    expect(await server.ok(tenants.changeTenant, { ...caller, body })).toMatchObject(body)
    expect(await server.ok(contract.taxonomies.getTaxonomies, caller)).toEqual([])
    const again = await server.ok(tenants.changeTenant, { ...caller, body: { featureToggles: { beta: false } } })
    expect(again.featureToggles).toEqual({ taxonomyEnabled: true, beta: false })
  })

  it('accepts sections from this server only', async () => {
    for (const manifestUrl of [
      'https://evil.example/m.json',
      '//evil.example/m.json',
      '/\\evil.example',
      '/\t/evil.example',
    ]) {
      const body = { remotes: { content: { manifestUrl } } }
      await server.refused(tenants.changeTenant, 'INVALID_REQUEST', { body })
    }
    const body = { remotes: { content: { manifestUrl: '/remotes/content/canary/mf-manifest.json' } } }
    expect((await server.ok(tenants.changeTenant, { body })).remotes).toEqual(body.remotes)
    await server.ok(tenants.changeTenant, { body: { remotes: {} } })
  })
})

async function newTenant() {
  count += 1
  const tenant = `variations-${count}`
  const caller = { as: everywhere(tenant), tenant }
  await server.ok(tenants.createTenant, { as: everywhere(), body: request(tenant) })
  const [en] = await server.ok(tenants.getVariations, caller)
  if (en === undefined) throw new Error('no default variation')
  const add = (languageCode: string, fallbackVariationId: string | null, more: { isDefault?: boolean } = {}) =>
    server.ok(tenants.createVariation, {
      ...caller,
      body: { friendlyName: languageCode, languageCode, fallbackVariationId, ...more },
    })
  const change = (variation: Variation, body: { fallbackVariationId?: string | null; isDefault?: true }) => ({
    ...caller,
    params: { variationId: variation.variationId },
    body,
  })
  const list = () => server.ok(tenants.getVariations, caller)
  return { caller, en, add, change, list }
}

describe('variations', () => {
  it('never fall back to themselves, directly or through others', async () => {
    const { en, add, change } = await newTenant()
    const sv = await add('sv-SE', en.variationId)
    const fi = await add('sv-FI', sv.variationId)
    for (const target of [en, sv, fi]) {
      await server.refused(
        tenants.changeVariation,
        'VARIATION_CYCLE',
        change(en, { fallbackVariationId: target.variationId }),
      )
    }
    const moved = await server.ok(tenants.changeVariation, change(fi, { fallbackVariationId: en.variationId }))
    expect(moved.fallbackVariationId).toBe(en.variationId)
    await server.refused(tenants.changeVariation, 'NOT_FOUND', change(fi, { fallbackVariationId: newId() }))
  })

  it('never form a cycle when two people change them at the same time', async () => {
    const { add, change, list } = await newTenant()
    const [a, b] = [await add('da-DK', null), await add('nb-NO', null)]
    const answers = await Promise.all([
      server.call(tenants.changeVariation, change(a, { fallbackVariationId: b.variationId })),
      server.call(tenants.changeVariation, change(b, { fallbackVariationId: a.variationId })),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    expect((await list()).filter((each) => each.fallbackVariationId !== null)).toHaveLength(1)
  })

  it('have exactly one default, and each language and market once', async () => {
    const { caller, add, change, list } = await newTenant()
    const sv = await add('sv-SE', null, { isDefault: true })
    const defaults = async () => (await list()).filter((each) => each.isDefault).map((each) => each.languageCode)
    expect(await defaults()).toEqual(['sv-SE'])
    const de = await add('de-DE', null)
    await server.ok(tenants.changeVariation, change(de, { isDefault: true }))
    expect(await defaults()).toEqual(['de-DE'])
    await server.refused(tenants.createVariation, 'NAME_CONFLICT', {
      ...caller,
      body: { friendlyName: 'again', languageCode: 'SV-se' },
    })
    await server.refused(tenants.deleteVariation, 'LAST_OF_ITS_KIND', {
      ...caller,
      params: { variationId: de.variationId },
    })
    await server.ok(tenants.deleteVariation, { ...caller, params: { variationId: sv.variationId } })
    await server.refused(tenants.deleteVariation, 'NOT_FOUND', { ...caller, params: { variationId: sv.variationId } })
  })

  it('are changed by administrators only, and of the own tenant only', async () => {
    const { en } = await newTenant()
    const params = { variationId: en.variationId }
    await server.refused(tenants.changeVariation, 'FORBIDDEN', { as: 'publisher', params, body: {} })
    await server.refused(tenants.changeVariation, 'NOT_FOUND', { params, body: { friendlyName: 'taken over' } })
    await server.refused(tenants.deleteVariation, 'NOT_FOUND', { params })
  })
})

describe('content when variations change', () => {
  const acme = async (technicalName: string) => {
    await putType(server, server.acme, articleType)
    return new ContentCalls(server, server.acme).make({ title: technicalName })
  }
  const content = () => new ContentCalls(server, server.acme)
  const addFrench = () =>
    server.ok(tenants.createVariation, {
      body: { friendlyName: 'Français', languageCode: 'fr-FR', fallbackVariationId: server.acme.variations['en-US'] },
    })

  it('gets content variations in a new variation by a resync, once', async () => {
    const item = await acme('Resynced')
    const french = await addFrench()
    const first = await server.ok(tenants.resyncNewVariations, {})
    const job = await server.dependencies.jobs.finished(server.acme.tenantId, first.jobId, 10_000)
    expect(job?.status).toBe('done')
    expect(job?.result).toMatchObject({ newVariationIds: [french.variationId] })
    expect(job?.result?.createdCount).toBeGreaterThan(0)
    const copies = await server.ok(contract.contentItem.getItemVariations, {
      params: { contentItemId: item.contentItemId },
    })
    const copy = copies.find((each) => each.variationId === french.variationId)
    expect(copy?.fields.title).toMatchObject({ value: 'Resynced', isInherited: true })
    const second = await server.ok(tenants.resyncNewVariations, {})
    const again = await server.dependencies.jobs.finished(server.acme.tenantId, second.jobId, 10_000)
    expect(again?.result).toMatchObject({ newVariationIds: [], createdCount: 0 })
    await server.refused(tenants.resyncNewVariations, 'FORBIDDEN', { as: 'publisher' })

    await server.ok(contract.contentVariation.updateVariation, {
      body: {
        contentVariationId: copy?.contentVariationId ?? '',
        fields: [{ technicalFieldName: 'title', value: 'Resynchronisé' }],
      },
    })
    const params = { variationId: french.variationId }
    const { affected } = await server.refused(tenants.deleteVariation, 'DATA_LOSS', { params })
    expect(affected).toEqual([{ technicalName: 'article', technicalFieldName: 'title', itemCount: 1 }])
    await server.ok(tenants.deleteVariation, { params, query: { allowDataLoss: true } })
    const left = await server.ok(contract.contentItem.getItemVariations, {
      params: { contentItemId: item.contentItemId },
    })
    expect(left).toHaveLength(4)
  })

  it('inherits from the new fallback when a fallback changes', async () => {
    const item = await acme('English')
    await content().update(item.sv, { title: 'Svenska' })
    const { variations } = server.acme
    const params = { variationId: variations['de-DE'] ?? '' }
    const set = (language: string) =>
      server.ok(tenants.changeVariation, { params, body: { fallbackVariationId: variations[language] ?? null } })
    await set('sv-SE')
    expect((await content().get(item.at)).fields.title).toMatchObject({
      value: 'Svenska',
      sourceVariationId: variations['sv-SE'],
    })
    const found = await server.ok(contract.search.searchAll, {
      body: { variationId: variations['de-AT'], filtering: { searchText: 'Svenska' } },
    })
    expect(found.items.map((each) => each.contentItemId)).toContain(item.contentItemId)
    await set('en-US')
    expect((await content().get(item.at)).fields.title?.value).toBe('English')
  })

  it('refuses to delete a variation that others fall back to', async () => {
    const params = { variationId: server.acme.variations['de-DE'] ?? '' }
    await server.refused(tenants.deleteVariation, 'IN_USE', { params, query: { allowDataLoss: true } })
  })
})
