import type { ItemBatch } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { binary, openMedia, uuid } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const picture = new File(['x'], 'lens.png', { type: 'image/png' })
/** Larger than the settings of the test's shell allow. */
const tooLarge = new File([new Uint8Array(1_000_001)], 'film.png', { type: 'image/png' })
const options = { signal: new AbortController().signal, tenantId: 'acme' }

/** The list, once files can be taken. */
async function open(settings: Parameters<typeof openMedia>[0] = {}) {
  const opened = openMedia(settings)
  await screen.findByRole('button', { name: /^Picture 1/ })
  return { ...opened, picker: screen.getByLabelText<HTMLInputElement>('Upload files', { selector: 'input' }) }
}

const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('heading', { name: 'Media items' }), { dataTransfer: { files, types: ['Files'] } })

describe('files that are chosen', () => {
  it('go to the tray, apart from those that are too large, which are named', async () => {
    const { user, record, picker } = await open()
    await user.upload(picker, [picture, tooLarge])
    expect(record.uploads.map(({ file }) => file.name)).toEqual(['lens.png'])
    expect(record.feedback).toEqual([{ type: 'error', message: 'film.png is larger than files may be' }])
  })

  it('become items of the type that takes them, made in one call with the file in them', async () => {
    const made: ItemBatch['items'] = []
    const { user, record, picker, asked } = await open({
      overrides: {
        'contentItem.batchItems': ({ body }) => {
          made.push(...body.items)
          return { results: [{ index: 0, outcome: 'created', contentItemId: uuid(9) }] }
        },
      },
    })
    await user.upload(picker, picture)
    const askedBefore = asked.length
    const result = await act(async () => record.uploads[0]?.finish?.({ ...binary, fileName: 'lens.png' }, options))
    expect(made).toMatchObject([
      {
        name: 'lens.png',
        technicalContentTypeName: 'picture',
        variations: [{ variationId: uuid(1), fields: [{ technicalFieldName: 'file', value: binary.binaryId }] }],
      },
    ])
    expect(result).toEqual({ href: `/media-items?item=${uuid(9)}` })
    // The list is read again, so that what is new shows.
    await waitFor(() => expect(asked.length).toBe(askedBefore + 1))
  })

  it('fail in the tray where the item is refused', async () => {
    const problem = { status: 422, code: 'QUOTA_REACHED', message: 'no room' } as const
    const { user, record, picker } = await open({
      overrides: {
        'contentItem.batchItems': () => ({ results: [{ index: 0, outcome: 'failed', problem }] }),
      },
    })
    await user.upload(picker, picture)
    await expect(act(async () => record.uploads[0]?.finish?.(binary, options))).rejects.toThrow('QUOTA_REACHED')
  })
})

describe('files that are dropped on the screen', () => {
  it('go to the tray', async () => {
    const { record } = await open()
    const heading = screen.getByRole('heading', { name: 'Media items' })
    fireEvent.dragEnter(heading, { dataTransfer: { files: [], types: ['Files'] } })
    expect(screen.getByText('Drop to upload')).toBeTruthy()
    drop(picture)
    expect(screen.queryByText('Drop to upload')).toBeNull()
    expect(record.uploads.map(({ file }) => file.name)).toEqual(['lens.png'])
  })

  it('are not taken from a viewer, who hears which role it takes', async () => {
    const { user, record } = await open({ role: 'viewer' })
    drop(picture)
    expect(record.uploads).toEqual([])
    const button = screen.getByRole('button', { name: 'Upload files' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('editor')
  })
})
