import { ApiError } from '@pim/api-client'
import { Refusal } from '@pim/api-client/testing'
import { jobOf } from '@pim/content-kit/testing'
import type { ContentType, SearchContentDocument } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, uuid } from '../../testing/open-content.tsx'
import { cameraType, firstPage, openList, row, rowOf } from '../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

describe('the content list', () => {
  it('asks for the first 25 in the default variation, newest change first, where the address says nothing', async () => {
    const { asked } = openList()
    await rowOf('Camera 1')
    expect(asked).toEqual([firstPage])
  })

  it('holds the place of its rows while they are on their way', async () => {
    const answer = Promise.withResolvers<never>()
    openList({ overrides: { 'search.searchUserContent': () => answer.promise } })
    const table = await screen.findByRole('table', { name: 'Content items' })
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(table.querySelectorAll('tbody tr[aria-hidden]')).toHaveLength(25)
    expect(screen.queryByText('No content yet')).toBeNull()
  })

  it('shows of each item its type, where it stands, how complete it is and who changed it', async () => {
    openList({ rows: [row(1, { hasUnpublishedChanges: true })] })
    const cells = within(await rowOf('Camera 1'))
    const link = cells.getByRole('link', { name: 'Camera 1' })
    expect(link.getAttribute('href')).toBe(`/content-item/${uuid(101)}?variation=${english.variationId}`)
    expect(await cells.findByText('Camera')).toBeTruthy()
    expect(cells.getByText('Draft over live')).toBeTruthy()
    expect(cells.getByRole('meter', { name: 'Completeness' }).getAttribute('aria-valuenow')).toBe('80')
    expect(await cells.findByText('Erik Sund')).toBeTruthy()
  })

  it.each([
    [{ preparedPercent: 40 }, /40 % are done/],
    [{ isBehind: true as const }, /last changes are not in this list yet/],
  ])('says where it is not as it will be soon: %j', async (state, sentence) => {
    openList({
      overrides: {
        'search.searchUserContent': () => ({
          items: [row(1)],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
          ...state,
        }),
      },
    })
    expect(await screen.findByText(sentence)).toBeTruthy()
    await rowOf('Camera 1')
  })

  it('says by which field a row was found whose name does not have what was typed', async () => {
    const match = {
      technicalFieldName: 'articleNumber',
      friendlyName: { 'en-US': 'Article number', 'ar-EG': 'رقم' },
      text: 'KX-2404-B',
      marks: [{ from: 3, to: 7 }],
      variationId: english.variationId,
    }
    const { asked } = openList({ at: '/content-items?q=2404', rows: [row(1, { match }), row(2)] })
    const found = within(await rowOf('Camera 1'))
    const line = found.getByTitle('Article number: KX-2404-B')
    const words = found.getByText('2404', { selector: 'mark' })
    expect(line.contains(words)).toBe(true)
    expect(words.closest('bdi')?.getAttribute('lang')).toBe(english.languageCode)
    expect((await rowOf('Camera 2')).querySelector('mark')).toBeNull()
    await waitFor(() => expect(asked.at(-1)?.matches).toBe(true))
  })

  it('marks what was typed in names, where the server has found it', async () => {
    openList({ at: '/content-items?q=cameras', rows: [row(1, { nameMarks: [{ from: 0, to: 6 }] })] })
    const found = await rowOf('Camera 1')
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Camera'])
  })

  it('says that a row was found by the name of its item, where that is another than its title', async () => {
    const match = { text: 'Lantern old', marks: [{ from: 0, to: 7 }] }
    openList({ at: '/content-items?q=lantern', rows: [row(1, { match })] })
    expect(within(await rowOf('Camera 1')).getByTitle('Name of the item: Lantern old')).toBeTruthy()
  })

  it('opens an item with Enter on its row', async () => {
    const { user, record } = openList()
    const first = await rowOf('Camera 1')
    first.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(record.address).toBe(`/content-item/${uuid(101)}?variation=${english.variationId}`))
  })

  it('that cannot be loaded leads to the error page', async () => {
    const { record } = openList({
      overrides: {
        'search.searchUserContent': () => {
          throw new Refusal('INTERNAL')
        },
      },
    })
    await waitFor(() => expect(record.unhandled).toHaveLength(1))
    const [failure] = record.unhandled
    expect(failure instanceof ApiError && failure.problem?.code).toBe('INTERNAL')
  })
})

describe('a list without rows', () => {
  it('says what it is for and makes the first item, which opens in the variation that one is in', async () => {
    const created: unknown[] = []
    const { user, record } = openList({
      rows: [],
      overrides: {
        'contentItem.batchItems': ({ body }) => {
          created.push(...body.items)
          return { results: [{ index: 0, outcome: 'created', contentItemId: uuid(7) }] }
        },
      },
    })
    const place = within((await screen.findByText('No content yet')).closest('td') ?? document.body)
    await user.click(place.getByRole('button', { name: 'New item' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New content item' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Field camera{Enter}')
    await waitFor(() => expect(record.address).toBe(`/content-item/${uuid(7)}?variation=${english.variationId}`))
    expect(created).toMatchObject([{ name: 'Field camera', technicalContentTypeName: 'camera', variations: [] }])
  })

  it('takes the name of the first item as its title, too, unless the title does not take it', async () => {
    const created: unknown[] = []
    const titled = { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' } as const
    const { user, record } = openList({
      rows: [],
      overrides: {
        'contentModel.getAllUserTypes': () => [
          { technicalName: 'lamp', friendlyName: {}, kind: 'user', titleField: 'title', fields: [titled] },
        ],
        'contentItem.batchItems': ({ body }) => {
          const [item] = body.items
          created.push(item?.variations)
          const fieldErrors = [{ technicalFieldName: 'title', code: 'NOT_UNIQUE' as const, message: 'for developers' }]
          const problem = { status: 409, code: 'UNIQUENESS_CONFLICT', message: 'for developers', fieldErrors } as const
          const isRefused = item?.variations?.some(({ fields }) => fields?.length)
          return isRefused
            ? { results: [{ index: 0, outcome: 'failed', problem }] }
            : { results: [{ index: 0, outcome: 'created', contentItemId: uuid(7) }] }
        },
      },
    })
    const place = within((await screen.findByText('No content yet')).closest('td') ?? document.body)
    await user.click(place.getByRole('button', { name: 'New item' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New content item' }))
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Storm lamp{Enter}')
    await waitFor(() => expect(record.address).toBe(`/content-item/${uuid(7)}?variation=${english.variationId}`))
    const { variationId } = english
    expect(created).toMatchObject([
      [{ variationId, fields: [{ technicalFieldName: 'title', value: 'Storm lamp' }] }],
      [{ variationId, fields: [] }],
    ])
  })

  it('says that an item needs a content type first', async () => {
    const { user } = openList({ rows: [], overrides: { 'contentModel.getAllUserTypes': () => [] } })
    await screen.findByText(/An item needs a content type/)
    const [button] = screen.getAllByRole('button', { name: 'New item' })
    expect(button?.getAttribute('aria-disabled')).toBe('true')
    if (button) await user.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('leads who may set up content types to them, and tells the others whom to ask', async () => {
    const withoutTypes = { rows: [], overrides: { 'contentModel.getAllUserTypes': () => [] } }
    openList({ ...withoutTypes, overrides: { ...withoutTypes.overrides, 'contentModel.getStarterTypes': () => [] } })
    const link = await screen.findByRole('link', { name: 'Set up a content type' })
    expect(link.getAttribute('href')).toBe('/settings/content-types')
    expect(screen.queryByText(/An administrator can set one up/)).toBeNull()
    cleanup()
    openList({ ...withoutTypes, role: 'editor' })
    await screen.findByText(/An administrator can set one up/)
    expect(screen.queryByRole('link', { name: 'Set up a content type' })).toBeNull()
  })

  it('adds the starter types in place, those that are ticked', async () => {
    const starter = (technicalName: string, kind: 'user' | 'media' = 'user') => ({
      technicalName,
      friendlyName: { 'en-US': technicalName },
      kind,
      fields: [],
    })
    const seeded: unknown[] = []
    let types: ContentType[] = []
    const { user, record } = openList({
      rows: [],
      overrides: {
        'contentModel.getAllUserTypes': () => types,
        'contentModel.getStarterTypes': () => [starter('Product'), starter('Article'), starter('Image', 'media')],
        'contentModel.seedContentTypes': ({ body }) => {
          types = [...(body?.contentTypes ?? [])]
          const created = types.map(({ technicalName }) => technicalName)
          seeded.push(created)
          return { created, changed: [], unchanged: [] }
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Set up a content type' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add starter types' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Article' }))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(2)
    await user.click(dialog.getByRole('checkbox', { name: 'Product' }))
    await user.hover(dialog.getByRole('button', { name: 'Add 0 types' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Tick the types that you want.')
    await user.click(dialog.getByRole('checkbox', { name: 'Product' }))
    await user.click(dialog.getByRole('button', { name: 'Add 1 type' }))
    const place = within((await screen.findByText('No content yet')).closest('td') ?? document.body)
    expect(await place.findByRole('button', { name: 'New item' })).toBeTruthy()
    expect([seeded, record.feedback]).toEqual([[['Product']], [{ type: 'success', message: '1 type was added' }]])
  })

  it('asks again by itself, so that it shows what others have begun', async () => {
    const found: SearchContentDocument[] = []
    openList({
      overrides: {
        'search.searchUserContent': () => ({
          items: found,
          paging: { pageNumber: 1, pageSize: 25, totalCount: found.length, totalPages: 1 },
        }),
      },
    })
    await screen.findByText('No content yet')
    found.push(row(1))
    expect(await rowOf('Camera 1')).toBeTruthy()
  })

  it('says that the demo is being loaded, and shows it as it comes until all of it is there', async () => {
    const found: SearchContentDocument[] = []
    let job = jobOf({ jobId: uuid(70), kind: 'demo-content', status: 'queued' })
    openList({
      role: 'editor',
      settings: { loadsDemo: true },
      overrides: {
        'contentModel.getAllUserTypes': () => (found.length === 0 ? [] : [cameraType]),
        'jobs.getJobs': () => ({ items: [job], paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 } }),
        'search.searchUserContent': () => ({
          items: [...found],
          paging: { pageNumber: 1, pageSize: 25, totalCount: found.length, totalPages: 1 },
        }),
      },
    })
    await screen.findByText('Nothing has come yet')
    expect(screen.getByRole('status').textContent).toBe('The demo is being loaded')
    expect(screen.queryByText(/An administrator can set one up/)).toBeNull()
    found.push(row(1))
    job = { ...job, status: 'running', doneCount: 1, totalCount: 4 }
    await rowOf('Camera 1')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByRole('button', { name: 'New item' }).getAttribute('aria-disabled')).toBeNull()
    // No longer empty, so it is the job that shows the rest.
    found.push(row(2))
    job = { ...job, doneCount: 2 }
    await rowOf('Camera 2')
    found.push(row(3))
    job = { ...job, status: 'done', doneCount: 4, finishedAt: '2026-01-01T00:01:00Z' }
    await rowOf('Camera 3')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('because of its filters says so, and clears them', async () => {
    const { user, record } = openList({ at: '/content-items?status=archived&sort=name:asc&page=2' })
    const place = within((await screen.findByText('Nothing fits these filters')).closest('td') ?? document.body)
    await user.click(place.getByRole('button', { name: 'Clear filters' }))
    expect(await rowOf('Camera 1')).toBeTruthy()
    expect(record.address).toBe('/content-items?sort=name%3Aasc')
  })
})

describe('deleted items', () => {
  const rows = [row(1), row(2, { name: 'Long gone', isDeleted: true })]

  it('show where they are asked for, and say that they are deleted', async () => {
    const { user, record } = openList({ rows })
    await rowOf('Camera 1')
    expect(screen.queryByText('Long gone')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.type(await screen.findByRole('combobox', { name: 'Filter by…' }), 'Deleted{Enter}')
    await user.click(await screen.findByRole('option', { name: 'only' }))
    expect(within(await rowOf('Long gone')).getByText('Deleted')).toBeTruthy()
    expect(screen.queryByText('Camera 1')).toBeNull()
    expect(record.address).toBe('/content-items?deleted=only')
  })

  it('are not shown to a viewer, whatever the address says', async () => {
    const { asked } = openList({ at: '/content-items?deleted=only', rows, role: 'viewer' })
    await rowOf('Camera 1')
    expect(asked).toEqual([firstPage])
    expect(screen.queryByText('Long gone')).toBeNull()
  })
})

describe('a viewer', () => {
  it('finds the button for a new item, which says what role it takes', async () => {
    const { user } = openList({ role: 'viewer' })
    await rowOf('Camera 1')
    const button = screen.getByRole('button', { name: 'New item' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('editor')
  })
})
