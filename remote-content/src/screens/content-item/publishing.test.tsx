import { Refusal } from '@pim/api-client/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english } from '../../testing/open-content.tsx'
import { add, fieldOf, input, inSwedish, openItem, saveState } from '../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const saveNow = '{Control>}s{/Control}'
const publishButton = () => screen.findByRole('button', { name: 'Publish' })

/** Refuses to publish, as the server does where a required field is empty. */
const titleMissing = () => {
  throw new Refusal('VALIDATION_FAILED', {
    fieldErrors: [{ technicalFieldName: 'title', code: 'REQUIRED', message: 'is required' }],
  })
}

describe('publishing', () => {
  it('saves first what was typed', async () => {
    const { user, calls, record } = openItem()
    await add(user, 'Title', ' 70')
    await user.click(await publishButton())
    await waitFor(() => expect(calls).toEqual(['save', 'publish']))
    await waitFor(() => expect(record.feedback).toEqual([{ type: 'success', message: 'Published' }]))
    expect(await screen.findByRole('tab', { name: /sv-SE Published/ })).toBeTruthy()
  })

  it('does not happen where what was typed cannot be saved', async () => {
    const { user, calls, record } = openItem()
    await add(user, 'Weight', 'heavy')
    await user.click(await publishButton())
    await waitFor(() => expect(record.feedback.at(-1)?.type).toBe('error'))
    expect(record.feedback.at(-1)?.message).toContain('Something is not saved yet')
    expect(calls).toEqual([])
  })

  it('that is refused says why at the field, goes there, and says it no more once the field is filled', async () => {
    const { user, record, calls } = openItem({ beforePublish: titleMissing })
    await user.click(await publishButton())
    const title = within(await fieldOf('Title'))
    expect(await title.findByText('Needed before publishing.')).toBeTruthy()
    expect((await input('Title')).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(await input('Title'))
    expect(record.feedback).toEqual([{ type: 'error', message: '1 field needs attention' }])

    await add(user, 'Title', ' 70')
    expect(title.queryByText('Needed before publishing.')).toBeNull()
    await user.keyboard(saveNow)
    expect(await saveState('Saved just now')).toBeTruthy()
    expect(title.queryByText('Needed before publishing.')).toBeNull()
    expect(screen.queryByRole('button', { name: '1 to look at' })).toBeNull()
    expect(calls).toEqual(['publish', 'save'])
  })

  it('has a field in its way that the browser sees already, and leads there', async () => {
    const { user } = openItem({ at: english })
    await user.clear(await input('Title'))
    await user.keyboard(saveNow)
    await user.click(await screen.findByRole('button', { name: '1 to look at' }))
    expect(document.activeElement).toBe(await input('Title'))
    expect(screen.getByLabelText('1 field needs attention')).toBeTruthy()
  })

  it('is nothing for what is live as it stands, and says so', async () => {
    const { user, calls } = openItem({ inSwedish: { status: 'published', publishedVersion: 3 } })
    const button = await publishButton()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('What you see is live')
    expect(calls).toEqual([])
  })

  it('of every variation shows those as live that were published, also where the last was refused', async () => {
    const { user, record } = openItem({
      beforePublish: (id) => {
        if (id === inSwedish) titleMissing()
      },
    })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Publish 2 variations' }))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toContain('1 variation was not published:'))
    expect(await screen.findByRole('tab', { name: /en-US Published/ })).toBeTruthy()
    expect(screen.getByRole('tab', { name: /sv-SE Draft/ })).toBeTruthy()
  })
})

describe('the other steps', () => {
  it('are those that lead on from here', async () => {
    const { user } = openItem({ inSwedish: { allowedActions: ['publish', 'archive'] } })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    const lines = await screen.findAllByRole('menuitem')
    expect(lines.map((line) => line.querySelector('span')?.textContent)).toEqual([
      'Publish 2 variations',
      'Archive',
      'Delete item',
    ])
  })

  it('delete the item once it was said who links to it', async () => {
    const asked: boolean[] = []
    const { user, record } = openItem({
      overrides: {
        'contentItem.deleteItem': ({ params, query }) => {
          asked.push(query.allowBrokenLinks)
          if (!query.allowBrokenLinks) throw new Refusal('IN_USE', { usedBy: [{ ...params, name: 'Camera bag' }] })
          return { ...params, ...deleted }
        },
        'search.searchUserContent': () => ({
          items: [],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 },
        }),
        'contentModel.getAllUserTypes': () => [],
      },
    })
    await user.click(await screen.findByRole('button', { name: 'More steps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete item' }))
    await user.click(await screen.findByRole('button', { name: 'Delete with 2 variations' }))
    expect(await screen.findByText(/1 item links to it: Camera bag/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Delete and break the links' }))
    await waitFor(() => expect(record.address).toBe('/content-items'))
    expect(asked).toEqual([false, true])
    expect(record.feedback.at(-1)).toMatchObject({ message: 'Kamera 70 is deleted', action: { label: 'Undo' } })
  })
})

const deleted = {
  name: 'Kamera 70',
  technicalContentTypeName: 'camera',
  kind: 'user',
  isDeleted: true,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
} as const
