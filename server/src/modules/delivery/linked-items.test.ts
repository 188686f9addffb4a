import { expect, it } from '@rstest/core'
import type { DeliveredRow } from '../content-index/index.ts'
import { expand } from './linked-items.ts'

const row = (contentItemId: string): DeliveredRow => ({
  contentItemId,
  contentVariationId: contentItemId,
  variationId: 'en',
  name: contentItemId,
  contentTypeTechnicalName: 'article',
  publishedVersion: 1,
  publishedAt: '2026-01-01T00:00:00Z',
  fields: '{}',
  sources: null,
})

it('linked items may lack changes where those of one level may', async () => {
  const levels = [
    { rows: [row('b')], isBehind: true },
    { rows: [row('c')], isBehind: false },
  ]
  const linked = await expand(async () => levels.shift() ?? { rows: [], isBehind: false }, [row('a')], 2)
  expect(linked).toEqual({ rows: [row('b'), row('c')], isBehind: true })
})
