import { Refusal } from '@pim/api-client/testing'
import type { Linked } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { openMedia, row, uuid, variationOf } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const at = `/media-items?item=${uuid(101)}`
const panel = async (name = 'Picture 1.png') => within(await screen.findByRole('complementary', { name }))

const usedIn = (number: number, technicalFieldName: string): Linked => ({
  contentItemId: uuid(number),
  name: `Camera ${number}`,
  technicalContentTypeName: 'camera',
  technicalFieldName,
  status: 'published',
  isPublished: true,
  isBroken: false,
})

describe('a file beside the list', () => {
  it('says what is known of it, and who uses it', async () => {
    openMedia({
      at,
      overrides: {
        'contentItem.getLinkedContent': () => ({
          outgoing: [],
          incoming: [usedIn(7, 'picture'), usedIn(7, 'gallery'), usedIn(8, 'picture')],
        }),
      },
    })
    const detail = await panel()
    await detail.findByText('1.5 MB')
    const facts = detail.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(facts).toEqual([
      ['Kind', 'image/png'],
      ['Size', '1.5 MB'],
      ['Pixels', '640 × 480'],
      ['File name', 'from-the-camera.png'],
    ])
    expect(await detail.findByText('Used by 2 items')).toBeTruthy()
    expect(detail.getByRole('link', { name: 'Camera 7' }).getAttribute('href')).toBe(`/content-item/${uuid(7)}`)
    expect(detail.getByRole('link', { name: 'All fields' }).getAttribute('href')).toBe(`/content-item/${uuid(101)}`)
  })

  it.each([
    ['item', 'contentItem.getItem'],
    ['variations', 'contentItem.getItemVariations'],
  ] as const)('whose %s cannot be loaded says so, and is there once it can', async (_, call) => {
    let isAway = true
    const refuseOr = <T,>(answer: T): T => {
      if (isAway) throw new Refusal('INTERNAL')
      return answer
    }
    const handlers = {
      'contentItem.getItem': () => refuseOr(item),
      'contentItem.getItemVariations': () => refuseOr([variationOf(row(1))]),
    }
    const { user, record } = openMedia({ at, overrides: { [call]: handlers[call] } })
    expect(await screen.findByText('The file could not be loaded')).toBeTruthy()
    expect(record.unhandled).toEqual([])
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await (await panel()).findByText('1.5 MB')).toBeTruthy()
  })

  it('is renamed, in the list too', async () => {
    const { user, steps, record } = openMedia({ at })
    const name = await (await panel()).findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Lens.png{Enter}')
    expect(await panel('Lens.png')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Lens.png/ })).toBeTruthy()
    expect(steps).toEqual(['rename Picture 1.png'])
    expect(record.feedback).toMatchObject([{ type: 'success', message: 'Renamed' }])
  })

  it('whose new name is refused says why at the field, and keeps it to be tried again', async () => {
    const { user } = openMedia({
      at,
      overrides: {
        'contentItem.renameItem': () => {
          throw new Refusal('NOT_FOUND')
        },
      },
    })
    const name = await (await panel()).findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.type(name, '2{Enter}')
    expect(await screen.findByText(/There is no such thing/)).toBeTruthy()
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(name.value).toBe('Picture 1.png2')
  })

  it('goes live at a press', async () => {
    const { user, steps } = openMedia({ at })
    const detail = await panel()
    await user.click(await detail.findByRole('button', { name: 'Publish' }))
    expect(await detail.findByText('Published')).toBeTruthy()
    expect(detail.queryByRole('button', { name: 'Publish' })).toBeNull()
    expect(steps).toEqual(['publish Picture 1.png'])
  })

  it('is deleted once it was said who uses it, and comes back with Undo', async () => {
    const asked: boolean[] = []
    let isDeleted = false
    const { user, record } = openMedia({
      at,
      overrides: {
        'contentItem.deleteItem': ({ query }) => {
          asked.push(query.allowBrokenLinks)
          if (!query.allowBrokenLinks) throw new Refusal('IN_USE', { usedBy: [usedIn(7, 'picture')] })
          isDeleted = true
          return { ...item, isDeleted }
        },
        'contentItem.restoreItem': () => {
          isDeleted = false
          return item
        },
        'search.searchMediaContent': () => ({
          items: isDeleted ? [row(2)] : [row(1), row(2)],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 2, totalPages: 1 },
        }),
      },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Picture 1.png?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete file' }))
    expect(await dialog.findByText(/1 item uses it: Camera 7/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete it all the same' }))
    await waitFor(() => expect(screen.queryByText('Picture 1.png')).toBeNull())
    expect(asked).toEqual([false, true])
    expect(record.address).toBe('/media-items')
    act(() => record.feedback.at(-1)?.action?.run())
    expect(await screen.findByRole('button', { name: /^Picture 1/ })).toBeTruthy()
  })

  it('that cannot be downloaded says so', async () => {
    const { user, record } = openMedia({
      at,
      overrides: {
        'binary.getBinaryContent': () => {
          throw new Refusal('INTERNAL')
        },
      },
    })
    await user.click(await (await panel()).findByRole('button', { name: 'Download' }))
    await waitFor(() =>
      expect(record.feedback).toEqual([{ type: 'error', message: 'The file could not be downloaded; try again' }]),
    )
  })

  it('is for a viewer to look at, and every button says which role it takes', async () => {
    const { user, steps } = openMedia({ at, role: 'viewer' })
    const detail = await panel()
    expect((await detail.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).readOnly).toBe(true)
    for (const name of ['Rename', 'Publish', 'Delete']) {
      const button = detail.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.click(button)
    }
    await user.hover(detail.getByRole('button', { name: 'Delete' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('publisher')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(steps).toEqual([])
  })
})

const item = {
  contentItemId: uuid(101),
  name: 'Picture 1.png',
  technicalContentTypeName: 'picture',
  kind: 'media',
  isDeleted: false,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
} as const
