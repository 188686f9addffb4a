import type { Handlers } from '@pim/api-client/testing'
import type { DeployKey } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const orders: DeployKey = {
  deployKeyId: '00000000-0000-7000-8000-000000000001',
  section: 'orders',
  name: 'CI of orders',
  rights: ['upload', 'live'],
  prefix: 'pim_4f2a',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: '2026-01-02T00:00:00Z',
}
const secret = 'pim_the-secret-that-is-shown-once'

function open(first: DeployKey[] = [orders]) {
  let keys = first
  const sent: unknown[] = []
  const server: Handlers = {
    'deployKeys.getDeployKeys': () => keys,
    'sections.getSections': () => [{ section: 'media', pins: [], releases: [], changes: [] }],
    'deployKeys.createDeployKey': ({ body }) => {
      sent.push(body)
      const made = {
        ...orders,
        ...body,
        expiresAt: body.expiresAt ?? null,
        deployKeyId: orders.deployKeyId.replace(/1$/, '2'),
      }
      keys = [made, ...keys]
      return { ...made, key: secret }
    },
    'deployKeys.revokeDeployKey': ({ params }) => {
      sent.push(params.deployKeyId)
      keys = keys.map((key) => ({ ...key, revokedAt: '2026-02-01T00:00:00Z' }))
      return keys[0] ?? orders
    },
  }
  return { ...openSettings('/settings/deploy-keys', server, 'viewer', {}, true), sent }
}

describe('the keys that sections are deployed by', () => {
  it('are made for one section with chosen rights and an end, and shown once with what to do with them', async () => {
    const { user, sent } = open()
    const row = await rowOf('CI of orders')
    expect(row.textContent).toContain('send, make live')
    await user.click(screen.getByRole('button', { name: 'New key' }))
    const dialog = within(await screen.findByRole('dialog'))
    const create = dialog.getByRole('button', { name: 'Create key' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    const section = dialog.getByRole('combobox', { name: /Section/ })
    await user.type(section, 'Big Orders')
    expect(dialog.getByText(/lower-case letters and digits/)).toBeTruthy()
    await user.clear(section)
    await user.type(section, 'bills')
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'CI of bills')
    await user.click(dialog.getByRole('checkbox', { name: 'Try a release with some people' }))
    await user.click(create)
    expect(await screen.findByDisplayValue(secret)).toBeTruthy()
    expect(screen.getByText(/PIM_DEPLOY_KEY/)).toBeTruthy()
    expect(sent).toMatchObject([{ section: 'bills', name: 'CI of bills', rights: ['upload', 'live'] }])
    // A year from now, if nobody says otherwise.
    expect(sent).toMatchObject([{ expiresAt: expect.stringMatching(/^\d{4}-/) }])
    await user.click(screen.getByRole('button', { name: 'I have stored it' }))
    expect(screen.queryByDisplayValue(secret)).toBeNull()
    expect(document.body.textContent).not.toContain(secret)
  })

  it('are revoked once one has read what that means', async () => {
    const { user, sent } = open()
    await choose(user, 'CI of orders', 'Revoke')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/What was deployed with it stays/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Revoke the key' }))
    await waitFor(async () => expect((await rowOf('CI of orders')).textContent).toContain('Revoked'))
    expect(sent).toEqual([orders.deployKeyId])
  })

  it('are offered where there are none', async () => {
    open([])
    expect(await screen.findByText('No deploy keys yet')).toBeTruthy()
  })
})
