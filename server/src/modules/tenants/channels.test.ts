import { type ChangeTenant, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'

const { changeTenant, getChannelUses, createVariation, deleteVariation } = contract.tenants
let server: TestServer
let content: ContentCalls
const idOf = (language: string) => server.acme.variations[language] ?? ''

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const set = (body: ChangeTenant) => server.ok(changeTenant, { body })
const places = async (body: ChangeTenant) => {
  const { fieldErrors = [] } = await server.refused(changeTenant, 'INVALID_REQUEST', { body })
  return fieldErrors.map(({ technicalFieldName, code }) => `${technicalFieldName} ${code}`)
}
const web = { technicalName: 'web', friendlyName: { 'en-US': 'Web shop', 'sv-SE': 'Webb' } }

describe('the channels of a tenant', () => {
  it('have names by language and variations; names alone keep what is known of them', async () => {
    const print = { technicalName: 'print', variationIds: [idOf('sv-SE')] }
    const whole = [
      { ...print, friendlyName: {} },
      { ...web, variationIds: [] },
    ]
    const changed = await set({ channels: [print, web] })
    expect(changed).toMatchObject({ channels: whole, deliveryTargets: ['print', 'web'] })
    const again = await set({ deliveryTargets: ['web', 'app', 'print'] })
    const app = { technicalName: 'app', friendlyName: {}, variationIds: [] }
    expect(again.channels).toEqual([whole[1], app, whole[0]])
    expect((await set({ friendlyName: 'Acme' })).channels).toEqual(again.channels)
    expect((await set({ deliveryTargets: ['web', 'print'] })).deliveryTargets).toEqual(['web', 'print'])
    // One that comes back has none of what was known of it.
    await set({ deliveryTargets: ['web'] })
    expect((await set({ deliveryTargets: ['web', 'print'] })).channels?.[1]?.variationIds).toEqual([])
    await server.refused(changeTenant, 'FORBIDDEN', { as: 'publisher', body: { channels: [web] } })
  })

  it('are refused by the place that is wrong', async () => {
    expect(await places({ channels: [web], deliveryTargets: ['web'] })).toEqual(['body.deliveryTargets NOT_TOGETHER'])
    expect(await places({ channels: [web, web] })).toEqual(['body.channels[1].technicalName DUPLICATE'])
    expect(await places({ deliveryTargets: ['web', 'web'] })).toEqual(['body.deliveryTargets[1] DUPLICATE'])
    const variationIds = [idOf('sv-SE'), newId(), server.nordic.variations['nb-NO'] ?? '', idOf('sv-SE')]
    expect(await places({ channels: [{ ...web, variationIds }] })).toEqual([
      'body.channels[0].variationIds[1] UNKNOWN_VARIATION',
      'body.channels[0].variationIds[2] UNKNOWN_VARIATION',
      'body.channels[0].variationIds[3] DUPLICATE',
    ])
    const body = { externalId: 'twice', friendlyName: 'Twice', deliveryTargets: ['web', 'web'] }
    const defaultVariation = { friendlyName: 'English', languageCode: 'en-US' }
    const as = { userId: 'boss', tenants: [], roles: ['admin'] }
    await server.refused(contract.tenants.createTenant, 'INVALID_REQUEST', { as, body: { ...body, defaultVariation } })
  })
})

describe('a channel that something names', () => {
  it('stays, with how much names it, until nothing does', async () => {
    await set({ deliveryTargets: ['web', 'print', 'app'] })
    const { contentItemId, en, sv } = await content.make({ title: 'Shoe' })
    await content.update(en, {}, { deliveryTargets: ['print'] })
    await content.update(sv, {}, { deliveryTargets: ['print', 'web'] })
    await content.step('publish', en)
    await content.update(en, {}, { deliveryTargets: ['web'] })
    const { apiKeyId } = await server.ok(contract.apiKeys.createApiKey, {
      as: 'admin',
      body: { name: 'Printer', deliveryTargets: ['print'] },
    })
    const credit = { technicalName: 'credit', friendlyName: { 'en-US': 'Credit' }, type: 'text' as const }
    await putType(server, server.acme, {
      ...articleType,
      fields: [...articleType.fields, { ...credit, required: ['print'] }],
    })
    const uses = {
      technicalName: 'print',
      itemCount: 1,
      keyCount: 1,
      fields: [{ technicalName: 'article', technicalFieldName: 'credit' }],
    }
    const refused = await server.refused(changeTenant, 'IN_USE', { body: { deliveryTargets: ['web'] } })
    expect(refused.channelUses).toEqual([uses])
    expect(await server.ok(getChannelUses, { as: 'admin' })).toEqual([
      { technicalName: 'web', itemCount: 1, keyCount: 0, fields: [] },
      uses,
      { technicalName: 'app', itemCount: 0, keyCount: 0, fields: [] },
    ])
    await server.refused(getChannelUses, 'FORBIDDEN', { as: 'publisher' })

    await putType(server, server.acme, articleType)
    await server.ok(contract.apiKeys.revokeApiKey, { as: 'admin', params: { apiKeyId } })
    // Live on it still, and by the Swedish working copy.
    await content.update(sv, {}, { deliveryTargets: [] })
    await server.refused(changeTenant, 'IN_USE', { body: { channels: [web] } })
    await content.step('publish', en)
    expect((await set({ channels: [web] })).deliveryTargets).toEqual(['web'])
    await set({ deliveryTargets: ['web', 'print'] })
    await content.update(en, {}, { deliveryTargets: ['print'] })
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId } })
    await set({ deliveryTargets: ['web'] })
  })

  it('is not named by one while another takes it away', async () => {
    const { en } = await content.make({ title: 'Raced' })
    for (let round = 0; round < 8; round += 1) {
      await set({ deliveryTargets: ['web', 'raced'] })
      const [saved, taken] = await Promise.all([
        server.call(contract.contentVariation.updateVariation, {
          body: { contentVariationId: en, fields: [], deliveryTargets: ['raced'] },
        }),
        server.call(changeTenant, { body: { deliveryTargets: ['web'] } }),
      ])
      expect([saved.status, taken.status].sort()).toEqual(saved.status === 200 ? [200, 409] : [200, 400])
      await content.update(en, {}, { deliveryTargets: [] })
    }
    await set({ deliveryTargets: ['web', 'print'] })
  })
})

describe('a name that is no channel', () => {
  it('is refused for an API key, by its place', async () => {
    const body = { name: 'Key', deliveryTargets: ['web', 'radio'] }
    const create = await server.refused(contract.apiKeys.createApiKey, 'INVALID_REQUEST', { as: 'admin', body })
    expect(create.fieldErrors).toMatchObject([
      { technicalFieldName: 'body.deliveryTargets[1]', code: 'UNKNOWN_TARGET' },
    ])
    const { apiKeyId } = await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Key' } })
    const change = { as: 'admin' as const, params: { apiKeyId }, body: { deliveryTargets: ['radio'] } }
    await server.refused(contract.apiKeys.changeApiKey, 'INVALID_REQUEST', change)
  })
})

describe('a variation that channels name', () => {
  it('goes from those that have others, and not while one has it alone', async () => {
    const body = { friendlyName: 'Français', languageCode: 'fr-FR' }
    const french = await server.ok(createVariation, { body })
    const [swedish, params] = [idOf('sv-SE'), { variationId: french.variationId }]
    const print = (variationIds: string[]) => ({ channels: [web, { technicalName: 'print', variationIds }] })
    await set(print([french.variationId]))
    const { message } = await server.refused(deleteVariation, 'IN_USE', { params })
    expect(message).toContain('print')
    await set(print([swedish, french.variationId]))
    await server.ok(deleteVariation, { params })
    const [acme] = await server.ok(contract.tenants.getAllTenants, { as: 'admin' })
    expect(acme?.channels?.[1]?.variationIds).toEqual([swedish])
    // What was read is what can be written.
    await set({ channels: acme?.channels })
  })
})
