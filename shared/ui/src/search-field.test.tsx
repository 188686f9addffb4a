import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DataTable } from './data-table/data-table.tsx'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

describe('a search field', () => {
  it('reports the typed text once, after the debounce or at Enter', async () => {
    const reported: string[] = []
    render(<SearchField label="Search" value="" onChange={(text) => reported.push(text)} delay={10_000} />)
    await userEvent.type(screen.getByRole('searchbox'), 'camera')
    expect(reported).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(reported).toEqual(['camera'])
  })

  it('reports nothing once the address is that of another page, which still loads', async () => {
    const reported: string[] = []
    const report = (text: string) => reported.push(text)
    const list = window.location.href
    render(
      <>
        <SearchField label="In the list" value="" onChange={report} />
        <SearchField label="In the page" value="" onChange={report} />
      </>,
    )
    await userEvent.type(screen.getByRole('searchbox', { name: 'In the list' }), 'l')
    window.history.pushState(null, '', '/content-items/1')
    await userEvent.type(screen.getByRole('searchbox', { name: 'In the page' }), 'p')
    await waitFor(() => expect(reported).toEqual(['p']))
    window.history.replaceState(null, '', list)
  })

  it('is written in the direction of what is typed, and of the page where nothing is', async () => {
    render(<SearchField label="Search" value="" onChange={() => undefined} />)
    const field = screen.getByRole('searchbox')
    expect(field.getAttribute('dir')).toBeNull()
    await userEvent.type(field, 'קרמיקה')
    expect(field.getAttribute('dir')).toBe('auto')
  })

  it('shows a value that its parent sets', () => {
    const { rerender } = render(<SearchField label="Search" value="a" onChange={() => undefined} />)
    rerender(<SearchField label="Search" value="from the back button" onChange={() => undefined} />)
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('from the back button')
  })

  it('is cleared by Escape, and reports it', async () => {
    const reported: string[] = []
    render(<SearchField label="Search" value="camera" onChange={(text) => reported.push(text)} />)
    await userEvent.type(screen.getByRole('searchbox'), '{Escape}')
    expect(reported).toEqual([''])
  })

  it('moves the focus to the first result by the down arrow, once the results are loaded', async () => {
    const reported: string[] = []
    const list = (isStale: boolean) => (
      <>
        <SearchField label="Search" value="" onChange={(text) => reported.push(text)} delay={10_000} controls="found" />
        <DataTable
          id="found"
          label="Found"
          columns={[{ id: 'name', header: 'Name', cell: (name: string) => name }]}
          rows={['Ada', 'Bea']}
          rowId={(name) => name}
          rowLabel={(name) => name}
          isStale={isStale}
        />
      </>
    )
    const { rerender } = render(list(true))
    const field = screen.getByRole('searchbox')
    await userEvent.type(field, '{ArrowDown}')
    expect(document.activeElement).toBe(field)
    rerender(list(false))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Ada')
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Bea')
    await userEvent.type(field, 'x{ArrowDown}')
    expect(document.activeElement).toBe(field)
    expect(reported).toEqual(['x'])
  })
})
