import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../http/testing.ts'
import { articleType, ContentCalls, imageType, putType, updateOf } from './testing.ts'

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

  it('that changes nothing writes nothing', async () => {
    const { en } = await content.make({ title: 'Same', weight: 3 })
    const before = await content.get(en)
    const answer = await content.update(en, { title: ' Same ', weight: 3 }, { resetFields: ['summary'] })
    expect(answer).toEqual(before)
  })
})
