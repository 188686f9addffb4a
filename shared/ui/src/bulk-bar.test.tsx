import { afterEach, expect, it } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BulkBar } from './bulk-bar.tsx'
import { GuardedButton } from './guarded-button.tsx'

configure({ asyncUtilTimeout: 20_000 })

const before = window.matchMedia

afterEach(() => {
  cleanup()
  window.matchMedia = before
})

function bar(done: string[]) {
  return (
    <BulkBar count={3} label="3 items selected" onClear={() => done.push('cleared')}>
      <GuardedButton permission={{ may: true, reason: undefined }} onClick={() => done.push('published')}>
        Publish
      </GuardedButton>
      <GuardedButton permission={{ may: false, reason: 'Only admins delete.' }} onClick={() => done.push('deleted')}>
        Delete
      </GuardedButton>
    </BulkBar>
  )
}

it('shows its steps beside each other where there is room', async () => {
  const done: string[] = []
  render(bar(done))
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(done).toEqual(['published'])
})

it('opens its steps from one button on a narrow screen, and closes them after a step that is allowed', async () => {
  const nothing = () => {}
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: true,
      onchange: null,
      addListener: nothing,
      removeListener: nothing,
    })
  const done: string[] = []
  render(bar(done))
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  const steps = screen.getByRole('button', { name: 'ui.selection.steps' })
  await userEvent.click(steps)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(steps.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(steps.getAttribute('aria-expanded')).toBe('false'))
  expect(done).toEqual(['published'])
})
