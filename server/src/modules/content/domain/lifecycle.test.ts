import type { LifecycleAction } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { allowedActions, type LifecycleState, outcomeOf } from './lifecycle.ts'

/** The table of the product's decisions once more, read by eye against the page. */
const table: [string, LifecycleState, Record<LifecycleAction | 'edit', string>][] = [
  [
    'a draft that was never live',
    { status: 'draft', isLive: false },
    { publish: 'published', unpublish: 'refused', draft: 'nothing', archive: 'archived', edit: 'draft' },
  ],
  [
    'a draft over a live snapshot',
    { status: 'draft', isLive: true },
    { publish: 'published', unpublish: 'unpublished', draft: 'nothing', archive: 'refused', edit: 'draft' },
  ],
  [
    'what is published',
    { status: 'published', isLive: true },
    { publish: 'nothing', unpublish: 'unpublished', draft: 'draft', archive: 'refused', edit: 'draft' },
  ],
  [
    'what was taken back',
    { status: 'unpublished', isLive: false },
    { publish: 'published', unpublish: 'refused', draft: 'draft', archive: 'archived', edit: 'draft' },
  ],
  [
    'what is archived',
    { status: 'archived', isLive: false },
    { publish: 'refused', unpublish: 'refused', draft: 'draft', archive: 'nothing', edit: 'refused' },
  ],
]
const actions = ['publish', 'unpublish', 'draft', 'archive'] as const

describe('the lifecycle', () => {
  it.each(table)('takes %s where the table says', (_name, standing, row) => {
    for (const action of [...actions, 'edit'] as const) expect(outcomeOf(standing, action)).toBe(row[action])
    expect(allowedActions(standing)).toEqual(
      actions.filter((action) => row[action] !== 'refused' && row[action] !== 'nothing'),
    )
  })
})
