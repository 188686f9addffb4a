import type { Field } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { FieldEditor } from '../fields.tsx'
import { FieldPlace } from '../frame/field-place.tsx'
import { type FieldServices, type ItemLabel, UploadRefused, type UploadSteps } from '../frame/field-services.tsx'
import { drawField, testField, testServices, World } from '../frame/testing.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)
const user = userEvent.setup()

const altText: Field = {
  technicalName: 'altText',
  friendlyName: { 'en-US': 'Alternative text' },
  type: 'text',
  required: 'onPublish',
}
const idOf = (number: number): string => `00000000-0000-7000-8000-0000000000${20 + number}`
const png = (name: string): File => new File([name], name, { type: 'image/png' })
const made = (file: File, number: number): ItemLabel => ({
  contentItemId: idOf(number),
  name: file.name,
  typeLabel: 'Image',
})

interface Running {
  readonly file: File
  readonly steps: UploadSteps
  done(label: ItemLabel): void
  fail(reason: Error): void
}

/** A server that does with each file what the test says. */
function uploading(): { services: FieldServices; running: Running[]; at(index: number): Running; held: boolean[] } {
  const running: Running[] = []
  const held: boolean[] = []
  const services: FieldServices = {
    ...testServices,
    itemLabel: async (id) => ({ contentItemId: id, name: `Item ${id.slice(-2)}`, typeLabel: 'Image' }),
    holdForUploads: (_place, isHeld) => void held.push(isHeld),
    uploadMedia: (file) => (steps) =>
      new Promise((done, fail) => {
        running.push({ file, steps, done, fail })
      }),
  }
  const at = (index: number): Running => {
    const found = running[index]
    if (!found) throw new Error(`There is no upload ${index}.`)
    return found
  }
  return { services, running, at, held }
}

const input = () => screen.getByLabelText<HTMLInputElement>('File to upload')
const rowOf = (name: string) => within(screen.getByRole('listitem', { name }))

describe('a field of media', () => {
  it('takes what is chosen, dropped and pasted, and keeps the order in which the files came', async () => {
    const { services, running, at } = uploading()
    const drawn = drawField(testField('medias'), null, { services })
    await user.upload(input(), [png('a.png'), png('b.png')])
    const find = screen.getByRole('combobox', { name: 'Find a media item' })
    fireEvent.drop(find, { dataTransfer: { files: [png('c.png')], types: ['Files'] } })
    // The third is sent as well, the fourth waits until one of them is there.
    fireEvent.paste(find, { clipboardData: { files: [new File(['d'], 'image.png', { type: 'image/png' })] } })
    expect(running.map(({ file }) => file.name)).toEqual(['a.png', 'b.png', 'c.png'])
    await act(async () => at(1).done(made(png('b.png'), 1)))
    await waitFor(() => expect(running).toHaveLength(4))
    expect(at(3).file.name).toMatch(/^Pasted \d{4}-.*\.png$/)
    await act(async () => {
      at(0).done(made(png('a.png'), 0))
      at(3).done(made(at(3).file, 3))
      at(2).done(made(png('c.png'), 2))
    })
    await waitFor(() => expect(drawn.value()).toEqual([0, 1, 2, 3].map(idOf)))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('shows how far a file is, and asks beside it for what has to be known, one after the other by Enter', async () => {
    const { services, at } = uploading()
    drawField(testField('medias'), null, { services })
    await user.upload(input(), [png('a.png'), png('b.png'), png('c.png')])
    act(() => at(0).steps.onProgress(0.4))
    expect(rowOf('a.png').getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    const answers: unknown[] = []
    const textOf = (name: string) => rowOf(name).getByRole('textbox', { name: /Alternative text/ })
    // The second is sent sooner than the first: it has the focus, and keeps it when the others ask.
    for (const index of [1, 0, 2])
      await act(async () => {
        void at(index)
          .steps.fill([altText], {})
          .then((values) => answers.push(values))
      })
    expect(document.activeElement).toBe(textOf('b.png'))
    await user.keyboard('{Enter}')
    expect(rowOf('b.png').getByText('Needed before publishing.')).toBeTruthy()
    await user.keyboard('A bag{Enter}')
    expect(document.activeElement).toBe(textOf('c.png'))
    await user.keyboard('A strap{Enter}')
    expect(document.activeElement).toBe(textOf('a.png'))
    await user.keyboard('A lens{Enter}')
    await waitFor(() => expect(answers).toEqual([{ altText: 'A bag' }, { altText: 'A strap' }, { altText: 'A lens' }]))
  })

  it('offers the media item that has the same bytes, or another one', async () => {
    const { services, at } = uploading()
    const drawn = drawField(testField('media'), null, { services })
    await user.upload(input(), png('again.png'))
    const known: ItemLabel = { contentItemId: idOf(7), name: 'Already there', typeLabel: 'Image' }
    let chosen: unknown = 'nothing yet'
    await act(
      async () =>
        void at(0)
          .steps.reuse([known])
          .then((answer) => (chosen = answer)),
    )
    await user.click(screen.getByRole('button', { name: 'Use this one: Already there' }))
    expect(chosen).toEqual(known)
    await act(async () => at(0).done(known))
    await waitFor(() => expect(drawn.value()).toBe(idOf(7)))
  })

  it('says why a file failed, and tries it again with what was typed for it', async () => {
    const { services, running, at } = uploading()
    const drawn = drawField(testField('media'), null, { services })
    await user.upload(input(), png('big.png'))
    await act(async () => void at(0).steps.fill([altText], {}))
    await user.type(rowOf('big.png').getByRole('textbox', { name: /Alternative text/ }), 'A big one')
    await act(async () => at(0).fail(new UploadRefused('The file is larger than is allowed.')))
    expect(rowOf('big.png').getByRole('status').textContent).toBe('The file is larger than is allowed.')
    await user.click(rowOf('big.png').getByRole('button', { name: 'Try again' }))
    expect(running).toHaveLength(2)
    await act(async () => void at(1).steps.fill([altText], {}))
    expect(rowOf('big.png').getByRole<HTMLInputElement>('textbox', { name: /Alternative text/ }).value).toBe(
      'A big one',
    )
    await act(async () => at(1).done(made(png('big.png'), 1)))
    await waitFor(() => expect(drawn.value()).toBe(idOf(1)))
  })

  it('of one takes one, says that the others were left out, and replaces it by what is dropped later', async () => {
    const { services, running, at } = uploading()
    const drawn = drawField(testField('media'), null, { services })
    const find = screen.getByRole('combobox', { name: 'Find a media item' })
    fireEvent.drop(find, { dataTransfer: { files: [png('a.png'), png('b.png')], types: ['Files'] } })
    expect(running).toHaveLength(1)
    expect(screen.getByText('There is room for one file here: one other was left out.')).toBeTruthy()
    await act(async () => at(0).done(made(png('a.png'), 0)))
    await waitFor(() => expect(drawn.value()).toBe(idOf(0)))
    fireEvent.drop(screen.getByRole('list'), { dataTransfer: { files: [png('c.png')], types: ['Files'] } })
    await act(async () => at(1).done(made(png('c.png'), 2)))
    await waitFor(() => expect(drawn.value()).toBe(idOf(2)))
  })

  it('goes on while it is not drawn, and holds the page until all is done', async () => {
    const { services, at, held } = uploading()
    const changes: unknown[] = []
    function Page() {
      const [isDrawn, draw] = useState(true)
      return (
        <World services={services}>
          <button type="button" onClick={() => draw(!isDrawn)}>
            Other language
          </button>
          {isDrawn && (
            <FieldPlace place="variation/it">
              <FieldEditor
                field={testField('medias')}
                value={null}
                onChange={(value) => changes.push(value)}
                languageCode="en-US"
              />
            </FieldPlace>
          )}
        </World>
      )
    }
    render(<Page />)
    await user.upload(input(), png('slow.png'))
    expect(held).toEqual([true])
    await user.click(screen.getByRole('button', { name: 'Other language' }))
    expect(at(0).steps.signal.aborted).toBe(false)
    await act(async () => at(0).done(made(png('slow.png'), 5)))
    expect(changes).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Other language' }))
    await waitFor(() => expect(changes).toEqual([[idOf(5)]]))
    expect(held.at(-1)).toBe(false)
  })
})
