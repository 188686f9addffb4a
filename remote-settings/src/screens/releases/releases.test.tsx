import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { DeployedSection, Role, TenantSection } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const [newer, older] = ['a'.repeat(64), 'b'.repeat(64)]
const at = '2026-11-20T12:00:00.000Z'
const release = (id: string, failureCount = 0) => ({ release: id, deployedAt: at, deployedBy: 'ci', failureCount })
const media: DeployedSection = {
  section: 'media',
  live: { release: older, at, by: 'ci' },
  pins: [{ tenant: 'nordic', release: older }],
  releases: [release(newer, 2), release(older)],
  changes: [{ at, by: 'server', action: 'takeBack', release: newer, reason: 'broken: no such member' }],
}

function open(overrides: Handlers = {}, sections: DeployedSection[] = [media]) {
  const sent: unknown[] = []
  const server: Handlers = {
    'sections.getSections': () => sections,
    'sections.promoteRelease': ({ params, body }) => {
      sent.push(['promote', params.section, body.release])
      return media
    },
    'sections.rollBackSection': ({ params }) => {
      sent.push(['roll back', params.section])
      return media
    },
    ...overrides,
  }
  return { ...openSettings('/settings/releases', server, 'viewer', {}, true), sent }
}

describe('the releases of the installation', () => {
  it('are made live for everybody, and say whom that does not reach', async () => {
    const { user, sent, record } = open()
    expect((await rowOf('media')).textContent).toContain('bbbbbbbb')
    await choose(user, 'media', 'Make another release live…')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /bbbbbbbb/ }).disabled).toBe(true)
    expect(dialog.getByText(/nordic stays with a release of its own choice/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Make it live' }))
    await waitFor(() => expect(sent).toEqual([['promote', 'media', newer]]))
    expect(record.feedback.at(-1)?.message).toBe('media: everybody now gets aaaaaaaa')
  })

  it('are tried by a share of the people or by tenants, and refused where they need a newer shell', async () => {
    const { user, sent } = open({
      'sections.setCanary': ({ body }) => {
        sent.push(body)
        throw new Refusal('RELEASE_INCOMPATIBLE')
      },
    })
    await choose(user, 'media', 'Try a release with some…')
    const dialog = within(await screen.findByRole('dialog'))
    const share = dialog.getByRole('textbox', { name: /Share of the people/ })
    await user.clear(share)
    await user.type(share, '100')
    expect(dialog.getByRole('button', { name: 'Start the trial' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox', { name: /Or all people/ }), 'acme')
    await user.click(dialog.getByRole('button', { name: 'Start the trial' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('needs another version')
    expect(sent).toEqual([{ release: newer, tenants: ['acme'] }])
  })

  it('are gone back from once one has read what people get then', async () => {
    const { user, sent } = open()
    await choose(user, 'media', 'Go back to the one before…')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(sent).toEqual([['roll back', 'media']]))
  })

  it('say of a first one that a step back takes the section away, and ask for that', async () => {
    const sent: unknown[] = []
    const first: DeployedSection = {
      section: 'orders',
      live: { release: newer, at, by: 'ci' },
      isFirst: true,
      pins: [],
      releases: [
        {
          ...release(newer),
          origin: { commit: 'c'.repeat(40), by: 'ada', packages: { '@pim/shell': '2.8.0' } },
          signedBy: 'CI of orders',
          misfits: [{ of: 'member', needs: '@pim/ui: OldHeader' }],
        },
      ],
      changes: [],
    }
    const { user } = open(
      {
        'sections.rollBackSection': ({ body }) => {
          sent.push(body)
          return first
        },
      },
      [first],
    )
    expect((await rowOf('orders')).textContent).toContain('Does not load: the shell has no @pim/ui: OldHeader')
    await choose(user, 'orders', 'Make another release live…')
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'from cccccccc · by ada · signed by “CI of orders” · with @pim/shell 2.8.0',
    )
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await choose(user, 'orders', 'Go back to the one before…')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/takes the section away from everybody/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Take the section away' }))
    await waitFor(() => expect(sent).toEqual([{ takesSectionAway: true }]))
  })

  it('say why one was taken back, and who did it', async () => {
    const { user } = open()
    await choose(user, 'media', 'Who did what…')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Took back aaaaaaaa, which failed')).toBeTruthy()
    expect(dialog.getByText('broken: no such member')).toBeTruthy()
  })

  it('show the build of the server by its hash, and are gone back from only once a trial has ended', async () => {
    const canary = { release: older, at, by: 'ci', percent: 10, peopleCount: 3, failedPeopleCount: 0 }
    const { live: _live, ...followed } = media
    const { user } = open({}, [{ ...followed, serverRelease: newer, canary }])
    expect((await rowOf('media')).textContent).toContain('aaaaaaaaBuild of the server')
    await user.click(await screen.findByRole('button', { name: 'What to do with media' }))
    const back = await screen.findByRole('menuitem', { name: /Go back to the one before.*end the trial first/ })
    expect(back.getAttribute('aria-disabled')).toBe('true')
  })

  it('say what to do while nothing was deployed', async () => {
    const { user } = open({}, [{ section: 'media', pins: [], releases: [], changes: [] }])
    expect((await rowOf('media')).textContent).toContain('Build of the server')
    await user.click(await screen.findByRole('button', { name: 'What to do with media' }))
    expect(
      await screen.findByRole('menuitem', { name: /Make another release live.*Nothing was deployed/ }),
    ).toBeTruthy()
  })
})

describe('the sections of a tenant', () => {
  const section: TenantSection = { section: 'media', liveRelease: older, releases: [release(newer), release(older)] }

  it('stay with a release, and follow the installation again, which can be undone', async () => {
    const sent: unknown[] = []
    let now = section
    const answer = () => now
    const { user, record } = openSettings('/settings/sections', {
      'sections.getTenantSections': () => [now],
      'sections.pinSection': ({ body }) => {
        sent.push(body.release)
        now = { ...section, pinnedRelease: body.release }
        return answer()
      },
      'sections.unpinSection': () => {
        sent.push('unpinned')
        now = section
        return answer()
      },
    })
    expect((await rowOf('media')).textContent).toContain('Follows the installation')
    await choose(user, 'media', 'Stay with a release…')
    await user.click(await screen.findByRole('radio', { name: /aaaaaaaa/ }))
    await user.click(screen.getByRole('button', { name: 'Stay with it' }))
    await waitFor(async () => expect((await rowOf('media')).textContent).toContain('aaaaaaaaStays with it'))
    await choose(user, 'media', 'Follow the installation again')
    await waitFor(async () => expect((await rowOf('media')).textContent).toContain('Follows the installation'))
    record.feedback.at(-1)?.action?.run()
    await waitFor(() => expect(sent).toEqual([newer, 'unpinned', newer]))
  })
  it('say which role has each right of theirs; what the section proposes is not written down', async () => {
    const sent: unknown[] = []
    const right = (name: string, proposedRole: Role, role: Role) => ({
      permission: `media:${name}`,
      titleKey: `media.right.${name}`,
      proposedRole,
      role,
    })
    const permissions = [right('approve', 'publisher', 'publisher'), right('refund', 'admin', 'editor')]
    const { user, record } = openSettings('/settings/sections', {
      'sections.getTenantSections': () => [{ ...section, permissions }],
      'tenants.changeTenant': ({ body }) => {
        sent.push(body)
        return { externalId: 'acme', friendlyName: 'Acme', featureToggles: { taxonomyEnabled: true } }
      },
    })
    await choose(user, 'media', 'Who may do what…')
    const pick = async (name: RegExp, role: string) => {
      await user.click(await screen.findByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: role }))
    }
    await pick(/approve/, 'administrator')
    await pick(/refund/, 'administrator')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ permissionRoles: { 'media:approve': 'admin', 'media:refund': null } }]))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('media: who may do what is changed'))
  })
})
