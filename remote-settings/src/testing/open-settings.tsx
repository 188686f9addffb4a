import type { Handlers } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { Channel, Role, Tenant, Variation } from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell, testAccount, testTenant } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../locales/en-US.json'
import { remote } from '../remote.tsx'

// Roles and labels are looked for in the whole document, which a busy machine takes its time over.
configure({ asyncUtilTimeout: 30_000 })

/** The section in a shell in memory, with the server that a test is about. */
export function openSettings(
  at: string,
  server: Handlers,
  role: Role = 'admin',
  tenant: Partial<Tenant> = {},
  mayOpenTenants = false,
) {
  const record = createShellRecord()
  render(
    <TestShell
      remote={remote}
      at={at}
      strings={{ ...fieldStrings, ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      server={server}
      role={role}
      tenant={{ ...testTenant, ...tenant }}
      account={{ ...testAccount, mayOpenTenants }}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record }
}

/** The default of a tenant that writes in another language than the screen of a test. */
export const british: Variation = {
  variationId: '00000000-0000-7000-8000-000000000001',
  friendlyName: 'English',
  languageCode: 'en-GB',
  fallbackVariationId: null,
  isDefault: true,
}

/** A channel of the tenant that is known by its technical name alone. */
export const channel = (technicalName: string): Channel => ({ technicalName, friendlyName: {}, variationIds: [] })

export const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

/** Opens a row's menu and takes what it offers. */
export async function choose(user: ReturnType<typeof userEvent.setup>, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `What to do with ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
