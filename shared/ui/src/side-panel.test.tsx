import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { EraseDialog } from './erase-dialog.tsx'
import { SidePanel } from './side-panel.tsx'

configure({ asyncUtilTimeout: 20_000 })

/** A window whose width is changed by hand: the simulated one has no layout. */
let isNarrow = false
const listeners = new Set<unknown>()
const before = window.matchMedia
const resize = (narrow: boolean) =>
  act(() => {
    isNarrow = narrow
    for (const listener of listeners) if (typeof listener === 'function') listener()
  })
beforeEach(() => {
  isNarrow = false
  window.matchMedia = (media) => ({
    media,
    get matches() {
      return isNarrow
    },
    onchange: null,
    addListener: (listener: unknown) => void listeners.add(listener),
    removeListener: (listener: unknown) => void listeners.delete(listener),
    addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
    dispatchEvent: () => true,
  })
})
afterEach(() => {
  cleanup()
  window.matchMedia = before
})

function Panel() {
  const [isAsking, setAsking] = useState(true)
  return (
    <SidePanel open title="A file" onClose={() => {}}>
      {isAsking && (
        <EraseDialog
          title="Erase it?"
          facts={[]}
          failure={undefined}
          isBusy={false}
          report={undefined}
          onConfirm={() => {}}
          onClose={() => setAsking(false)}
        >
          It goes.
        </EraseDialog>
      )}
    </SidePanel>
  )
}

describe('a panel', () => {
  it('becomes a sheet with the width, and not while a dialog of it is open', async () => {
    render(<Panel />)
    const word = screen.getByRole<HTMLInputElement>('textbox')
    await userEvent.type(word, 'era')
    resize(true)
    expect(screen.getByRole('textbox')).toBe(word)
    expect(word.value).toBe('era')
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'A file' })).toBeTruthy()
    resize(false)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('complementary', { name: 'A file' })).toBeTruthy()
  })
})
