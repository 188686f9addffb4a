import { savedChoicesServer } from '@pim/content-kit/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { swedish } from '../../../testing/open-content.tsx'
import { openList, rowOf } from '../../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

type User = ReturnType<typeof openList>['user']

const button = (name: string) => screen.findByRole('button', { name: `View: ${name}` })

/** Opens the menu from the view that is shown and takes a line of it. */
async function take(user: User, shown: string, line: string) {
  await user.click(await button(shown))
  await user.click(await screen.findByRole('menuitem', { name: line }))
}

describe('the views', () => {
  it('lead to the filters that they stand for, and the button says which one is shown', async () => {
    const { user, record } = openList()
    await take(user, 'All content', 'My drafts')
    await waitFor(() => expect(record.address).toBe('/content-items?status=draft&by=u1'))
    await user.click(await button('My drafts'))
    expect((await screen.findByRole('menuitem', { name: 'My drafts' })).getAttribute('aria-current')).toBe('page')
  })

  it('begin at their first page, in the variation and with the rows that one has', async () => {
    const at = `/content-items?q=kamera&variation=${swedish.variationId}&size=50&page=3`
    const { user, record, asked } = openList({ at, totalCount: 400 })
    await rowOf('Camera 1')
    await take(user, 'Views', 'Published')
    const address = `status=published&variation=${swedish.variationId}&size=50`
    await waitFor(() => expect(record.address).toBe(`/content-items?${address}`))
    await waitFor(() => expect(asked.at(-1)?.paging).toEqual({ pageNumber: 1, pageSize: 50 }))
  })

  it('let go of what was selected', async () => {
    const { user } = openList()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Camera 1' }))
    await screen.findByRole('toolbar', { name: '1 item selected' })
    await take(user, 'All content', 'My drafts')
    await button('My drafts')
    expect(screen.queryByRole('toolbar')).toBeNull()
    await rowOf('Camera 1')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Camera 1' }).checked).toBe(false)
  })

  it('of deleted items are for those who may see them', async () => {
    const { user } = openList({ role: 'viewer' })
    await user.click(await button('All content'))
    await screen.findByRole('menuitem', { name: 'My drafts' })
    expect(screen.queryByRole('menuitem', { name: 'Deleted items' })).toBeNull()
  })
})

describe('a view of one’s own', () => {
  const at = '/content-items?status=archived&q=kamera&sort=name%3Aasc&page=2'

  async function save(user: User, name: string) {
    await take(user, 'Views', 'Save this view…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
    await user.type(dialog.getByRole('textbox', { name: /Name of the view/ }), name)
    return dialog
  }

  it('keeps filters, search and sorting under a name', async () => {
    const { user, record } = openList({ at, totalCount: 400 })
    await save(user, 'Old cameras{Enter}')
    await take(user, 'Old cameras', 'All content')
    await take(user, 'All content', 'Old cameras')
    await waitFor(() => expect(record.address).toBe('/content-items?status=archived&q=kamera&sort=name%3Aasc'))
  })

  it('is shared with everybody from its line, and stands among theirs then', async () => {
    const { user } = openList({ at })
    await save(user, 'Old cameras{Enter}')
    await button('Old cameras')
    await take(user, 'Old cameras', 'Manage views…')
    await user.click(await screen.findByRole('switch', { name: 'Share “Old cameras” with everybody' }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await button('Old cameras'))
    expect(await screen.findByText('Shared with everybody')).toBeTruthy()
    expect(screen.queryByText('Only you see these')).toBeNull()
  })

  it('that names what is not there any more says so, and shows the rest', async () => {
    const content = { address: 'type=camera&type=phone&status=draft', columns: ['name', 'field:weight'] }
    const { user, record } = openList({
      at,
      overrides: savedChoicesServer([{ kind: 'contentView', name: 'Phones', isShared: true, content }]).handlers,
    })
    await take(user, 'Views', 'Phones')
    await waitFor(() => expect(record.address).toBe('/content-items?type=camera&status=draft'))
    expect(await screen.findByText(/“Phones” names what is not there any more: phone, weight/)).toBeTruthy()
  })

  it('cannot take a name that is always there', async () => {
    const { user } = openList({ at })
    const dialog = await save(user, 'My drafts{Enter}')
    const name = dialog.getByRole('textbox', { name: /Name of the view/ })
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByText(/has this name/)).toBeTruthy()
    await user.hover(dialog.getByRole('button', { name: 'Save view' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'One of the views that are always there has this name',
    )
  })

  it('is removed, and comes back with Undo', async () => {
    const { user, record } = openList({ at })
    await save(user, 'Old cameras{Enter}')
    await button('Old cameras')
    await take(user, 'Old cameras', 'Manage views…')
    await user.click(await screen.findByRole('button', { name: 'Remove “Old cameras”' }))
    await waitFor(() => expect(record.feedback).toHaveLength(1))
    const [said] = record.feedback
    expect(said?.message).toBe('“Old cameras” is removed')
    await screen.findByText('Nothing is saved yet.')
    said?.action?.run()
    expect(await screen.findByText('Old cameras', { selector: 'bdi' })).toBeTruthy()
  })
})
