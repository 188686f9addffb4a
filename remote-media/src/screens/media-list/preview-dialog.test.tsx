import { afterAll, afterEach, beforeAll, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { binary, openMedia, row, uuid } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)
const ofBrowser = globalThis.IntersectionObserver
afterAll(() => {
  globalThis.IntersectionObserver = ofBrowser
})
beforeAll(() => {
  // A page without layout sees nothing scroll into view: here everything is in view at once.
  globalThis.IntersectionObserver = class extends IntersectionObserver {
    readonly #see: IntersectionObserverCallback
    constructor(see: IntersectionObserverCallback) {
      super(see)
      this.#see = see
    }
    override observe(target: Element) {
      const box = target.getBoundingClientRect()
      this.#see(
        [
          {
            isIntersecting: true,
            target,
            boundingClientRect: box,
            intersectionRatio: 1,
            intersectionRect: box,
            rootBounds: null,
            time: 0,
          },
        ],
        this,
      )
    }
  }
})

/** A document of three pages, and a picture beside it. */
function open(at: string) {
  const pages: (number | undefined)[] = []
  const opened = openMedia({
    at,
    rows: [row(1, { name: 'Manual.pdf' }), row(2)],
    overrides: {
      'binary.getBinary': ({ params }) => ({
        ...binary,
        ...params,
        ...(params.binaryId === uuid(301) && { pageCount: 3 }),
      }),
      'binary.getBinaryContent': ({ params, query }) => {
        if (params.binaryId === uuid(301) && query.imageSize === 'large') pages.push(query.page)
        return new Blob(['picture'])
      },
    },
  })
  return { ...opened, pages }
}
const dialog = async (name = 'Manual.pdf') => within(await screen.findByRole('dialog', { name }))

describe('the preview of a document', () => {
  it('turns its pages by buttons and by keys, and the address remembers which', async () => {
    const { user, record, pages } = open(`/media-items?preview=${uuid(101)}`)
    const shown = await dialog()
    expect((await shown.findByRole('status')).textContent).toBe('Page 1 of 3')
    await user.click(shown.getByRole('button', { name: 'Next page' }))
    expect(shown.getByRole('status').textContent).toBe('Page 2 of 3')
    expect(record.address).toBe(`/media-items?preview=${uuid(101)}&previewPage=2`)
    await user.keyboard(' ')
    expect(shown.getByRole('status').textContent).toBe('Page 3 of 3')
    // At the end the button stays where the focus is, and does nothing.
    await user.keyboard(' {PageDown}')
    expect(shown.getByRole('status').textContent).toBe('Page 3 of 3')
    expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Next page' }))
    await user.keyboard('{PageUp}')
    expect(shown.getByRole('status').textContent).toBe('Page 2 of 3')
    await waitFor(() => expect(new Set(pages)).toEqual(new Set([undefined, 2, 3])))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(record.address).toBe('/media-items'))
  })

  it('turns a page for each press, also where the address has not followed the first yet', async () => {
    open(`/media-items?preview=${uuid(101)}`)
    const shown = await dialog()
    expect((await shown.findByRole('status')).textContent).toBe('Page 1 of 3')
    const button = shown.getByRole('button', { name: 'Next page' })
    act(() => {
      fireEvent.keyDown(button, { key: 'PageDown' })
      fireEvent.keyDown(button, { key: 'PageDown' })
    })
    await waitFor(() => expect(shown.getByRole('status').textContent).toBe('Page 3 of 3'))
  })

  it('opens at the page of the address, and at the last one where there are fewer', async () => {
    const { pages } = open(`/media-items?preview=${uuid(101)}&previewPage=9`)
    expect((await (await dialog()).findByRole('status')).textContent).toBe('Page 3 of 3')
    await waitFor(() => expect(pages).toEqual([3]))
  })

  it('goes on to the neighbours at their first page; what has one page has no stepper', async () => {
    const { user, record } = open(`/media-items?preview=${uuid(101)}&previewPage=2`)
    await (await dialog()).findByText('Page 2 of 3')
    await user.keyboard('{ArrowRight}')
    const next = await dialog('Picture 2.png')
    expect(record.address).toBe(`/media-items?preview=${uuid(102)}`)
    expect(next.queryByRole('status')).toBeNull()
    expect(next.getByRole('button', { name: 'Download' })).toBeTruthy()
  })
})
