import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { ApiKey, Role } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { channel, choose as chooseOf, openSettings, rowOf as row } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const apiKeyId = '00000000-0000-7000-8000-000000000001'
const shop: ApiKey = {
  apiKeyId,
  name: 'Web shop',
  prefix: 'pim_4f2a',
  deliveryTargets: ['web'],
  contentTypeTechnicalNames: ['product'],
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: '2026-01-02T00:00:00Z',
}
const secret = 'pim_the-secret-that-is-shown-once'

/** A small server of a few keys: enough to see that what is on the screen is what was sent. */
function open(at = '/settings/api-keys', overrides: Handlers = {}, role: Role = 'admin', first: ApiKey[] = [shop]) {
  let keys = first
  const sent: unknown[] = []
  const change = (id: string, parts: Partial<ApiKey>): ApiKey => {
    const before = keys.find((key) => key.apiKeyId === id)
    if (!before) throw new Refusal('NOT_FOUND')
    const after = { ...before, ...parts }
    keys = keys.map((key) => (key === before ? after : key))
    return after
  }
  const server: Handlers = {
    'apiKeys.getApiKeys': () => keys,
    'contentModel.getAllTypes': () => [
      { technicalName: 'product', friendlyName: { 'en-US': 'Product' }, kind: 'user', fields: [] },
    ],
    'apiKeys.createApiKey': ({ body }) => {
      sent.push(body)
      const key = {
        ...shop,
        ...body,
        apiKeyId: apiKeyId.replace(/1$/, '2'),
        deliveryTargets: body.deliveryTargets ?? [],
      }
      const made = { ...key, contentTypeTechnicalNames: [], expiresAt: null, lastUsedAt: null }
      keys = [made, ...keys]
      return { ...made, key: secret }
    },
    'apiKeys.changeApiKey': ({ params, body }) => {
      sent.push(body)
      return change(params.apiKeyId, { name: body.name ?? '' })
    },
    'apiKeys.rotateApiKey': ({ params, body }) => {
      sent.push(body)
      return { ...change(params.apiKeyId, { prefix: 'pim_new' }), key: secret }
    },
    'apiKeys.revokeApiKey': ({ params }) => change(params.apiKeyId, { revokedAt: '2026-02-01T00:00:00Z' }),
    ...overrides,
  }
  return { ...openSettings(at, server, role, { channels: ['web', 'print'].map(channel) }), sent }
}
const choose = (user: Parameters<typeof chooseOf>[0], action: string) => chooseOf(user, 'Web shop', action)

describe('the API keys', () => {
  it('are in columns that all have a name', async () => {
    open()
    await row('Web shop')
    expect(screen.getAllByRole('columnheader').filter(({ textContent }) => textContent === '')).toEqual([])
  })

  it('say what each reads, whether it works, and how it begins', async () => {
    open()
    const cells = within(await row('Web shop'))
    await waitFor(() => expect(cells.getByText('Product, for web')).toBeTruthy())
    expect(cells.getByText('Working')).toBeTruthy()
    expect(cells.getByText('pim_4f2a…')).toBeTruthy()
  })

  it('are where an administrator who opens the settings begins', async () => {
    open('/settings')
    expect(await row('Web shop')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'API keys' }).getAttribute('aria-current')).toBe('page')
  })

  it('offer the first step where there are none', async () => {
    const { user } = open(undefined, {}, 'admin', [])
    const area = within((await screen.findByText('No API keys yet')).closest('td') ?? document.body)
    await user.click(area.getByRole('button', { name: 'New key' }))
    expect(await screen.findByRole('dialog', { name: 'New key' })).toBeTruthy()
  })

  it('that cannot be loaded say so, and are asked for again', async () => {
    let isAway = true
    const { user } = open(undefined, {
      'apiKeys.getApiKeys': () => {
        if (isAway) throw new Refusal('INTERNAL')
        return [shop]
      },
    })
    expect(await screen.findByText('The API keys could not be loaded')).toBeTruthy()
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row('Web shop')).toBeTruthy()
  })

  it('are not asked for in vain: who may not read them hears why', async () => {
    open(undefined, {}, 'editor')
    expect(await screen.findByText(/Takes the role of administrator/)).toBeTruthy()
  })
})

describe('a new key', () => {
  it('is made with its limits, shown once, and gone with its dialog', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New key' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Catalogue')
    await user.click(dialog.getByRole('combobox', { name: 'Channels' }))
    await user.click(await screen.findByRole('option', { name: 'print' }))
    await user.click(dialog.getByRole('button', { name: 'Create key' }))

    const shown = await screen.findByRole('dialog', { name: 'The key of “Catalogue”' })
    expect(within(shown).getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value).toBe(secret)
    expect(sent).toEqual([
      {
        name: 'Catalogue',
        kind: 'delivery',
        deliveryTargets: ['print'],
        contentTypeTechnicalNames: [],
        expiresAt: null,
      },
    ])
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'The key of “Catalogue”' })).toBeTruthy()
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }))
    await waitFor(() => expect(document.body.innerHTML).not.toContain(secret))
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(secret)
    expect(await row('Catalogue')).toBeTruthy()
  })

  it('that the server refuses leaves what was typed', async () => {
    const { user } = open(undefined, {
      'apiKeys.createApiKey': () => {
        throw new Refusal('RATE_LIMITED')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Catalogue{Enter}')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Catalogue')
  })
})

describe('a key', () => {
  it('is renamed', async () => {
    const { user, sent } = open()
    await choose(user, 'Rename or limit')
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await user.clear(name)
    await user.type(name, 'Outlet{Enter}')
    expect(await row('Outlet')).toBeTruthy()
    expect(sent).toMatchObject([{ name: 'Outlet', deliveryTargets: ['web'], contentTypeTechnicalNames: ['product'] }])
  })

  it('is rotated with time for the old one, and the new one is shown once', async () => {
    const { user, sent } = open()
    await choose(user, 'Rotate')
    await user.click(await screen.findByRole('combobox', { name: 'The old key goes on working' }))
    await user.click(await screen.findByRole('option', { name: 'for one hour' }))
    await user.click(screen.getByRole('button', { name: 'Make a new key' }))
    expect(await screen.findByRole('dialog', { name: 'The key of “Web shop”' })).toBeTruthy()
    expect(sent).toEqual([{ graceSeconds: 3_600 }])
  })

  it('is not revoked where somebody else has changed it: says so, shows what it is now, and goes when asked again', async () => {
    const asked: (string | null)[] = []
    const { user } = open(undefined, {
      'apiKeys.getApiKeys': () => [
        asked.length === 0 ? { ...shop, version: 3 } : { ...shop, version: 4, deliveryTargets: ['print'] },
      ],
      'apiKeys.revokeApiKey': ({ request }) => {
        asked.push(request.headers.get('if-match'))
        if (asked.length === 1) throw new Refusal('PRECONDITION_FAILED', { currentVersion: 4 })
        return { ...shop, version: 5, revokedAt: '2026-02-01T00:00:00Z' }
      },
    })
    await choose(user, 'Revoke')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Web shop”?' }))
    await user.click(dialog.getByRole('button', { name: 'Revoke the key' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Somebody else has changed this')
    await dialog.findByText('Product, for print')
    await user.click(dialog.getByRole('button', { name: 'Revoke the key' }))
    await waitFor(() => expect(asked).toEqual(['"3"', '"4"']))
  })

  it('is revoked once it was said what stops, and then offers nothing more', async () => {
    const { user } = open()
    await choose(user, 'Revoke')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke “Web shop”?' }))
    expect(dialog.getByText('Product, for web')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Revoke the key' }))
    await waitFor(async () => expect(within(await row('Web shop')).getByText('Revoked')).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'What to do with Web shop' })).toBeNull()
  })
})

describe('a key for imports', () => {
  it('has no channels, says what it may do, and is shown with how it is used', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'ERP')
    expect(screen.getByRole('combobox', { name: 'Channels' })).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'What it is for' }))
    await user.click(await screen.findByRole('option', { name: 'Importing files' }))
    expect(await screen.findByText(/sees its own imports alone/)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Channels' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    await waitFor(() => expect(sent).toMatchObject([{ name: 'ERP', kind: 'import', deliveryTargets: [] }]))
    expect(await screen.findByText(/reads it from PIM_IMPORT_KEY/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I have stored it' }))
    await waitFor(async () => expect((await row('ERP')).textContent).toContain('Imports: Every type'))
  })
})
