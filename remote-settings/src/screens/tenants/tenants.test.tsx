import { type Handlers, Refusal } from '@pim/api-client/testing'
import { type Member, type OperatedTenant, type QuotaUse, quotaNames, type Tenant } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings, rowOf } from '../../testing/open-settings.tsx'
import { limitText, readLimit } from './limit-text.ts'
import { reportOf } from './removal-report.ts'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const quotas = quotaNames.map((quota): QuotaUse => ({ quota, limit: 100, used: 7, state: 'free' }))
const acme: OperatedTenant = {
  externalId: 'acme',
  friendlyName: 'Acme',
  openedAt: '2026-01-01T00:00:00Z',
  quotas: quotas.map((use) => (use.quota === 'items' ? { ...use, used: 90, state: 'near' } : use)),
}
const nordic: OperatedTenant = {
  ...acme,
  externalId: 'nordic',
  friendlyName: 'Nordic',
  pause: { at: '2026-02-01T00:00:00Z', by: 'u1', reason: 'The bill is not paid' },
}

/** A small server of tenants: what is on the screen is what was sent. */
function open(first: OperatedTenant[] = [acme, nordic], more: Handlers = {}, isOperator = true) {
  let tenants = first
  const sent: unknown[] = []
  const change = (externalId: string, part: Partial<OperatedTenant>) => {
    const { pause: _pause, ...before } = tenants.find((each) => each.externalId === externalId) ?? acme
    const after = { ...before, ...part }
    tenants = tenants.map((each) => (each.externalId === externalId ? after : each))
    return after
  }
  const server: Handlers = {
    'installation.getTenants': () => ({
      items: tenants,
      paging: { pageNumber: 1, pageSize: 25, totalCount: tenants.length, totalPages: 1 },
      beingErased: [],
    }),
    'installation.pauseTenant': ({ params, body }) => {
      sent.push(body)
      return change(params.externalId, { pause: { at: '2026-03-01T00:00:00Z', by: 'u1', reason: body.reason } })
    },
    'installation.resumeTenant': ({ params, body }) => {
      sent.push(body)
      return change(params.externalId, {})
    },
    'quotas.getTenantQuotas': () => ({
      externalId: 'acme',
      own: { items: 5_000 },
      limits: Object.fromEntries(quotaNames.map((quota) => [quota, 100])) as Record<(typeof quotaNames)[number], 100>,
    }),
    ...more,
  }
  const opened = openSettings('/settings/tenants', server, 'viewer', {}, isOperator)
  return { ...opened, sent }
}

describe('the tenants of the installation', () => {
  it('are listed with state, reason and use', async () => {
    open()
    const row = await rowOf('Acme')
    expect(within(row).getByText('Open')).toBeTruthy()
    expect(within(row).getByText('of 100 · nearly full')).toBeTruthy()
    const paused = await rowOf('Nordic')
    expect(within(paused).getByText('Paused')).toBeTruthy()
    expect(within(paused).getByText('Paused: The bill is not paid')).toBeTruthy()
  })

  it('are nobody else’s: the page is not offered, and says whose it is', async () => {
    open([acme], {}, false)
    expect(await screen.findByText('Tenants are for others')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Tenants' })).toBeNull()
  })

  it('can be opened from an empty list; what is wrong is said at its field', async () => {
    const bodies: unknown[] = []
    const own: Tenant[] = []
    const { user } = open([], {
      'tenants.getAllTenants': () => own,
      'tenants.createTenant': ({ body }) => {
        bodies.push(body)
        if (body.externalId === 'my-shop') throw new Refusal('NAME_CONFLICT')
        const opened = { ...body, featureToggles: { taxonomyEnabled: false } }
        own.push(opened)
        return opened
      },
    })
    await screen.findByText('No tenants yet')
    await user.click(screen.getAllByRole('button', { name: 'Open a tenant' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    const submit = within(dialog).getByRole('button', { name: 'Open a tenant' })
    await user.click(submit)
    expect(within(dialog).getByText('It needs a name')).toBeTruthy()
    await user.type(within(dialog).getByLabelText(/^Name/), 'My Shop')
    const id = within(dialog).getByLabelText<HTMLInputElement>(/^Identifier/)
    expect(id.value).toBe('my-shop')
    const language = within(dialog).getByLabelText(/^First language/)
    await user.clear(language)
    await user.type(language, 'not a language')
    await user.click(submit)
    expect(within(dialog).getByText('Choose a language')).toBeTruthy()
    expect(bodies).toEqual([])
    await user.clear(language)
    await user.type(language, 'sv-SE{Enter}')
    await user.click(submit)
    await within(dialog).findByText(/A tenant with this identifier is there already/)
    await user.clear(id)
    await user.type(id, 'my-shop-2')
    await user.click(submit)
    const next = within(await screen.findByRole('dialog', { name: '“My Shop” is open' }))
    expect(await next.findByText(/you are a member of it already/)).toBeTruthy()
    expect(next.getAllByRole('listitem')).toHaveLength(4)
    await user.click(next.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies.at(-1)).toEqual({
      externalId: 'my-shop-2',
      friendlyName: 'My Shop',
      defaultVariation: { friendlyName: 'Swedish (Sweden)', languageCode: 'sv-SE' },
    })
  })

  it('are paused with a reason, and let in again', async () => {
    const { user, sent } = open()
    await choose(user, 'Acme', 'Pause')
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pause the tenant' })
    await user.hover(confirm)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Still missing: Reason')
    await user.type(screen.getByLabelText(/^Reason/), 'Under attack')
    await user.click(confirm)
    await screen.findByText('Paused: Under attack')
    await choose(user, 'Acme', 'Let in again')
    await user.click(await screen.findByRole('button', { name: 'Let in again' }))
    await waitFor(() => expect(screen.queryByText('Paused: Under attack')).toBeNull())
    expect(sent).toEqual([{ reason: 'Under attack' }, {}])
  })

  it('get quotas of their own, in units that people use', async () => {
    const bodies: unknown[] = []
    const { user } = open([acme], {
      'quotas.setTenantQuotas': ({ params, body }) => {
        bodies.push(body.own)
        return { externalId: params.externalId, own: body.own, limits: {} as never }
      },
    })
    await choose(user, 'Acme', 'Set quotas')
    const items = await screen.findByLabelText<HTMLInputElement>('Items')
    expect(items.value).toBe('5000')
    await user.clear(items)
    await user.type(screen.getByLabelText('Size of files'), '1.5 G')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await user.hover(save)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Not right yet: Size of files')
    await user.type(screen.getByLabelText('Size of files'), 'B')
    await user.type(screen.getByLabelText('Files'), 'none')
    await user.click(save)
    await waitFor(() => expect(bodies).toEqual([{ storageBytes: 1_500_000_000, files: null }]))
  })

  it('are exported by a download, or by a task where it is too much for a browser', async () => {
    const large = quotas.map((use) => (use.quota === 'storageBytes' ? { ...use, used: 9_000_000_000 } : use))
    const asked: string[] = []
    const { user } = open([acme, { ...nordic, quotas: large }], {
      'installation.exportTenant': ({ params }) => {
        asked.push(params.externalId)
        return new Blob(['tar'], { type: 'application/x-tar' })
      },
    })
    await choose(user, 'Acme', 'Export')
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await screen.findByText(/The download has begun/)
    expect(asked).toEqual(['acme'])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await choose(user, 'Nordic', 'Export')
    await screen.findByText('npm run task export -- --tenant nordic --to nordic.tar')
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  })

  it('have members: who is new gets a password that is shown once', async () => {
    const member: Member = {
      userId: '00000000-0000-7000-8000-000000000009',
      username: 'ada',
      firstName: 'Ada',
      lastName: 'Berg',
      email: 'ada@example.com',
      role: 'editor',
      isEverywhere: false,
    }
    let members: Member[] = []
    const { user } = open([acme], {
      'installation.getMembers': () => ({ provider: { kind: 'embedded' }, members }),
      'installation.addMember': ({ body }) => {
        if (body.email === 'wrong@example.com') {
          throw new Refusal('INVALID_REQUEST', {
            fieldErrors: [{ technicalFieldName: 'body.email', code: 'INVALID', message: 'is no address' }],
          })
        }
        members = [{ ...member, ...body }]
        return { ...member, ...body, password: 'shown-once' }
      },
      'installation.removeMember': () => {
        members = []
      },
    })
    await choose(user, 'Acme', 'Members')
    await screen.findByText('No members yet')
    await user.click(screen.getByRole('button', { name: 'Add a person' }))
    await user.type(await screen.findByLabelText(/^User name/), 'ada')
    await user.type(screen.getByLabelText(/^First name/), 'Ada')
    await user.type(screen.getByLabelText(/^Last name/), 'Berg')
    await user.type(screen.getByLabelText(/^E-mail/), 'wrong@example.com')
    await user.click(screen.getByRole('button', { name: 'Add a person' }))
    await screen.findByText('is no address')
    await user.clear(screen.getByLabelText(/^E-mail/))
    await user.type(screen.getByLabelText(/^E-mail/), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Add a person' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('shown-once')
    await user.click(screen.getByRole('button', { name: 'I have stored it' }))
    expect(screen.queryByDisplayValue('shown-once')).toBeNull()
    await choose(user, 'Ada Berg', 'Take out')
    await screen.findByText('No members yet')
  })

  it('have members elsewhere: the steps there are named', async () => {
    const { user } = open([acme], {
      'installation.getMembers': () => ({
        provider: { kind: 'external', issuer: 'https://id.example.com/realms/pim', clientId: 'pim' },
        members: [],
      }),
      'installation.checkSignIn': () => ({
        checks: [
          { name: 'pkce', outcome: 'fulfilled', found: 'plain, S256' },
          { name: 'roles', outcome: 'ignored', found: 'acme:editor' },
          { name: 'userinfo', outcome: 'unknown', found: '' },
        ],
      }),
    })
    await choose(user, 'Acme', 'Members')
    expect(await screen.findByText(/https:\/\/id.example.com\/realms\/pim/)).toBeTruthy()
    expect(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('acme:editor')
    const says = (await screen.findByText('Fulfilled in part.')).closest('li')?.textContent
    expect(says).toContain('Found: acme:editor')
    expect(says).toContain('Give client roles of pim')
    expect(screen.getByText('Fulfilled.').closest('li')?.textContent).toMatch(/S256\.Found: plain, S256$/)
    expect(screen.getByText('Could not be told.').closest('li')?.textContent).toContain('did not answer the server')
    expect(screen.queryByRole('button', { name: 'Add a person' })).toBeNull()
  })

  it('are removed only with their id typed, after it was said what goes, with a report', async () => {
    const { user } = open([acme], {
      'tenants.eraseTenant': ({ query }) => ({
        status: query.confirm === 'acme' ? 'done' : 'running',
        removed: { content_item: 90, storedFiles: 12, index_space: 4, event: 5 },
      }),
    })
    await choose(user, 'Acme', 'Remove')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(within(dialog).getByLabelText('What it has now')).getByText('90')).toBeTruthy()
    const go = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Remove for good' })
    await user.type(within(dialog).getByLabelText(/Type acme to confirm/), 'acm')
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await user.type(within(dialog).getByLabelText(/Type acme to confirm/), 'e')
    await user.click(go)
    const report = await screen.findByLabelText('What was removed')
    expect(report.textContent).toBe(
      'Items90Stored files, with the pictures made of them12Other records: history, index, counts9',
    )
  })
})

describe('a limit', () => {
  it.each([
    ['items', '20,000', 20_000],
    ['items', ' 0 ', 0],
    ['items', 'none', null],
    ['items', '', undefined],
    ['items', '5 GB', Number.NaN],
    ['items', '-1', Number.NaN],
    ['items', '1.5', Number.NaN],
    ['storageBytes', '1.5 TB', 1_500_000_000_000],
    ['storageBytes', '12345', 12_345],
    ['storageBytes', '5 parsecs', Number.NaN],
    ['storageBytes', 'lots', Number.NaN],
  ] as const)('of %s reads "%s" as %s', (quota, typed, limit) => {
    expect(readLimit(quota, typed)).toBe(limit)
  })

  it('is shown so that it reads as the same again', () => {
    for (const bytes of [0, 1, 1_500_000_000, 32_000_000, 123_456_789]) {
      expect(readLimit('storageBytes', limitText('storageBytes', bytes))).toBe(bytes)
    }
    expect(['', 'none']).toEqual([limitText('items', undefined), limitText('items', null)])
  })

  it('has nothing to report where nothing was removed', () => {
    expect(reportOf({})).toEqual([])
  })
})
