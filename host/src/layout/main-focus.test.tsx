import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Navigate, Outlet, Route, Routes } from 'react-router'
import { mainId, useFocusMainAfterNavigation } from './main-focus.ts'

configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

function Layout() {
  useFocusMainAfterNavigation()
  return (
    <>
      <Link to="/other">Section</Link>
      <main id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<Layout />}>
          <Route path="/list" element={<Link to="/item">Row</Link>} />
          <Route path="/item" element={<h1>Item</h1>} />
          <Route path="/other" element={<h1>Other</h1>} />
          <Route path="/old" element={<Navigate to="/item" replace />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )

describe('the focus, after a navigation', () => {
  it('is in the main area where its element was removed', async () => {
    open('/list')
    screen.getByRole('link', { name: 'Row' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Item' })
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('stays where it is', async () => {
    open('/list')
    await userEvent.click(screen.getByRole('link', { name: 'Section' }))
    await screen.findByRole('heading', { name: 'Other' })
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Section' }))
  })

  it('stays at the top of the first page, also after a redirect', async () => {
    open('/old')
    await screen.findByRole('heading', { name: 'Item' })
    expect(document.activeElement).toBe(document.body)
  })
})
