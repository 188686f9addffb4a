import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType } from '../../../testing/content-calls.ts'
import { type ContentList, openContentList } from '../../../testing/content-list.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { keysOfValue } from '../content-index/index.ts'
import { fieldName, type Reader } from './index.ts'

const codes = ['red', 'green', 'blue', 'grey', 'black', 'white']
const lampType: ContentType = {
  ...articleType,
  technicalName: 'lamp',
  fields: [
    ...articleType.fields.filter(({ technicalName }) => technicalName === 'title'),
    {
      technicalName: 'color',
      friendlyName: { 'en-US': 'Color' },
      type: 'select',
      settings: { options: codes.map((code) => ({ code, label: { 'en-US': code } })) },
    },
  ],
}

let list: ContentList
/** Of a server that hears of nothing that the other one, which adds the content, has committed. */
let deaf: Reader
let contentTypeId = ''
beforeAll(async () => {
  list = await openContentList([lampType])
  deaf = await openTestReader(list.test.open())
  const [type] = await list.test.look<{ id: string }>('select content_type_id as id from content_type')
  contentTypeId = type?.id ?? ''
})
afterAll(async () => {
  await deaf.close()
  await list.close()
})

/** Those of the options that are used. */
async function usedOf(reader: Reader, options: { readonly isSure?: boolean } = {}): Promise<string[]> {
  const field = lampType.fields.find(({ technicalName }) => technicalName === 'color')
  const asked = codes.map((code) => ({
    of: fieldName(contentTypeId, 'color'),
    keys: field === undefined ? [] : keysOfValue(field, code).map(({ key }) => key),
  }))
  const areUsed = await reader.ask(list.tenant.tenantId, 'used', asked, options)
  return codes.filter((_, at) => areUsed[at])
}

describe('an option', () => {
  it('is used in a working copy or live, and not by what is deleted', async () => {
    const reader = await openTestReader(list.test.database)
    await list.add({ name: 'Both', values: { color: 'red' }, live: {} })
    await list.add({ name: 'Draft', values: { color: 'green' } })
    await list.add({
      name: 'Live',
      values: { color: 'red' },
      live: { values: { color: 'blue' } },
      hasUnpublishedChanges: true,
    })
    await list.add({ name: 'Deleted', values: { color: 'grey' }, isDeleted: true })
    expect(await usedOf(reader)).toEqual(['red', 'green', 'blue'])
    await reader.close()
  })

  it('that another server has begun to use a moment before is used, where the question is to be sure', async () => {
    const before = await usedOf(deaf)
    expect(before).not.toContain('black')
    await list.add({ name: 'New', values: { color: 'black' } })
    expect(await usedOf(deaf)).toEqual(before)
    expect(await usedOf(deaf, { isSure: true })).toContain('black')
  })

  it('is seen by all who ask at once, whichever of them begins to follow the log', async () => {
    const asking = Array.from({ length: 5 }, async () => {
      const { contentItemId } = await list.add({ name: 'Another', values: { color: 'white' } })
      return { contentItemId, used: await usedOf(deaf, { isSure: true }) }
    })
    for (const { used } of await Promise.all(asking)) expect(used).toContain('white')
  })
})
