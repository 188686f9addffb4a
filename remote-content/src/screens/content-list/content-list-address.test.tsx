import type { SearchContentDocument } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { swedish } from '../../testing/open-content.tsx'
import { firstPage, openList, row, rowOf } from '../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

type Opened = ReturnType<typeof openList>

/** Opens a filter, takes one of its choices and leaves it again. */
async function choose({ user }: Pick<Opened, 'user'>, filter: string, choice: string) {
  await user.click(screen.getByRole('button', { name: filter, expanded: false }))
  await user.click(await screen.findByRole('option', { name: choice }))
  await user.keyboard('{Escape}')
}

const pageOf = (items: SearchContentDocument[]) => ({
  items,
  paging: { pageNumber: 1, pageSize: 25, totalCount: items.length, totalPages: 1 },
})

describe('the address of the list', () => {
  const full = `type=camera&status=draft&variation=${swedish.variationId}&version=published&q=kamera&sort=name%3Aasc&size=50&page=3`

  it('is what the list opens at', async () => {
    const { asked } = openList({ at: `/content-items?${full}`, totalCount: 400 })
    await rowOf('Camera 1')
    expect(asked).toEqual([
      {
        paging: { pageNumber: 3, pageSize: 50 },
        sorting: { field: 'name', direction: 'asc' },
        variationId: swedish.variationId,
        showPublishedVersion: true,
        filtering: { searchText: 'kamera', contentTypeTechnicalNames: ['camera'], statuses: ['draft'] },
        matches: true,
      },
    ])
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search content' }).value).toBe('kamera')
    expect(await screen.findByRole('button', { name: 'Type Camera' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Status Draft' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Variation sv-SE · Swedish' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Published version' }).checked).toBe(true)
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
    expect(screen.getByText('101–150 of 400')).toBeTruthy()
  })

  it('goes on with the page, and the back button goes back a page', async () => {
    const { user, record, asked } = openList({ totalCount: 60 })
    await rowOf('Camera 1')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('26–50 of 60')).toBeTruthy()
    expect(record.address).toBe('/content-items?page=2')
    expect(asked.at(-1)).toEqual({ ...firstPage, paging: { pageNumber: 2, pageSize: 25 } })
    record.goBack()
    expect(await screen.findByText('1–25 of 60')).toBeTruthy()
  })

  it('keeps which channels are asked for, and drops one that the tenant has no more', async () => {
    const rows = [row(1, { deliveryTargets: ['web'] }), row(2), row(3, { deliveryTargets: ['print', 'shop', 'web'] })]
    const { user, record, asked } = openList({
      at: '/content-items?channel=kiosk',
      channels: ['web', 'print', 'shop'],
      rows,
    })
    await rowOf('Camera 1')
    expect(asked).toEqual([firstPage])
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('option', { name: 'Goes to' }))
    await user.click(await screen.findByRole('option', { name: 'print' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(record.address).toBe('/content-items?channel=print'))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Camera 1/ })).toBeNull())
    expect(asked.at(-1)?.filtering).toEqual({ deliveryTargets: ['print'] })
    expect(screen.getByRole('button', { name: 'Goes to print' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Channels', checked: false }))
    await user.keyboard('{Escape}')
    expect(within(await rowOf('Camera 2')).getByText('Every channel')).toBeTruthy()
    const third = within(await rowOf('Camera 3'))
    expect(third.getByText('print')).toBeTruthy()
    expect(third.getByText('+1').title).toBe('web')
  })

  it('keeps what is to be ready for which channel; a row says what it lacks, and leads there', async () => {
    const lacking = { deliveryTarget: 'print', percent: 60, missing: ['colour'], missingCount: 3 }
    const readiness = [lacking, { deliveryTarget: 'web', percent: 100, missing: [], missingCount: 0 }]
    const same = [lacking, { ...lacking, deliveryTarget: 'web' }]
    const { user, record, asked } = openList({
      at: '/content-items?ready=notReady:kiosk',
      channels: ['web', 'print'],
      rows: [row(1, { readiness }), row(2, { readiness: same })],
    })
    await rowOf('Camera 1')
    expect(asked).toEqual([firstPage])
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('option', { name: 'Readiness' }))
    await user.click(await screen.findByRole('option', { name: 'Not ready for print' }))
    await waitFor(() => expect(record.address).toBe('/content-items?ready=notReady%3Aprint'))
    await waitFor(() => expect(asked.at(-1)?.filtering).toEqual({ readiness: { max: 99, deliveryTarget: 'print' } }))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Ready', checked: false }))
    await user.keyboard('{Escape}')
    const first = within(await rowOf('Camera 1'))
    expect(first.getByRole('meter', { name: 'web: 100 %' })).toBeTruthy()
    expect(within(await rowOf('Camera 2')).getByRole('link', { name: /^Every channel 60 %/ })).toBeTruthy()
    await user.click(within(screen.getByRole('columnheader', { name: 'Ready' })).getByRole('button'))
    await waitFor(() => expect(asked.at(-1)?.sorting?.field).toBe('readiness'))
    const link = within(await rowOf('Camera 1')).getByRole('link', { name: 'print 60 %, Colour and 2 more missing' })
    link.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(record.address).toMatch(/^\/content-item\/.*&field=colour$/))
  })

  it('takes the sorting from the header, A to Z at first, and turns it', async () => {
    const { user, record, asked } = openList()
    await rowOf('Camera 1')
    const header = screen.getByRole('columnheader', { name: 'Name' })
    await user.click(within(header).getByRole('button'))
    await waitFor(() => expect(record.address).toBe('/content-items?sort=name%3Aasc'))
    await user.click(within(header).getByRole('button'))
    await waitFor(() => expect(record.address).toBe('/content-items?sort=name%3Adesc'))
    await waitFor(() => expect(asked.at(-1)?.sorting).toEqual({ field: 'name', direction: 'desc' }))
  })

  it.each([
    ['a filter', 'status=draft', async (open: Opened) => choose(open, 'Status', 'Draft')],
    ['a search', 'q=kamera', async ({ user }: Opened) => user.type(screen.getByRole('searchbox'), 'kamera{Enter}')],
    [
      'a column',
      'sort=name%3Aasc',
      async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Name' })),
    ],
    ['the published version', 'version=published', async ({ user }: Opened) => user.click(screen.getByRole('switch'))],
    [
      'a variation',
      `variation=${swedish.variationId}`,
      async (open: Opened) => choose(open, 'Variation en-US · English', 'sv-SE · Swedish'),
    ],
  ])('starts at the first page after a change of %s', async (_, address, change) => {
    const opened = openList({ at: '/content-items?page=3', totalCount: 400 })
    await rowOf('Camera 1')
    await change(opened)
    await waitFor(() => expect(opened.record.address).toBe(`/content-items?${address}`))
    await waitFor(() => expect(opened.asked.at(-1)?.paging?.pageNumber).toBe(1))
  })

  it('keeps both of two changes that come at once', async () => {
    const { record, user } = openList()
    await rowOf('Camera 1')
    await user.click(screen.getByRole('button', { name: 'Status', expanded: false }))
    const draft = await screen.findByRole('option', { name: 'Draft' })
    const toggle = screen.getByRole('switch', { name: 'Published version', hidden: true })
    act(() => {
      fireEvent.click(draft)
      fireEvent.click(toggle)
    })
    await waitFor(() => expect(record.address).toBe('/content-items?status=draft&version=published'))
  })

  it('follows a search once the typing pauses, and the back button passes over its letters', async () => {
    const { user, record } = openList()
    await rowOf('Camera 1')
    await choose({ user }, 'Status', 'Draft')
    await waitFor(() => expect(record.address).toBe('/content-items?status=draft'))
    for (const letter of ['k', 'a']) {
      await user.type(screen.getByRole('searchbox', { name: 'Search content' }), letter)
      await waitFor(() => expect(record.address).toMatch(new RegExp(`q=k?${letter}$`)))
    }
    record.goBack()
    await waitFor(() => expect(record.address).toBe('/content-items'))
  })
})

describe('the published version', () => {
  it('is what the list shows while its switch is on', async () => {
    const published = row(3, { name: 'As it is live', status: 'published' })
    const { user } = openList({
      overrides: {
        'search.searchUserContent': ({ body }) => pageOf(body?.showPublishedVersion ? [published] : [row(1)]),
      },
    })
    await rowOf('Camera 1')
    const toggle = screen.getByRole('switch', { name: 'Published version' })
    await user.click(toggle)
    expect(await rowOf('As it is live')).toBeTruthy()
    expect(screen.queryByText('Camera 1')).toBeNull()
    await user.click(toggle)
    expect(await rowOf('Camera 1')).toBeTruthy()
  })
})

describe('a filter on a field', () => {
  it('is read from the address, and one that means nothing is left out and named', async () => {
    // The code that reads such filters is loaded on demand: the first render suspends.
    const { asked, record } = await act(async () =>
      openList({ at: '/content-items?where=colour+isEmpty&where=weight+gt+[1]' }),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('weight gt [1]')
    expect(await screen.findByRole('button', { name: 'Colour is empty' })).toBeTruthy()
    await waitFor(() => expect(record.address).toBe('/content-items?where=colour+isEmpty'))
    expect(asked.at(-1)?.filtering?.fields).toEqual([{ technicalFieldName: 'colour', operator: 'isEmpty' }])
  })
})
