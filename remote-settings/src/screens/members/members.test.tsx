import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { TenantMember, TenantMembers } from '@pim/contract'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings, rowOf } from '../../testing/open-settings.tsx'
import { isLastAdmin, membersWith, rolesFor } from './member-list.ts'

afterEach(cleanup)

const member = (memberId: string, firstName: string, more: Partial<TenantMember> = {}): TenantMember => ({
  memberId,
  username: firstName.toLowerCase(),
  firstName,
  lastName: 'Berg',
  email: `${firstName.toLowerCase()}@example.com`,
  role: 'editor',
  isEverywhere: false,
  isAwaited: false,
  ...more,
})
const ada = member('00000000-0000-7000-8000-000000000001', 'Ada', { role: 'admin' })
const ed = member('00000000-0000-7000-8000-000000000002', 'Ed')
const awaited = (email: string, role: TenantMember['role'] = 'editor') =>
  member('00000000-0000-7000-8000-000000000003', '', { lastName: '', username: '', email, role, isAwaited: true })

/** The page over members that the calls change, as the server does. */
function open(first: TenantMember[], more: Handlers = {}, provider: TenantMembers['provider'] = 'embedded') {
  let members = first
  const server: Handlers = {
    'members.getMembers': () => ({ provider, members }),
    'members.setMemberRole': ({ params, body }) => {
      members = members.map((each) => (each.memberId === params.memberId ? { ...each, ...body } : each))
      return members.find(({ memberId }) => memberId === params.memberId) ?? ada
    },
    'members.removeMember': ({ params }) => {
      members = members.filter(({ memberId }) => memberId !== params.memberId)
    },
    'members.inviteMember': ({ body }) => {
      const added = awaited(body.email, body.role)
      members = [...members, added]
      return added
    },
    ...more,
  }
  return openSettings('/settings/members', server)
}

describe('members', () => {
  it('are added by e-mail with a role, and stand there without a name until they come', async () => {
    const { user, record } = open([ada])
    await user.click(await screen.findByRole('button', { name: 'Add a member' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a member by e-mail' })
    expect(within(dialog).getByText(/Whether there is one is not told here/)).toBeTruthy()
    await user.type(within(dialog).getByLabelText(/^E-mail/), ' new@example.com ')
    await user.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'publisher' }))
    within(dialog).getByText('Writes, and publishes, archives and deletes')
    await user.click(within(dialog).getByRole('button', { name: 'Add a member' }))
    const row = await rowOf('new@example.com')
    expect(row.textContent).toContain('has not opened the tenant yet')
    expect(row.textContent).toContain('publisher')
    expect(record.feedback.map(({ message }) => message)).toEqual(['new@example.com is added'])
  })

  it('are refused beside the e-mail where it is none, or there already', async () => {
    const refusals = [
      new Refusal('INVALID_REQUEST', {
        fieldErrors: [{ technicalFieldName: 'body.email', code: 'INVALID_FORMAT', message: 'for developers' }],
      }),
      new Refusal('NAME_CONFLICT'),
    ]
    const { user } = open([ada], {
      'members.inviteMember': () => {
        throw refusals.shift()
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add a member' }))
    const dialog = await screen.findByRole('dialog')
    const email = within(dialog).getByLabelText<HTMLInputElement>(/^E-mail/)
    const add = within(dialog).getByRole('button', { name: 'Add a member' })
    await user.type(email, 'x@example.co')
    await user.click(add)
    await within(dialog).findByText(/This is no e-mail address/)
    await user.type(email, 'm')
    await user.click(add)
    await within(dialog).findByText(/in the list of members already/)
    expect([email.value, within(dialog).queryByText('for developers')]).toEqual(['x@example.com', null])
  })

  it('get another role at once, which can be taken back', async () => {
    const { user, record } = open([ada, ed])
    await user.click(await screen.findByRole('combobox', { name: 'Role of Ed Berg' }))
    await user.click(await screen.findByRole('option', { name: 'viewer' }))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('Ed Berg is viewer now'))
    await waitFor(async () => expect((await rowOf('Ed Berg')).textContent).toContain('viewer'))
    record.feedback.at(-1)?.action?.run()
    await waitFor(async () => expect((await rowOf('Ed Berg')).textContent).toContain('editor'))
  })

  it('are taken out after a question that says what stays; the only administrator stays, and it says why', async () => {
    const { user } = open([ada, ed, awaited('next@example.com', 'admin')])
    expect((await screen.findByRole('combobox', { name: 'Role of Ada Berg' })).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await choose(user, 'Ed Berg', 'Take out')
    const question = await screen.findByRole('alertdialog', { name: /Take Ed Berg out of/ })
    within(question).getByText(/What they have done stays/)
    await user.click(within(question).getByRole('button', { name: 'Take out' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Ed Berg/ })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'What to do with Ada Berg' }))
    const item = await screen.findByRole('menuitem', { name: /Take out/ })
    expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual([
      'true',
      'Take outThe only administrator of the tenant. Make somebody else one first.',
    ])
  })

  it('are found by name and e-mail, and the address of the page remembers it', async () => {
    const { user, record } = open([ada, ed])
    await user.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'ED@')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Ada Berg/ })).toBeNull())
    expect(record.address).toBe('/settings/members?searchText=ED%40')
    expect(await rowOf('Ed Berg')).toBeTruthy()
  })

  it('of an external provider are shown as they were last seen, with nothing to change', async () => {
    open([{ ...ed, username: '', seenAt: '2026-11-20T10:00:00.000Z' }], {}, 'external')
    expect((await rowOf('Ed Berg')).textContent).toContain('editor')
    await screen.findByText(/Another sign-in system keeps the people/)
    expect(screen.queryByRole('button', { name: 'Add a member' })).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('the list of members', () => {
  it('tells the last administrator, and what can be given to whom', () => {
    expect(isLastAdmin([ada, ed, awaited('x@example.com', 'admin')], ada)).toBe(true)
    expect(isLastAdmin([ada, { ...ed, role: 'admin' }], ada)).toBe(false)
    expect(rolesFor({ ...ed, isEverywhere: true })).toEqual(['editor', 'publisher', 'admin'])
    expect(membersWith([ada, ed], ' berg ')).toEqual([ada, ed])
  })
})
