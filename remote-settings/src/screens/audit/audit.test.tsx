import type { AuditEntry } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const entry: AuditEntry = {
  auditEntryId: '00000000-0000-7000-8000-000000000001',
  action: 'taxonomy.rename',
  entityKind: 'taxonomy',
  entityId: 'colours',
  userId: 'u7',
  details: {},
  at: '2026-01-01T00:00:00Z',
}

function open(mayOpenTenants: boolean) {
  const asked: string[] = []
  let isErased = false
  const opened = openSettings(
    '/settings/audit',
    {
      'audit.getAuditEntries': () => ({
        items: [entry],
        paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
      }),
      'userProfile.getUserProfile': ({ query }) =>
        isErased
          ? { ...query, firstName: '', lastName: '', isErased: true }
          : { ...query, firstName: 'Erik', lastName: 'Sund' },
      'userProfile.erasePerson': ({ query }) => {
        asked.push(query.userId)
        isErased = true
        return { removed: { profiles: 1 } }
      },
    },
    'admin',
    {},
    mayOpenTenants,
  )
  return { ...opened, asked }
}

it('a page past the end, as of an old link, is the last one', async () => {
  const pages: number[] = []
  const { record } = openSettings('/settings/audit?kind=taxonomy&page=9', {
    'audit.getAuditEntries': ({ query: { pageNumber } }) => {
      pages.push(pageNumber)
      const items = pageNumber > 2 ? [] : [entry]
      return { items, paging: { pageNumber, pageSize: 25, totalCount: 26, totalPages: 2 } }
    },
  })
  expect(await screen.findByRole('link', { name: 'colours' })).toBeTruthy()
  expect([pages, record.address]).toEqual([[9, 2], '/settings/audit?kind=taxonomy&page=2'])
})

describe('the name of a person', () => {
  it('is erased from the audit by an administrator of all tenants, after a word was typed', async () => {
    const { user, asked } = open(true)
    await choose(user, 'taxonomy.rename', 'Erase the name of this person')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase the name Erik Sund for good?' }))
    expect(dialog.getByText('u7')).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    expect(report.getByRole('term').textContent).toBe('Names')
    expect(asked).toEqual(['u7'])
    await user.click(report.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Erased person')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await choose(user, 'taxonomy.rename', 'Erase the name of this person')
    expect(await screen.findByText('This name is erased already.')).toBeTruthy()
  })

  it('is offered to nobody else', async () => {
    const { user } = open(false)
    await user.click(await screen.findByRole('button', { name: 'What to do with taxonomy.rename' }))
    await screen.findByRole('menuitem', { name: 'Only what this person did' })
    expect(screen.queryByRole('menuitem', { name: 'Erase the name of this person' })).toBeNull()
  })
})
