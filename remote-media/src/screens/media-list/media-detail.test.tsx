import { Refusal } from '@pim/api-client/testing'
import type { Linked } from '@pim/contract'
import type { MediaDetailGiven } from '@pim/shell/slots'
import { fillsOf } from '@pim/shell/testing'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { binary, openMedia, row, uuid, variationOf } from '../../testing/open-media.tsx'

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

  it('has what other sections know of it', async () => {
    const Rights = ({ contentItemId, variationId, binaryId }: MediaDetailGiven) => (
      <p>{`rights of ${contentItemId} ${variationId} ${binaryId}`}</p>
    )
    const fills = fillsOf(
      { fills: { 'media.detail': { rights: async () => Rights } } },
      { fills: { 'media.detail': { rights: { titleKey: 'Rights' } } } },
    )
    openMedia({ at, fills })
    const part = within(await (await panel()).findByRole('region', { name: 'Rights' }))
    expect(await part.findByText(`rights of ${uuid(101)} ${uuid(1)} ${uuid(301)}`)).toBeTruthy()
  })

  it('gets another file in its place, in the variation that it is from', async () => {
    const sent: unknown[] = []
    const { user, record } = openMedia({
      at,
      overrides: {
        'contentVariation.updateVariation': ({ body }) => {
          sent.push(body)
          return variationOf(row(1))
        },
      },
    })
    const detail = await panel()
    await detail.findByRole('button', { name: 'Replace the file' })
    const file = new File(['x'], 'new.png', { type: 'image/png' })
    await user.upload(detail.getByLabelText('Replace the file', { selector: 'input' }), file)
    expect(record.uploads.map((upload) => upload.file.name)).toEqual(['new.png'])
    const { signal } = new AbortController()
    const finished = await record.uploads[0]?.finish?.(binary, { signal, tenantId: 'acme' })
    expect(finished?.href).toBe(`/media-items?item=${uuid(101)}`)
    expect(sent).toEqual([
      { contentVariationId: uuid(201), fields: [{ technicalFieldName: 'file', value: binary.binaryId }] },
    ])
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

  it('that is deleted is found again, and erased for good after a word was typed', async () => {
    const asked: unknown[] = []
    const { user, record } = openMedia({
      at: `/media-items?deleted=only&item=${uuid(101)}`,
      rows: [row(1, { isDeleted: true }), row(2)],
      overrides: {
        'contentItem.previewPurge': () => ({
          variations: 1,
          versions: 7,
          fileCount: 2,
          fileBytes: 2_500_000,
          files: [{ binaryId: uuid(301), fileName: 'from-the-camera.png', byteSize: 1_500_000 }],
          linkedFromCount: 1,
          linkedFrom: [{ contentItemId: uuid(7), name: 'Camera 7' }],
        }),
        'contentItem.purgeItem': ({ params }) => {
          asked.push(params.contentItemId)
          return { removed: { items: 1, versions: 7, files: 2, keptAnswers: 0 }, jobId: uuid(9), status: 'running' }
        },
      },
    })
    expect(screen.queryByRole('button', { name: /^Picture 2/ })).toBeNull()
    const detail = await panel()
    const opener = await detail.findByRole('button', { name: 'Erase for good' })
    expect(detail.queryByRole('button', { name: 'Delete' })).toBeNull()
    await user.click(opener)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Erase Picture 1.png for good?' }))
    await dialog.findByText('2 · 2.5 MB: from-the-camera.png')
    expect(dialog.getByText('1: Camera 7')).toBeTruthy()
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase for good' })
    await user.hover(confirm)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Type “erase” to confirm')
    const word = dialog.getByRole('textbox', { name: 'Type “erase” to confirm' })
    expect(document.activeElement).toBe(word)
    await user.type(word, 'no{Enter}')
    expect(asked).toEqual([])
    await user.clear(word)
    await user.type(word, 'Erase{Enter}')
    const report = within(await screen.findByRole('alertdialog', { name: 'Erased for good' }))
    const told = report.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(told).toEqual([
      ['Items', '1'],
      ['Versions', '7'],
      ['Files', '2'],
      ['Files and traces', 'Being removed; see Jobs in the settings'],
    ])
    expect(asked).toEqual([uuid(101)])
    await user.click(report.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(record.address).toBe('/media-items?deleted=only'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Media items' }))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  it('that is not erased says why, and gives the focus back', async () => {
    const { user } = openMedia({
      at: `/media-items?deleted=only&item=${uuid(101)}`,
      rows: [row(1, { isDeleted: true })],
      overrides: {
        'contentItem.previewPurge': () => {
          throw new Refusal('INTERNAL')
        },
      },
    })
    const opener = await (await panel()).findByRole('button', { name: 'Erase for good' })
    await user.click(opener)
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText(/could not be found out/)
    await user.type(dialog.getByRole('textbox'), 'erase{Enter}')
    expect(dialog.getByRole('button', { name: 'Erase for good' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
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
