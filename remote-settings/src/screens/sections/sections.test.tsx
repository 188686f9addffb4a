import { Refusal } from '@pim/api-client/testing'
import type { TenantSection } from '@pim/contract'
import { slotVersions } from '@pim/contract/core/contract-versions.ts'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { choose, openSettings } from '../../testing/open-settings.tsx'

afterEach(cleanup)

const orders: TenantSection = {
  section: 'orders',
  releases: [],
  fills: [
    { slot: 'item.panel', name: 'open', titleKey: 'orders.open' },
    { slot: 'items.column', name: 'count', titleKey: 'orders.count', misfit: { needs: '^2.0.0', has: '1.0.0' } },
    { slot: 'item.roof', name: 'tile', titleKey: 'orders.tile', misfit: { needs: '^1.0.0' } },
    // The texts of the section that offers the slot come with it; this one stands for them.
    { slot: 'shelf.panel', name: 'box', titleKey: 'orders.box', slotTitleKey: 'settings.page.sections' },
  ],
}

/** The screen over a server that keeps what is switched. */
function open(mayFail = false) {
  let stored = orders
  const opened = openSettings('/settings/sections', {
    'sections.getTenantSections': () => [stored],
    'sections.switchFill': ({ params, body: { isOff } }) => {
      if (mayFail) throw new Refusal('INTERNAL')
      const fills = stored.fills?.map((fill) =>
        fill.slot === params.slot && fill.name === params.fill ? { ...fill, isOff: isOff || undefined } : fill,
      )
      stored = JSON.parse(JSON.stringify({ ...stored, fills }))
      return stored
    },
  })
  return { ...opened, isOff: () => stored.fills?.[0]?.isOff === true }
}

const table = async () => within(await screen.findByRole('table', { name: 'What sections add to other screens' }))

describe('what sections add to other screens', () => {
  it('is listed with its place, and with what it needs where it is left out', async () => {
    open()
    const rows = (await (await table()).findAllByRole('row')).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringContaining('What is added'),
      expect.stringMatching(/open.*Panel beside an item.*orders/),
      expect.stringMatching(
        /count.*Column of the list of items.*needs \^2\.0\.0 of items\.column, and this product has 1\.0\.0/,
      ),
      expect.stringMatching(/tile.*item\.roof.*no place item\.roof/),
      expect.stringContaining(`box${strings['settings.page.sections']}`),
    ])
    expect((await table()).getAllByRole('switch')).toHaveLength(2)
  })

  it('has words for each place of the product', () => {
    for (const slot of Object.keys(slotVersions))
      expect(strings).toHaveProperty([`settings.slot.${slot.replace('.', '-')}`])
  })

  it('is switched off at a press, and on again by the step that the toast offers', async () => {
    const { user, record, isOff } = open()
    const shown = async () => (await table()).findByRole<HTMLInputElement>('switch', { name: 'Show open' })
    expect((await shown()).checked).toBe(true)
    await user.click(await shown())
    await waitFor(async () => expect((await shown()).checked).toBe(false))
    expect(isOff()).toBe(true)
    const [toast] = record.feedback
    expect(toast?.message).toBe('open is switched off for this tenant')
    toast?.action?.run()
    await waitFor(() => expect(isOff()).toBe(false))
  })

  it('stays as it was where the server refuses, which is said', async () => {
    const { user, record, isOff } = open(true)
    await user.click(await (await table()).findByRole('switch', { name: 'Show open' }))
    await waitFor(() => expect(record.feedback[0]?.type).toBe('error'))
    expect(isOff()).toBe(false)
  })

  it('may be a page of the settings, and a page that is gone says so', async () => {
    openSettings('/settings/of/orders/limits', {})
    expect(await screen.findByText('This page is not there')).toBeTruthy()
  })
})

describe('the settings of a section', () => {
  it('are set for the tenant in its own form, over the version that was seen', async () => {
    const sent: unknown[] = []
    const isLoud = { scope: 'tenant', kind: 'boolean', default: false, titleKey: 'orders.isLoud' } as const
    const settings = [{ setting: 'orders:isLoud', declared: isLoud, value: false }]
    const { user, record } = openSettings(
      '/settings/sections',
      {
        'sections.getTenantSections': () => [
          { ...orders, settings },
          { section: 'media', releases: [], isElsewhere: true },
        ],
        'tenants.changeTenant': ({ body, request }) => {
          sent.push([request.headers.get('if-match'), body])
          return { externalId: 'acme', friendlyName: 'Acme', featureToggles: { taxonomyEnabled: true } }
        },
      },
      'admin',
      { version: 6 },
    )
    await choose(user, 'orders', 'Settings…')
    await user.click(await screen.findByRole('switch', { name: 'orders:isLoud' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([['"6"', { settings: { 'orders:isLoud': true } }]]))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('The settings of orders are saved'))
  })
})
