import { Refusal } from '@pim/api-client/testing'
import { type QuotaName, type QuotaUse, quotaNames } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { shareOf } from '../../parts/usage-amounts.ts'
import { openSettings } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const gigabyte = 1_000_000_000

/** All quotas, a hundred each of which ten are used; some as a test wants them. */
function open(parts: Partial<Record<QuotaName, Partial<QuotaUse>>>) {
  const quotas = quotaNames.map(
    (quota): QuotaUse => ({
      quota,
      limit: 100,
      used: 10,
      state: 'free',
      ...parts[quota],
    }),
  )
  return openSettings('/settings/usage', {
    'quotas.getUsage': () => ({ quotas, nextDayAt: new Date(Date.now() + 7_200_000).toISOString() }),
  })
}

describe('the usage', () => {
  it('says of every quota what is used and what is allowed, in units that fit', async () => {
    open({
      items: { used: 12_345, limit: 1_000_000 },
      storageBytes: { used: 2.5 * gigabyte, limit: 100 * gigabyte },
      files: { limit: null, used: 77 },
    })
    const items = await screen.findByRole('meter', { name: 'Items' })
    expect(items.getAttribute('aria-valuetext')).toBe('12,345 of 1,000,000')
    expect(screen.getByText('2.5 GB of 100 GB')).toBeTruthy()
    expect(screen.getByText('77, no limit')).toBeTruthy()
    expect(screen.getAllByRole('meter')).toHaveLength(quotaNames.length - 1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('tells what is nearly full and what is full before anything else, and what to do', async () => {
    open({
      items: { used: 80, state: 'near' },
      contentTypes: { used: 90, state: 'near' },
      apiKeys: { used: 100, state: 'reached' },
    })
    const told = (await screen.findByRole('alert')).textContent
    expect(told).toContain('Full: API keys.')
    expect(told).toContain('Nearly full: Items and Content types.')
    expect(told).toContain('ask whoever runs this installation')
    expect(screen.getByText('80 of 100 · nearly full, 80 %')).toBeTruthy()
  })

  it('can be asked for again where it could not be loaded', async () => {
    let fails = true
    const { user } = openSettings('/settings/usage', {
      'quotas.getUsage': () => {
        if (fails) throw new Refusal('INTERNAL')
        return { quotas: [], nextDayAt: new Date().toISOString() }
      },
    })
    await screen.findByText('The usage could not be loaded')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText('The usage could not be loaded')).toBeNull())
  })

  it('is never said to be all while something is left', () => {
    expect(shareOf({ used: 999_999, limit: 1_000_000 })).toBe(99)
    expect(shareOf({ used: 5, limit: 0 })).toBe(100)
    expect(amountOf('storageBytes', 0, 'en-US')).toBe('0 byte')
  })
})
