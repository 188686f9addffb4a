import type { KeptPlanSummary } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { english, openContent, uuid } from '../../testing/open-content.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const plan = (number: number, parts: Partial<KeptPlanSummary> = {}): KeptPlanSummary => ({
  planId: uuid(number),
  asked: { step: 'publish', variationIds: [english.variationId] },
  state: 'ready',
  itemCount: 340,
  blockedCount: 0,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  ...parts,
})

const openPlans = (items: KeptPlanSummary[]) =>
  openContent({
    at: '/content-plans',
    role: 'publisher',
    server: {
      'publishPlan.getPlans': () => ({
        items,
        paging: { pageNumber: 1, pageSize: 25, totalCount: items.length, totalPages: 1 },
      }),
    },
  })

describe('the plans that are kept', () => {
  it('are called by their name or by what they do, and lead to their screen', async () => {
    const { record, user } = openPlans([
      plan(1, { asked: { name: 'Autumn', step: 'publish', variationIds: [english.variationId] }, blockedCount: 2 }),
      plan(2, { asked: { step: 'delete' }, state: 'done', itemCount: 1 }),
    ])
    expect(await screen.findByRole('link', { name: 'Autumn' })).toBeTruthy()
    expect(screen.getByText('Publish 340 items in English')).toBeTruthy()
    expect(screen.getByText('2 variations are blocked')).toBeTruthy()
    expect(screen.getByText('Done')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Delete 1 item in every variation' }))
    await waitFor(() => expect(record.address).toBe(`/content-plan/${uuid(2)}`))
  })

  it('that are none say how one is made', async () => {
    openPlans([])
    expect(await screen.findByText('No plan is kept')).toBeTruthy()
  })
})
