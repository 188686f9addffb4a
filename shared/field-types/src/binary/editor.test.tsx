import { afterAll, afterEach, beforeAll, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { UploadRefused } from '../frame/field-services.tsx'
import { testField, testServices, World } from '../frame/testing.tsx'
import { BinaryEditor } from './editor.tsx'

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
afterEach(cleanup)

const id = '00000000-0000-7000-8000-000000000001'
const draw = (services: Partial<typeof testServices>, value: string | null = id) =>
  render(
    <World services={{ ...testServices, ...services }}>
      <BinaryEditor
        id="file"
        field={testField('binary')}
        settings={{}}
        value={value}
        onChange={() => undefined}
        isReadOnly={false}
        isInvalid={false}
        languageCode="en-US"
        labelId="label"
        describedBy="help"
      />
    </World>,
  )

describe('the editor of a file', () => {
  it('says that no picture is made of the file, and asks once for it', async () => {
    let asked = 0
    draw({
      thumbnail: async () => {
        asked++
        return { reason: 'kind' }
      },
    })
    await waitFor(() => expect(screen.getByTitle('No picture is made of this file')).toBeTruthy())
    expect(asked).toBe(1)
  })

  it('says why a file was not taken', async () => {
    draw(
      {
        uploadBinary: async () => {
          throw new UploadRefused('The limit of this tenant is reached.')
        },
      },
      null,
    )
    await userEvent.upload(screen.getByLabelText('File to upload'), new File(['x'], 'x.png', { type: 'image/png' }))
    expect((await screen.findByRole('status')).textContent).toBe('The limit of this tenant is reached.')
  })
})
