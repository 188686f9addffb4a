import type { BulkChangeRequest, SearchInput } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, openContent, swedish, uuid } from '../../testing/open-content.tsx'
import { openList, row } from '../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

/** Opens the list over a server that remembers what bulk changes it was asked for. */
function openSelecting(options: Parameters<typeof openList>[0] = {}) {
  const asked: BulkChangeRequest[] = []
  const types = [
    {
      technicalName: 'camera',
      friendlyName: { 'en-US': 'Camera' },
      kind: 'user' as const,
      fields: [{ technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' as const }],
    },
  ]
  const opened = openList({
    ...options,
    overrides: {
      'contentModel.getAllTypes': () => types,
      'contentModel.getAllUserTypes': () => types,
      'bulkChange.createBulkChange': ({ body }) => {
        asked.push(body)
        return bulkChange
      },
      'bulkChange.getBulkChange': () => bulkChange,
      'bulkChange.getBulkChangeRows': () => ({
        items: [],
        paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 0 },
      }),
      ...options.overrides,
    },
  })
  return { ...opened, asked }
}

const bulkChange = {
  bulkChangeId: uuid(9),
  name: null,
  source: 'items' as const,
  importedFile: null,
  edits: [{ kind: 'clear' as const, technicalFieldName: 'colour' }],
  variationIds: [english.variationId],
  undoOf: null,
  marksTranslated: false,
  state: 'ready' as const,
  allowedActions: ['execute' as const],
  jobId: uuid(2),
  fingerprint: 'f',
  counts: {
    rows: 1,
    changed: 1,
    created: 0,
    deleted: 0,
    unchanged: 0,
    problem: 0,
    leftOut: 0,
    done: 0,
    outdated: 0,
    failed: 0,
    noted: 0,
  },
  problem: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  executedBy: null,
  endedAt: null,
}

describe('an edit of many items', () => {
  it('is put together for the ticked rows with the versions that were seen, and leads to its rehearsal', async () => {
    const { user, asked, record } = openSelecting({ rows: [row(1), row(2, { version: 7 })] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Camera 2' }))
    await user.click(await screen.findByRole('button', { name: 'Edit in bulk' }))
    expect(await screen.findByRole('heading', { name: 'Edit 1 item' })).toBeTruthy()
    const go = await screen.findByRole('button', { name: 'See what would change' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('checkbox', { name: /Swedish/ }))
    await user.click(await screen.findByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Colour' }))
    await user.click(screen.getByRole('combobox', { name: 'What to do' }))
    await user.click(await screen.findByRole('option', { name: 'Find and replace' }))
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'red')
    await user.type(screen.getByRole('textbox', { name: 'Replace by' }), 'blue')
    await user.click(go)
    await waitFor(() => expect(record.address).toBe(`/content-bulk-change/${uuid(9)}`))
    expect(asked).toEqual([
      {
        items: [{ contentItemId: row(2).contentItemId, versions: { [english.variationId]: 7 } }],
        edits: [
          {
            kind: 'replaceText',
            technicalFieldName: 'colour',
            find: 'red',
            replaceBy: 'blue',
            matchCase: false,
            wholeWords: false,
          },
        ],
        variationIds: [english.variationId, swedish.variationId],
        inherited: 'leave',
      },
    ])
  })

  it('is for all that match, by the search of the list and its types', async () => {
    const { user, asked } = openSelecting({ at: '/content-items?q=cam', totalCount: 340 })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 340 that match' }))
    const bar = within(await screen.findByRole('toolbar', { name: 'All 340 items that match are selected' }))
    await user.click(bar.getByRole('button', { name: 'Edit in bulk' }))
    expect(await screen.findByRole('heading', { name: 'Edit 340 items' })).toBeTruthy()
    await user.click(await screen.findByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Colour' }))
    await user.type(await screen.findByRole('textbox', { name: 'Colour' }), 'red')
    await user.click(screen.getByRole('button', { name: 'See what would change' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      selection: { filtering: { searchText: 'cam', contentTypeTechnicalNames: ['camera'] } },
      edits: [{ kind: 'set', technicalFieldName: 'colour', value: 'red' }],
    })
    expect(asked[0]).not.toHaveProperty('selection.paging')
  })

  it('says of a long list that there are more, everywhere, and counts to the last item before it begins', async () => {
    let count = (_: number) => {}
    const counted = new Promise<number>((resolve) => {
      count = resolve
    })
    const searches: SearchInput[] = []
    const { user } = openSelecting({
      at: '/content-items?q=cam',
      totalCount: 1_001,
      totalIsCapped: true,
      overrides: {
        'search.searchAll': async ({ body }) => {
          searches.push(body ?? {})
          const totalCount = await counted
          return { items: [], paging: { pageNumber: 1, pageSize: 1, totalCount, totalPages: totalCount } }
        },
      },
    })
    const heading = await screen.findByRole('banner', { name: 'Content items' })
    expect(await within(heading).findByText('more than 1,000')).toBeTruthy()
    expect(screen.getByText('1–25 of more than 1,000')).toBeTruthy()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all that match (more than 1,000)' }))
    await user.click(await screen.findByRole('button', { name: 'Edit in bulk' }))
    expect(await screen.findByRole('heading', { name: 'Edit more than 1000 items' })).toBeTruthy()
    await user.click(await screen.findByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Colour' }))
    await user.type(await screen.findByRole('textbox', { name: 'Colour' }), 'red')
    const go = screen.getByRole('button', { name: 'See what would change' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    expect(searches).toMatchObject([{ countsAll: true, paging: { pageSize: 1 }, filtering: { searchText: 'cam' } }])
    count(3_217)
    expect(await screen.findByRole('heading', { name: 'Edit 3217 items' })).toBeTruthy()
    expect(go.getAttribute('aria-disabled')).toBeNull()
  })

  it('of a gallery makes media items of the files that it takes, and takes none where pictures are taken away', async () => {
    const field = { technicalName: 'pictures', friendlyName: { 'en-US': 'Pictures' }, type: 'medias' as const }
    const file = { technicalName: 'file', friendlyName: { 'en-US': 'File' }, type: 'binary' as const }
    const camera = { technicalName: 'camera', friendlyName: {}, kind: 'user' as const, fields: [field] }
    const picture = { technicalName: 'picture', friendlyName: {}, kind: 'media' as const, fields: [file] }
    const { user, asked } = openSelecting({
      overrides: {
        'contentModel.getAllTypes': () => [camera, picture],
        'contentModel.getAllMediaTypes': () => [picture],
        'binary.findSameContent': () => [],
        'binary.uploadBinary': () => ({
          binaryId: uuid(3),
          fileName: 'lens.png',
          mimeType: 'image/png',
          byteSize: 4,
          sha256: '0'.repeat(64),
          rendition: { state: 'ready' },
          createdAt: '2026-01-01T00:00:00Z',
          usedBy: [],
        }),
        'contentItem.batchItems': () => ({ results: [{ index: 0, outcome: 'created', contentItemId: uuid(77) }] }),
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Camera 1' }))
    await user.click(await screen.findByRole('button', { name: 'Edit in bulk' }))
    await user.click(await screen.findByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Pictures' }))
    await user.upload(
      await screen.findByLabelText('File to upload'),
      new File(['lens'], 'lens.png', { type: 'image/png' }),
    )
    const go = screen.getByRole('button', { name: 'See what would change' })
    await waitFor(() => expect(go.getAttribute('aria-disabled')).toBeNull())
    const chooseKind = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'What to do' }))
      await user.click(await screen.findByRole('option', { name }))
    }
    await chooseKind('Take entries away')
    await waitFor(() => expect(screen.queryByLabelText('File to upload')).toBeNull())
    await chooseKind('Set the value')
    await user.click(go)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ edits: [{ kind: 'set', technicalFieldName: 'pictures', value: [uuid(77)] }] })
  })

  it('without a selection says where one is made', async () => {
    openContent({ at: '/content-bulk-edit', role: 'editor', server: { 'contentModel.getAllTypes': () => [] } })
    expect(await screen.findByText('Nothing is selected')).toBeTruthy()
  })
})
