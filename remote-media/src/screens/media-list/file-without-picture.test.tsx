import { Refusal } from '@pim/api-client/testing'
import type { Rendition } from '@pim/contract/core/rendition.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, within } from '@testing-library/react'
import { binary, openMedia, row, uuid } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

/** The test's browser has no layout, so nothing ever scrolls into its view: here everything is in view at once. */
class EverythingInView implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly #report: IntersectionObserverCallback
  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }
  observe(target: Element) {
    const box = target.getBoundingClientRect()
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0, rootBounds: null }
    queueMicrotask(() => this.#report([{ ...entry, boundingClientRect: box, intersectionRect: box }], this))
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
const own = globalThis.IntersectionObserver
beforeAll(() => {
  globalThis.IntersectionObserver = EverythingInView
})
afterAll(() => {
  globalThis.IntersectionObserver = own
})

const scan = row(1, { name: 'Scan.psd' })

describe('a file without a picture', () => {
  it.each(['', '?view=list'])('says why in the list, and is asked for once (%s)', async (query) => {
    let asked = 0
    openMedia({
      at: `/media-items${query}`,
      rows: [scan],
      overrides: {
        'binary.getBinaryContent': () => {
          asked++
          throw new Refusal('IMAGE_UNREADABLE', { renditionReason: 'pixels' })
        },
      },
    })
    const sentence = 'It has more pixels than can be shown'
    if (query === '') expect(await screen.findByText(sentence)).toBeTruthy()
    else expect(await screen.findByRole('img', { name: sentence })).toBeTruthy()
    expect(asked).toBe(1)
  })

  it.each([
    [{ state: 'none', reason: 'damaged' }, 'The file is damaged: it cannot be shown'],
    [{ state: 'none', reason: 'complexity' }, 'The drawing has too many parts or effects to be shown'],
    [{ state: 'ready', reason: 'damaged' }, 'The file is damaged: only a part of it can be shown'],
    [{ state: 'pending' }, 'The picture is not made yet'],
  ] as const)('says so among its facts: %j', async (rendition: Rendition, sentence) => {
    openMedia({
      at: `/media-items?item=${uuid(101)}`,
      rows: [scan],
      overrides: { 'binary.getBinary': () => ({ ...binary, rendition }) },
    })
    const panel = within(await screen.findByRole('complementary', { name: 'Scan.psd' }))
    const term = await panel.findByText('Picture')
    expect(term.nextElementSibling?.textContent).toBe(sentence)
  })
})
