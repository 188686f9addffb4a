import { Menu } from '@mui/material'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GuardedButton } from './guarded-button.tsx'
import { GuardedMenuItem } from './guarded-menu-item.tsx'

configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

const allowed = { may: true, reason: undefined }
const refused = { may: false, reason: 'Only publishers publish.' }

describe('a guarded button', () => {
  it('that the role forbids is reached by keyboard, says why, and does nothing', async () => {
    const done: string[] = []
    render(
      <form onSubmit={() => done.push('sent')}>
        <GuardedButton permission={refused} type="submit" onClick={() => done.push('pressed')}>
          Publish
        </GuardedButton>
      </form>,
    )
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Publish' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Only publishers publish.')
    await userEvent.keyboard('{Enter}')
    expect(done).toEqual([])
  })

  it('keeps the focus while it is busy, and does not start twice', async () => {
    let count = 0
    const button = (loading: boolean) => (
      <GuardedButton permission={allowed} loading={loading} onClick={() => (count += 1)}>
        Publish
      </GuardedButton>
    )
    const { rerender } = render(button(false))
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    rerender(button(true))
    await userEvent.keyboard('{Enter}')
    const pressed = screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' })
    expect(pressed.disabled).toBe(false)
    expect(pressed.getAttribute('aria-disabled')).toBe('true')
    expect(count).toBe(1)
    rerender(button(false))
    expect(document.activeElement).toBe(pressed)
  })
})

describe('a guarded menu item', () => {
  it('is reached by the arrow keys, says why, and does nothing', async () => {
    const done: string[] = []
    render(
      <Menu open anchorEl={document.body} slotProps={{ list: { disabledItemsFocusable: true } }}>
        <GuardedMenuItem permission={allowed} label="Archive" onClick={() => done.push('archived')} />
        <GuardedMenuItem permission={refused} label="Delete" onClick={() => done.push('deleted')} />
      </Menu>,
    )
    screen.getByRole('menuitem', { name: 'Archive' }).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('DeleteOnly publishers publish.')
    await userEvent.keyboard('{Enter}')
    expect(done).toEqual([])
  })
})
