import { ApiError } from '@pim/api-client'
import { Refusal } from '@pim/api-client/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, swedish } from '../../testing/open-content.tsx'
import { add, contentItemId, fieldOf, input, inSwedish, openItem } from '../../testing/open-item.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

describe('an item', () => {
  it('that is on its way holds its place', async () => {
    openItem({ overrides: { 'contentItem.getItem': () => new Promise(() => undefined) } })
    expect(await screen.findByRole('status', { name: 'Loading...' })).toBeTruthy()
  })

  it('that is not there leads to the error page', async () => {
    const { record } = openItem({
      overrides: {
        'contentItem.getItem': () => {
          throw new Refusal('NOT_FOUND')
        },
      },
    })
    await waitFor(() => expect(record.unhandled).toHaveLength(1))
    const [failure] = record.unhandled
    expect(failure instanceof ApiError && failure.kind).toBe(404)
  })

  it('keeps a new name that was refused, to be tried again', async () => {
    const renamed: unknown[] = []
    const { user, record } = openItem({
      overrides: {
        'contentItem.renameItem': ({ query }) => {
          renamed.push(query.name)
          throw new Refusal('UNAVAILABLE')
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Rename' }))
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the item' })
    await user.type(name, ' D{Enter}')
    await waitFor(() => expect(renamed).toEqual(['Kamera 70 D']))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the item' }).value).toBe('Kamera 70 D')
    await waitFor(() =>
      expect(record.feedback[0]?.message).toBe('The server cannot do this at the moment. Try again in a moment.'),
    )
  })
})

describe('the history of an item', () => {
  it('marks the words that changed, and says in words why a version cannot come back', async () => {
    const version = {
      action: 'edit',
      at: '2026-01-02T00:00:00Z',
      by: 'u2',
      status: 'draft',
      isPublished: false,
    } as const
    const { user, record } = openItem({
      overrides: {
        'contentVariation.getVersions': () => ({
          items: [{ ...version, version: 2, changedFields: ['slogan', 'weight'] }],
          paging: { pageNumber: 1, pageSize: 10, totalCount: 1, totalPages: 1 },
        }),
        'contentVariation.compareVersions': ({ query }) => ({
          ...query,
          changes: [
            { technicalFieldName: 'slogan', before: 'See it all', after: 'See it now' },
            { technicalFieldName: '$name', before: 'Kamera 60', after: 'Kamera 70' },
            { technicalFieldName: 'colour', after: 'Black' },
          ],
        }),
        'contentVariation.restoreVersion': () => {
          throw new Refusal('VALIDATION_FAILED', {
            fieldErrors: [{ technicalFieldName: 'slogan', code: 'TOO_LONG', message: 'for developers' }],
          })
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: "Compare version 2 with today's" }))
    const dialog = within(await screen.findByRole('dialog'))
    const marks = (await dialog.findAllByText(/^(?:all|now|60|70)$/)).map((word) => [
      word.tagName,
      word.lastChild?.textContent,
    ])
    expect(marks).toEqual([
      ['DEL', 'all'],
      ['INS', 'now'],
      ['DEL', '60'],
      ['INS', '70'],
    ])
    expect(within(dialog.getByRole('row', { name: /^Colour/ })).getAllByRole('cell')).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }))
    await waitFor(() =>
      expect(record.feedback[0]?.message).toBe(
        'Some values do not fit their fields. Correct them, then try again. It is about: Slogan.',
      ),
    )
  })
})

describe('the variations of an item', () => {
  it('are a tab each, which says how far it is', async () => {
    openItem({ inSwedish: { completeness: 40 } })
    const tab = await screen.findByRole('tab', { name: 'sv-SE Draft 40%' })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('tab', { name: 'en-US Draft' }).getAttribute('aria-selected')).toBe('false')
    expect(screen.getByRole('tabpanel', { name: 'sv-SE Draft 40%' })).toBeTruthy()
  })

  it('open from the address, and take their place in it', async () => {
    const { user, record } = openItem({ at: swedish })
    expect((await input('Title')).value).toBe('Kamera')
    await user.click(screen.getByRole('tab', { name: /en-US/ }))
    await waitFor(async () => expect((await input('Title')).value).toBe('Camera'))
    expect(record.address).toBe(`/content-item/${contentItemId}?variation=${english.variationId}`)
    // Whoever chose it with the keyboard goes on from there.
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /en-US/ }))
  })

  it('are left with what was typed saved', async () => {
    const { user, saves } = openItem({ at: swedish })
    await add(user, 'Title', ' 70')
    await user.click(screen.getByRole('tab', { name: /en-US/ }))
    await waitFor(() =>
      expect(saves).toMatchObject([{ contentVariationId: inSwedish, fields: [{ value: 'Kamera 70' }] }]),
    )
    await waitFor(async () => expect((await input('Title')).value).toBe('Camera'))
  })

  it('are read beside each other, and what differs is marked', async () => {
    const { user } = openItem({ at: swedish })
    await user.click(await screen.findByRole('combobox', { name: 'Compare with' }))
    await user.click(await screen.findByRole('option', { name: 'en-US' }))
    const title = within(await fieldOf('Title'))
    expect(await title.findByText('en-US · differs')).toBeTruthy()
    expect(title.getByText('Camera')).toBeTruthy()
    expect(within(await fieldOf('Colour')).getByText('en-US')).toBeTruthy()
  })
})

describe('an item that cannot be changed', () => {
  it('says to a viewer which role it takes', async () => {
    const { user, calls } = openItem({ role: 'viewer' })
    const title = await input('Title')
    expect(title.readOnly).toBe(true)
    const panel = within(screen.getByRole('tabpanel'))
    expect(panel.getByRole('alert').textContent).toBe('Takes the role of editor; ask an administrator of your tenant')
    expect(panel.queryByRole('button', { name: 'Reset to the fallback' })).toBeNull()
    expect(panel.queryByRole('button', { name: 'Leave empty on purpose' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull()

    const publish = screen.getByRole('button', { name: 'Publish' })
    await user.click(publish)
    await user.hover(publish)
    expect((await screen.findByRole('tooltip')).textContent).toContain('publisher')
    await user.type(title, 'mine')
    expect(title.value).toBe('Kamera')
    expect(calls).toEqual([])
  })

  it('because it is archived says how it can be', async () => {
    openItem({ inSwedish: { status: 'archived', allowedActions: ['draft'] } })
    expect((await input('Title')).readOnly).toBe(true)
    expect(screen.getByText(/This variation is archived/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('because it is deleted comes back at a press', async () => {
    const { user, record, calls } = openItem({ item: { isDeleted: true } })
    expect((await input('Title')).readOnly).toBe(true)
    expect(screen.getByText(/This item is deleted/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect((await input('Title')).readOnly).toBe(false))
    expect(calls).toEqual(['restore'])
    expect(record.feedback).toMatchObject([{ type: 'success', message: 'Kamera 70 is back' }])
  })
})

describe('a deleted item', () => {
  it('is erased for good after a word was typed, and the list of deleted ones is shown after the report', async () => {
    const { user, record } = openItem({
      overrides: {
        'contentItem.getItem': ({ params }) => ({ ...params, ...facts, isDeleted: true }),
        'contentItem.previewPurge': () => ({
          variations: 2,
          versions: 1_007,
          fileCount: 0,
          fileBytes: 0,
          files: [],
          linkedFromCount: 0,
          linkedFrom: [],
        }),
        'contentItem.purgeItem': ({ params }) => ({
          removed: { items: 1, versions: 1_007 },
          jobId: params.contentItemId,
          status: 'done',
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Erase for good' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase Kamera 70 for good?' }))
    await dialog.findByText('1,007')
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    expect(report.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Items', 'Versions'])
    await user.click(report.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(record.address).toBe('/content-items?deleted=only'))
  })
})

const facts = {
  name: 'Kamera 70',
  technicalContentTypeName: 'camera',
  kind: 'user',
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  modifiedBy: 'u2',
} as const
