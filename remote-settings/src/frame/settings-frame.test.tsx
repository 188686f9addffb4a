import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, within } from '@testing-library/react'
import { openSettings } from '../testing/open-settings.tsx'

afterEach(cleanup)

const members = { 'members.getMembers': () => ({ provider: 'embedded' as const, members: [] }) }
const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the pages of the settings', () => {
  it('are one list of the tenant, and for who runs the installation another one of that', async () => {
    openSettings('/settings/members', members, 'admin', { friendlyName: 'Acme' }, true)
    const tenant = await screen.findByRole('list', { name: 'Tenant “Acme”' })
    const installation = screen.getByRole('list', { name: 'This installation' })
    expect(namesIn(installation)).toEqual(['Tenants', 'Releases', 'Deploy keys'])
    expect(namesIn(tenant)).toContain('Members')
    expect(namesIn(tenant)).not.toContain('Tenants')
  })

  it('are the list of the tenant alone for its own administrators', async () => {
    openSettings('/settings/members', members)
    const pages = await screen.findByRole('navigation', { name: 'Settings' })
    expect(within(pages).getAllByRole('list')).toHaveLength(1)
    expect(namesIn(pages)).toContain('Members')
    expect(within(pages).queryByText('This installation')).toBeNull()
  })
})
