import { ApiError } from '@pim/api-client'
import { Refusal } from '@pim/api-client/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { english, openMedia, row, uuid } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const tile = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

const firstPage = {
  paging: { pageNumber: 1, pageSize: 25 },
  sorting: { field: 'modifiedAt', direction: 'desc' },
  variationId: english.variationId,
  filtering: {},
}

describe('the media list', () => {
  it('shows the newest 25 files as tiles where the address says nothing', async () => {
    const { asked } = openMedia()
    const list = within(await screen.findByRole('list', { name: 'Media items' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Picture 1.pngDraft',
      'Picture 2.pngDraft',
    ])
    expect(asked).toEqual([firstPage])
  })

  it('turns into a list with the columns that content has, and back', async () => {
    const { user, record } = openMedia()
    await tile('Picture 1')
    await user.click(screen.getByRole('button', { name: 'List' }))
    const cells = within(await screen.findByRole('row', { name: /Picture 1/ }))
    expect(cells.getByText('Draft')).toBeTruthy()
    expect(await cells.findByText('Erik Sund')).toBeTruthy()
    expect(record.address).toBe('/media-items?view=list')
    await user.click(screen.getByRole('button', { name: 'Tiles' }))
    expect(await tile('Picture 1')).toBeTruthy()
    expect(record.address).toBe('/media-items')
  })

  it('holds the place of its files while they are on their way', async () => {
    openMedia({ overrides: { 'search.searchMediaContent': () => new Promise(() => undefined) } })
    await screen.findByRole('heading', { name: 'Media items' })
    expect(document.querySelector('[aria-busy="true"]')?.children).toHaveLength(25)
    expect(screen.queryByText('No media yet')).toBeNull()
  })

  it('that cannot be loaded leads to the error page', async () => {
    const { record } = openMedia({
      overrides: {
        'search.searchMediaContent': () => {
          throw new Refusal('INTERNAL')
        },
      },
    })
    await waitFor(() => expect(record.unhandled).toHaveLength(1))
    const [failure] = record.unhandled
    expect(failure instanceof ApiError && failure.problem?.code).toBe('INTERNAL')
  })

  it.each(['grid', 'list'])('without files says what it is for, in the %s', async (view) => {
    openMedia({ at: `/media-items?view=${view}`, rows: [] })
    expect(await screen.findByText('No media yet')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Upload files' })).toHaveLength(2)
  })

  it('without files that are live says that nothing fits, and shows the working copies at a press', async () => {
    const { user, record, asked } = openMedia({ at: '/media-items?version=published', rows: [] })
    expect(await screen.findByText('Nothing fits these filters')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No media yet')).toBeTruthy()
    expect(record.address).toBe('/media-items')
    expect(asked).toEqual([{ ...firstPage, showPublishedVersion: true }, firstPage])
  })

  it('without a media type says that one is needed', async () => {
    openMedia({ rows: [], overrides: { 'contentModel.getAllMediaTypes': () => [] } })
    expect(await screen.findByText(/A file needs a media type/)).toBeTruthy()
    const [button] = screen.getAllByRole('button', { name: 'Upload files' })
    expect(button?.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the filters', () => {
  it('by kind of file ask for the types of file that the kind stands for, from the first page on', async () => {
    const { user, record, asked } = openMedia({ at: '/media-items?page=2', totalCount: 60 })
    await tile('Picture 1')
    await user.click(screen.getByRole('button', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Video' }))
    await waitFor(() => expect(record.address).toBe('/media-items?kind=video'))
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        ...firstPage,
        filtering: { mimeTypes: ['video/mp4', 'video/webm', 'video/quicktime'] },
      }),
    )
  })

  it('come from the address, and go with one press', async () => {
    const at = '/media-items?status=draft&kind=picture&q=lens&sort=name%3Aasc&page=2'
    const { user, record, asked } = openMedia({ at, totalCount: 60 })
    await tile('Picture 1')
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search media' }).value).toBe('lens')
    expect(screen.getByRole('button', { name: 'Kind Pictures' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Status Draft' })).toBeTruthy()
    expect(asked).toMatchObject([
      {
        paging: { pageNumber: 2, pageSize: 25 },
        sorting: { field: 'name', direction: 'asc' },
        filtering: { searchText: 'lens', statuses: ['draft'] },
      },
    ])
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(record.address).toBe('/media-items?sort=name%3Aasc'))
  })

  it('that search say what is shown where nothing has what was typed', async () => {
    openMedia({
      at: '/media-items?q=lnes',
      overrides: {
        'search.searchMediaContent': () => ({
          items: [row(1)],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
          shownFor: 'lens',
        }),
      },
    })
    expect((await screen.findByText(/Shown for/)).textContent).toBe('Nothing has “lnes”. Shown for “lens”.')
  })

  it.each([
    [{ preparedPercent: 40 }, /40 % are done/],
    [{ isBehind: true as const }, /last changes are not in this list yet/],
  ])('say where they are not as they will be soon: %j', async (state, sentence) => {
    openMedia({
      overrides: {
        'search.searchMediaContent': () => ({
          items: [row(1)],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
          ...state,
        }),
      },
    })
    expect(await screen.findByText(sentence)).toBeTruthy()
    await tile('Picture 1')
  })

  it('that search leave the order to how well files match', async () => {
    const { asked } = openMedia({ at: '/media-items?q=lens' })
    await tile('Picture 1')
    const { sorting: _, ...withoutSorting } = firstPage
    expect(asked).toEqual([{ ...withoutSorting, filtering: { searchText: 'lens' }, matches: true }])
  })

  it('that change at once both count', async () => {
    const { user, record } = openMedia()
    await tile('Picture 1')
    await user.click(screen.getByRole('button', { name: 'Kind' }))
    const video = await screen.findByRole('option', { name: 'Video' })
    const toggle = screen.getByRole('switch', { name: 'Published version', hidden: true })
    act(() => {
      fireEvent.click(video)
      fireEvent.click(toggle)
    })
    await waitFor(() => expect(record.address).toBe('/media-items?kind=video&version=published'))
  })
})

describe('a tile', () => {
  it('leads to its neighbours with the arrow keys, and to the whole picture with Space', async () => {
    const { user } = openMedia()
    const first = await tile('Picture 1')
    first.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(await tile('Picture 2'))
    // Without letting the key go: it would press the button that the focus has gone to, which no browser does.
    await user.keyboard('[Space>]')
    expect(await screen.findByRole('dialog', { name: 'Picture 2.png' })).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('dialog', { name: 'Picture 1.png' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens its file beside the list, whose place is in the address', async () => {
    const { user, record } = openMedia()
    await user.click(await tile('Picture 2'))
    expect(await screen.findByRole('complementary', { name: 'Picture 2.png' })).toBeTruthy()
    expect(record.address).toBe(`/media-items?item=${uuid(102)}`)
    expect((await tile('Picture 2')).getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Close Picture 2.png' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(record.address).toBe('/media-items')
  })

  it('of what is live beside newer work says so', async () => {
    openMedia({ rows: [row(1, { hasUnpublishedChanges: true })] })
    expect(within(await tile('Picture 1')).getByText('Draft over live')).toBeTruthy()
  })
})
