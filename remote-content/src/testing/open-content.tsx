import type { Handlers } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import { savedChoicesServer } from '@pim/content-kit/testing'
import type { Role, Settings, Variation } from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, fillsOf, TestShell, testTenant } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import strings from '../../locales/en-US.json'
import staticHalf from '../../remote.json'
import { remote } from '../remote.tsx'

// A query by role reads the whole document, and the editor is loaded by the first test: both take long on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

export const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const english: Variation = {
  variationId: uuid(1),
  friendlyName: 'English',
  languageCode: 'en-US',
  fallbackVariationId: null,
  isDefault: true,
}
export const swedish: Variation = {
  variationId: uuid(2),
  friendlyName: 'Swedish',
  languageCode: 'sv-SE',
  fallbackVariationId: english.variationId,
  isDefault: false,
}

interface OpenOptions {
  at: string
  server: Handlers
  role: Role
  /** Left out: every screen of the section. */
  screens?: ComponentProps<typeof TestShell>['remote']['screens']
  /** What an earlier visit left unsaved, by its key. */
  drafts?: Record<string, unknown>
  /** The channels of the tenant, by technical name. */
  channels?: string[] | undefined
  settings?: Partial<Settings> | undefined
  /** What stands in slots; left out: what this section adds. */
  fills?: typeof ofContent | undefined
}

const ofContent = fillsOf(remote, staticHalf, strings)

/** The section in a shell in memory, with two variations and with the server that a test is about. */
export function openContent({
  at,
  server,
  role,
  screens = remote.screens,
  drafts = {},
  channels,
  settings,
  fills = ofContent,
}: OpenOptions) {
  const record = createShellRecord()
  for (const [key, draft] of Object.entries(drafts)) record.drafts.set(key, draft)
  const shell = render(
    <TestShell
      remote={{ screens }}
      fills={fills}
      at={at}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={{
        ...savedChoicesServer().handlers,
        'tenants.getVariations': () => [english, swedish],
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
        ...server,
      }}
      role={role}
      tenant={{ ...testTenant, ...(channels && { deliveryTargets: channels }) }}
      settings={settings ?? {}}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record, leave: shell.unmount }
}
