import { type Handlers, Refusal } from '@pim/api-client/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { english, uuid } from '../../../testing/open-content.tsx'
import { openList, row, rowOf } from '../../../testing/open-list.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const bar = (label: string) => screen.findByRole('toolbar', { name: label })

/** Presses the button that does the plan, once the plan is there. */
async function press(user: UserEvent, name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await user.click(button)
}

/** Opens the list and selects the rows of these names. */
async function openSelected(names: readonly string[], options: Parameters<typeof openList>[0] = {}) {
  const opened = openList(options)
  for (const name of names) await opened.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  return opened
}

describe('selected rows', () => {
  it('bring what can be done with them in the place of the filters, until they are let go', async () => {
    const { user } = await openSelected(['Camera 1', 'Camera 2'])
    const tools = within(await bar('2 items selected'))
    expect(tools.getByRole('button', { name: 'Publish' })).toBeTruthy()
    expect(tools.queryByRole('button', { name: 'Unpublish' })).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
    // They keep their room under it, so that no row moves.
    expect(screen.getByRole('searchbox', { hidden: true })).toBeTruthy()
    await user.click(tools.getByRole('button', { name: 'Clear the selection' }))
    expect(screen.getByRole('searchbox', { name: 'Search content' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Camera 1' }).checked).toBe(false)
  })

  it('are let go with their page', async () => {
    const { user } = await openSelected(['Camera 1'], { totalCount: 60 })
    await bar('1 item selected')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await screen.findByText('26–50 of 60')).toBeTruthy()
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('of a whole page lead to all that match, for which the server keeps a plan', async () => {
    const { user, asked, planned } = openList({ at: '/content-items?type=camera&size=100', totalCount: 340 })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Select all 340 that match' }))
    const tools = within(await bar('All 340 items that match are selected'))
    expect(tools.queryByRole('button', { name: 'Restore' })).toBeNull()
    expect(tools.queryByRole('button', { name: 'Erase for good' })).toBeNull()
    await user.click(tools.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(planned).toHaveLength(1))
    const { paging: _, ...search } = asked.find(({ filtering }) => filtering?.translation === undefined) ?? {}
    const filtering = { ...search.filtering, statuses: ['draft', 'published', 'unpublished'] }
    expect(planned).toEqual([{ selection: { ...search, filtering }, step: 'publish', keep: true, skipBlocked: true }])
    expect(await screen.findByRole('heading', { name: 'Plan for many items' })).toBeTruthy()
  })

  it('say in words that no more plans can wait', async () => {
    const { user, record } = openList({
      totalCount: 340,
      overrides: {
        'publishPlan.makePlan': () => {
          throw new Refusal('ALREADY_RUNNING')
        },
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 340 that match' }))
    await user.click(await screen.findByRole('button', { name: 'Unpublish' }))
    await waitFor(() => expect(record.feedback[0]?.message).toMatch(/as many as can wait are waiting/))
  })

  it('that are deleted can come back or go for good', async () => {
    await openSelected(['Camera 1'], { at: '/content-items?deleted=only', rows: [row(1, { isDeleted: true })] })
    const tools = within(await bar('1 item selected'))
    expect(tools.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '',
      'Restore',
      'Erase for good',
    ])
  })
})

describe('texts that are older than their sources', () => {
  const behind = { translation: { state: 'outdated', percent: 50 } } as const

  it('of all that match are rehearsed as a bulk change, with how many they are', async () => {
    const made: unknown[] = []
    const { user, asked } = openList({
      at: '/content-items?type=camera',
      totalCount: 340,
      overrides: {
        'bulkChange.createBulkChange': ({ body }) => {
          made.push(body)
          throw new Refusal('ALREADY_RUNNING')
        },
      },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 340 that match' }))
    await press(user, 'Mark as up to date 340')
    await waitFor(() => expect(made).toHaveLength(1))
    expect(asked.at(-1)?.filtering).toMatchObject({ translation: ['outdated'] })
    expect(made[0]).toMatchObject({
      selection: { filtering: { contentTypeTechnicalNames: ['camera'], translation: ['outdated'] } },
      edits: [{ kind: 'markTranslated' }],
      variationIds: [english.variationId],
    })
    expect(made[0]).not.toHaveProperty('selection.paging')
  })

  it('are marked as up to date, those alone', async () => {
    const marked: unknown[] = []
    const { user, record } = await openSelected(['Camera 1', 'Camera 2'], {
      rows: [row(1, behind), row(2)],
      overrides: {
        'contentVariation.markTranslated': ({ body }) => {
          marked.push(body)
          return { changedCount: 1 }
        },
      },
    })
    await press(user, 'Mark as up to date 1')
    await waitFor(() => expect(record.feedback[0]?.message).toBe('1 item is marked as up to date'))
    expect(marked).toEqual([{ contentVariationIds: [row(1).contentVariationId] }])
  })
})

describe('a step for many', () => {
  it('is asked about by number and name, then taken for each, and the rows are read again', async () => {
    const { user, steps, record } = await openSelected(['Camera 1', 'Camera 2'])
    await user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Publish' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish 2 items in English?' }))
    expect(await dialog.findByRole('link', { name: 'Camera 1' })).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Camera 2' })).toBeTruthy()
    expect(dialog.getByText('2 go live')).toBeTruthy()
    expect(steps).toEqual([])
    await press(user, 'Publish 2 items')
    await waitFor(() => expect(steps).toEqual(['publish Camera 1', 'publish Camera 2']))
    expect(await within(await rowOf('Camera 2')).findByText('Published')).toBeTruthy()
    expect(record.feedback).toMatchObject([{ type: 'success', message: '2 items are live' }])
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('is taken back with what was published with it', async () => {
    const undone: unknown[] = []
    const { user, record } = await openSelected(['Camera 1', 'Camera 2'], {
      overrides: {
        'publishPlan.executePlan': ({ body }) => ({
          jobId: null,
          bulkChangeId: uuid(700),
          variations: ['steps' in body ? body.steps.map(({ contentVariationId }) => contentVariationId) : [], uuid(701)]
            .flat()
            .map((contentVariationId, at) => ({
              contentItemId: at === 2 ? uuid(702) : row(at + 1).contentItemId,
              contentVariationId,
              variationId: english.variationId,
              status: 'published' as const,
              version: 2,
              publishedVersion: 2,
            })),
        }),
        'bulkChange.createBulkChange': ({ body }) => {
          undone.push(body)
          throw new Refusal('ALREADY_RUNNING')
        },
      },
    })
    await user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Publish' }))
    await press(user, 'Publish 2 items')
    await waitFor(() => expect(record.feedback).toHaveLength(1))
    expect(record.feedback[0]?.message).toBe('2 items are live, 1 linked item, too')
    record.feedback[0]?.action?.run()
    await waitFor(() => expect(undone).toEqual([{ undoOf: uuid(700) }]))
  })

  it('is left alone by Cancel', async () => {
    const { user, steps } = await openSelected(['Camera 1'])
    await user.click(within(await bar('1 item selected')).getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await bar('1 item selected')).toBeTruthy()
    expect(steps).toEqual([])
  })

  it('says how many of the selected rows it is for, and leaves the others as they are', async () => {
    const rows = [row(1), row(2, { status: 'published' })]
    const { user, steps } = await openSelected(['Camera 1', 'Camera 2'], { rows })
    await user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Publish 1' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish 1 item in English?' }))
    expect(dialog.getByText(/1 selected item is left as it is/)).toBeTruthy()
    await press(user, 'Publish 1 item')
    await waitFor(() => expect(steps).toEqual(['publish Camera 1']))
  })

  it('says what is blocked and why, does nothing of it, and goes on without it', async () => {
    const missing = { technicalFieldName: 'colour', code: 'REQUIRED' as const, message: 'is required' }
    const { user, steps, record } = await openSelected(['Camera 1', 'Camera 2'], {
      plan: ({ name }) => (name === 'Camera 2' ? { blocking: [missing] } : {}),
    })
    await user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Publish' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(await dialog.findByText('Colour is needed before en-US can go live.')).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Colour in en-US' }).getAttribute('href')).toContain('field=colour')
    await user.click(dialog.getByRole('button', { name: 'Publish 2 items' }))
    expect(steps).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Leave it out and go on with the others' }))
    await press(user, 'Publish 1 item')
    await waitFor(() => expect(steps).toEqual(['publish Camera 1']))
    expect(record.feedback).toMatchObject([{ type: 'success', message: '1 item is live' }])
  })

  it('that deletes can be taken back', async () => {
    const { user, steps, record } = await openSelected(['Camera 1'])
    await user.click(within(await bar('1 item selected')).getByRole('button', { name: 'Delete' }))
    await press(user, 'Delete 1 item')
    await waitFor(() => expect(screen.queryByText('Camera 1')).toBeNull())
    const [said] = record.feedback
    expect(said).toMatchObject({ message: '1 item deleted', action: { label: 'Undo' } })
    act(() => said?.action?.run())
    expect(await rowOf('Camera 1')).toBeTruthy()
    expect(steps).toEqual(['delete Camera 1', 'restore Camera 1'])
  })

  it('that the role does not reach says which role it takes', async () => {
    const { user, steps } = await openSelected(['Camera 1'], { role: 'editor' })
    const button = within(await bar('1 item selected')).getByRole('button', { name: 'Publish' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('publisher')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(steps).toEqual([])
  })
})

describe('the channels of many', () => {
  const openChannels = async (rows: Parameters<typeof row>[1][]) => {
    const names = rows.map((_, index) => `Camera ${index + 1}`)
    const opened = await openSelected(names, {
      rows: rows.map((parts, index) => row(index + 1, parts)),
      channels: ['web', 'print', 'shop'],
    })
    await opened.user.click(
      within(await bar(`${names.length} items selected`)).getByRole('button', { name: /^Channels/ }),
    )
    return { ...opened, dialog: within(await screen.findByRole('dialog')) }
  }

  it('are added where they are not yet, in one call, and taken back', async () => {
    const { user, dialog, steps, record } = await openChannels([
      { deliveryTargets: ['web'] },
      {},
      { deliveryTargets: ['print'] },
      { status: 'archived' },
    ])
    expect(dialog.getByRole('heading', { name: 'Channels of 3 items' })).toBeTruthy()
    await user.click(dialog.getByRole('checkbox', { name: 'print' }))
    await user.click(dialog.getByRole('button', { name: 'Change 1 item' }))
    await waitFor(() => expect(steps).toEqual(['channels print,web for Camera 1']))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    expect(record.feedback).toMatchObject([{ type: 'success', message: 'The channels of 1 item are changed' }])
    await act(async () => record.feedback[0]?.action?.run())
    await waitFor(() => expect(steps.at(-1)).toBe('channels web for Camera 1'))
    await waitFor(() => expect(record.feedback.at(-1)?.message).toBe('1 item goes where it went before'))
  })

  it('are taken out of, but not of the last one; what somebody has changed meanwhile is named and left', async () => {
    const { user, dialog, steps, meanwhile } = await openChannels([{}, { deliveryTargets: ['web'] }, {}])
    await user.click(dialog.getByRole('radio', { name: 'Take out of' }))
    await user.click(dialog.getByRole('checkbox', { name: 'web' }))
    expect(dialog.getByText(/1 item would go to no channel/)).toBeTruthy()
    meanwhile('Camera 3', { deliveryTargets: ['shop'] })
    await user.click(dialog.getByRole('button', { name: 'Change 2 items' }))
    expect(await dialog.findByText(/^Camera 3: Somebody else has changed it meanwhile/)).toBeTruthy()
    expect(steps).toEqual(['channels print,shop for Camera 1'])
  })
})

describe('erasing many', () => {
  const preview = (files: readonly string[]) => ({
    variations: 2,
    versions: 600,
    fileCount: files.length,
    fileBytes: files.length * 1_000,
    files: files.map((fileName, index) => ({ binaryId: uuid(300 + index), fileName, byteSize: 1_000 })),
    // The second deleted item, and one that stays.
    linkedFromCount: 2,
    linkedFrom: [
      { contentItemId: uuid(102), name: 'Camera 2' },
      { contentItemId: uuid(109), name: 'Shelf' },
    ],
  })
  const openErasing = async (overrides: Handlers) => {
    const opened = await openSelected(['Camera 1', 'Camera 2'], {
      at: '/content-items?deleted=only',
      rows: [row(1, { isDeleted: true }), row(2, { isDeleted: true })],
      overrides: {
        'contentItem.previewPurge': ({ params }) =>
          preview(params.contentItemId === uuid(101) ? ['front.jpg', 'back.jpg'] : ['side.jpg']),
        ...overrides,
      },
    })
    await opened.user.click(within(await bar('2 items selected')).getByRole('button', { name: 'Erase for good' }))
    return { ...opened, dialog: within(await screen.findByRole('alertdialog', { name: 'Erase 2 items for good?' })) }
  }
  const factsOf = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
    dialog.getAllByRole('definition').map(({ textContent }) => textContent)
  const erasure = (contentItemId: string) =>
    ({ removed: { items: 1, versions: 600 }, jobId: contentItemId, status: 'done' }) as const

  it('says what goes with all of them, wants a word typed, and says what went', async () => {
    const erased: string[] = []
    const { user, dialog } = await openErasing({
      'contentItem.purgeItem': ({ params: { contentItemId } }) => {
        erased.push(contentItemId)
        return erasure(contentItemId)
      },
    })
    await dialog.findByText('1,200')
    expect(factsOf(dialog)).toEqual([
      '2: Camera 1, Camera 2',
      '4',
      '1,200',
      '3 · 3 kB: front.jpg, back.jpg, side.jpg',
      '1: Shelf',
    ])
    expect(dialog.getByRole('button', { name: 'Erase for good' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), '{Enter}')
    expect(erased).toEqual([])
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    expect(erased).toEqual([uuid(101), uuid(102)])
    expect(factsOf(report)).toEqual(['2', '1,200'])
    await user.click(report.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('names what was left and why', async () => {
    const { user, dialog } = await openErasing({
      'contentItem.purgeItem': ({ params: { contentItemId } }) => {
        if (contentItemId === uuid(102)) throw new Refusal('NOT_FOUND')
        return erasure(contentItemId)
      },
    })
    await dialog.findByText('1,200')
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    expect(factsOf(report)).toEqual([
      '1',
      '600',
      'Camera 2: There is no such thing, or none that the caller may know of.',
    ])
  })

  it('is not to be had while it is not known what goes', async () => {
    const { user, dialog } = await openErasing({
      'contentItem.previewPurge': () => {
        throw new Refusal('NOT_FOUND')
      },
    })
    await dialog.findByText(/could not be found out/)
    await user.type(dialog.getByRole('textbox'), 'erase')
    expect(dialog.getByRole('button', { name: 'Erase for good' }).getAttribute('aria-disabled')).toBe('true')
  })
})
