import type { BatchItemResult, ItemBatch } from '@pim/contract'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { english, swedish, uuid } from '../../../testing/open-content.tsx'
import { add, contentItemId, input, openItem } from '../../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const copyId = uuid(900)
const refusal = (technicalFieldName: string, variationId: string): BatchItemResult => ({
  index: 0,
  outcome: 'failed',
  problem: {
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'for developers',
    fieldErrors: [{ technicalFieldName, variationId, code: 'NOT_FOUND', message: 'for developers' }],
  },
})

it('a copy has the own values of all variations, what was just typed among them, and says what it cannot have', async () => {
  const asked: ItemBatch['items'] = []
  const { user, record } = openItem({
    overrides: {
      'contentItem.batchItems': ({ body }) => {
        asked.push(...body.items)
        // Refused like a link whose target is gone, in one of the variations that have a title.
        const isRefused = body.items[0]?.variations?.some(
          ({ variationId, fields }) =>
            variationId === english.variationId &&
            fields?.some(({ technicalFieldName }) => technicalFieldName === 'title'),
        )
        const made: BatchItemResult = { index: 0, outcome: 'created', contentItemId: copyId }
        return { results: [isRefused ? refusal('title', english.variationId) : made] }
      },
    },
  })
  await add(user, 'Title', ' 70')
  await user.click(await screen.findByRole('button', { name: 'More steps' }))
  await user.click(await screen.findByRole('menuitem', { name: /Duplicate item/ }))
  await waitFor(() => expect(record.address).toBe(`/content-item/${copyId}?variation=${swedish.variationId}`))
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual({
    technicalContentTypeName: 'camera',
    name: 'Copy of Kamera 70',
    copyOf: contentItemId,
    fields: [],
    links: [],
    variations: [
      {
        variationId: english.variationId,
        fields: [
          { technicalFieldName: 'colour', value: 'Black' },
          { technicalFieldName: 'slogan', value: 'See more' },
        ],
        deliveryTargets: [],
        resetFields: [],
      },
      {
        variationId: swedish.variationId,
        fields: [
          { technicalFieldName: 'title', value: 'Kamera 70' },
          // Empty on purpose; the colour is inherited.
          { technicalFieldName: 'slogan', value: null },
        ],
        deliveryTargets: [],
        resetFields: [],
      },
    ],
  })
  expect(record.feedback.at(-1)?.message).toBe(
    'This is a copy of Kamera 70. Left empty, because no two items may have the same value: SKU. ' +
      'Left empty, because the value cannot be kept any more: Title (en-US).',
  )
})

it('the palette duplicates, publishes, and says that outdated texts are right', async () => {
  const marked: string[] = []
  const { record, calls, user } = openItem({
    inSwedish: { translation: { state: 'outdated', percent: 50, outdatedFields: ['title'] } },
    overrides: {
      'contentItem.batchItems': () => ({ results: [{ index: 0, outcome: 'created', contentItemId: copyId }] }),
      'contentVariation.markTranslated': ({ body }) => {
        marked.push(...body.contentVariationIds)
        return { changedCount: 1 }
      },
    },
  })
  await input('Title')
  record.run('Publish')
  await waitFor(() => expect(calls).toContain('publish'))
  await user.click(await input('Title'))
  await user.keyboard('{F9}')
  await waitFor(() => expect(marked).toEqual([uuid(202)]))
  record.run('Duplicate item')
  await waitFor(() => expect(record.address).toContain(copyId))
  expect(record.address).not.toContain(contentItemId)
})
