import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType, updateOf, valuesOf } from '../../../../testing/content-calls.ts'
import { addVariation as insertVariation } from '../../../../testing/tenants.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { createMissingVariations, removeVariation, reprojectItems, rewriteItems } from './rewrite-items.ts'

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const inAcme = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
  server.database.inTenant(server.acme.tenantId, work)
const actor = () => ({ tenantId: server.acme.tenantId, userId: 'keeper' })

async function addVariation(languageCode: string, fallback: string | null): Promise<string> {
  const variationId = newId()
  const variation = { variationId, languageCode, fallbackVariationId: fallback }
  await inAcme((trx) => insertVariation(trx, server.acme.tenantId, variation))
  return variationId
}

const copyIn = async (contentItemId: string, variationId: string) => {
  const all = await content.list(contentItemId)
  return all.find((each) => each.variationId === variationId)
}

describe('a variation that comes', () => {
  it('gets an empty, inheriting working copy once, and defaults where it inherits from nobody', async () => {
    const { contentItemId } = await content.make({ title: 'Shoe' })
    const [fi, zz] = [
      await addVariation('fi-FI', server.acme.variations['sv-SE'] ?? null),
      await addVariation('zz', null),
    ]
    const create = () => inAcme((trx) => createMissingVariations(trx, actor(), [contentItemId]))
    expect(await create()).toEqual({ created: 2, skipped: 4 })
    expect(await create()).toEqual({ created: 0, skipped: 6 })
    const finnish = await copyIn(contentItemId, fi)
    expect(finnish).toMatchObject({ status: 'draft', version: 1, completeness: 100, modifiedBy: 'keeper' })
    expect(finnish?.fields.title).toMatchObject({ value: 'Shoe', isInherited: true })
    expect((await copyIn(contentItemId, zz))?.fields).toMatchObject({
      title: { value: null },
      tone: { value: 'neutral' },
    })
  })
})

describe('a fallback that changes', () => {
  it('is followed by everything that inherits, without a new version', async () => {
    const fr = await addVariation('fr-FR', server.acme.variations['sv-SE'] ?? null)
    const { contentItemId, sv, de } = await content.make({ title: 'Shoe' })
    await content.update(sv, { title: 'Sko' })
    await content.update(de, { title: null })
    expect((await copyIn(contentItemId, fr))?.fields.title?.value).toBe('Sko')
    await inAcme(async (trx) => {
      await trx
        .updateTable('variation')
        .set({ fallback_variation_id: server.acme.variations['de-DE'] ?? null })
        .where('variation_id', '=', fr)
        .execute()
      await reprojectItems(trx, server.acme.tenantId, [contentItemId])
    })
    expect(await copyIn(contentItemId, fr)).toMatchObject({
      version: 1,
      completeness: 0,
      fields: { title: { value: null, sourceVariationId: server.acme.variations['de-DE'] } },
    })
  })
})

describe('a variation that goes', () => {
  it('takes its values, its claims and its history along, and leaves the others', async () => {
    const da = await addVariation('da-DK', server.acme.variations['en-US'] ?? null)
    const { contentItemId, en } = await content.make({ title: 'Shoe' })
    const copy = await copyIn(contentItemId, da)
    await content.update(copy?.contentVariationId ?? '', { title: 'Sko', code: 'danish' })
    await content.step('publish', copy?.contentVariationId ?? '')
    const before = await content.get(en)
    await inAcme((trx) => removeVariation(trx, actor(), da, [contentItemId]))
    expect(await copyIn(contentItemId, da)).toBeUndefined()
    expect(await content.get(en)).toEqual(before)
    await content.make({ code: 'danish' })
  })
})

describe('a rewriting', () => {
  it('is a version of its own that leaves what is published published', async () => {
    const { contentItemId, en, sv } = await content.make({ title: 'Shoe' })
    await content.step('publish', en)
    const shout = (values: Readonly<Record<string, unknown>>) => ({ ...values, title: 'SHOE' })
    await inAcme((trx) =>
      rewriteItems(trx, server.acme.tenantId, [contentItemId], { by: 'keeper', action: 'migrate' }, (item) => ({
        ...item,
        variations: new Map(
          [...item.variations].map(([id, variation]) => [
            id,
            variation.contentVariationId === en && variation.snapshot !== null
              ? {
                  ...variation,
                  own: shout(variation.own),
                  snapshot: { ...variation.snapshot, own: shout(variation.snapshot.own) },
                }
              : variation,
          ]),
        ),
      })),
    )
    expect(await content.get(en)).toMatchObject({ status: 'published', version: 4, hasUnpublishedChanges: false })
    expect(valuesOf(await content.live(en)).title).toBe('SHOE')
    expect(await content.get(sv)).toMatchObject({ version: 1, fields: { title: { value: 'SHOE' } } })
  })

  it('brings claims in line with the fields as they are now', async () => {
    const { contentItemId } = await content.make({ code: 'Case' })
    const fields = articleType.fields.map((field) =>
      field.technicalName === 'code' ? { ...field, settings: { uniqueIgnoresCase: true } } : field,
    )
    await putType(server, server.acme, { ...articleType, fields })
    await inAcme((trx) => reprojectItems(trx, server.acme.tenantId, [contentItemId]))
    const other = await content.make()
    await server.refused(contract.contentVariation.updateVariation, 'UNIQUENESS_CONFLICT', {
      body: updateOf(other.en, { code: 'CASE' }),
    })
    await putType(server, server.acme, articleType)
  })
})
