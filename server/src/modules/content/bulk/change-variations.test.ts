import { type ContentTypeInput, contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'

const note: ContentTypeInput = {
  technicalName: 'note',
  friendlyName: { 'en-US': 'Note' },
  kind: 'user',
  fields: [{ technicalName: 'tone', friendlyName: { 'en-US': 'Tone' }, type: 'text', defaultValue: 'calm' }],
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [note] } })
})
afterAll(() => server.close())

describe('a variation that goes while items come', () => {
  it('takes all of its copies along, and no item is refused for it', async () => {
    const { createVariation, deleteVariation, resyncNewVariations } = contract.tenants
    const outcomes: number[] = []
    const make = async (name: string) => {
      const query = { name, technicalContentTypeName: 'note' }
      outcomes.push((await server.call(contract.contentItem.createItem, { query })).status)
    }
    for (let round = 0; round < 6; round++) {
      const { variationId } = await server.ok(createVariation, {
        body: { friendlyName: 'Short-lived', languageCode: 'fr-FR' },
      })
      await make('There before')
      await Promise.all([
        ...Array.from({ length: 8 }, (_, index) => make(`Item ${round}.${index}`)),
        server.call(resyncNewVariations, {}).then(({ status }) => outcomes.push(status)),
        server
          .call(deleteVariation, { params: { variationId }, query: { allowDataLoss: true } })
          .then(({ status }) => outcomes.push(status)),
      ])
    }
    expect(outcomes.filter((status) => status >= 300)).toEqual([])
    const left = await server.rows.look(
      'select from content_variation where variation_id not in (select variation_id from variation)',
    )
    expect(left).toEqual([])
  })
})
