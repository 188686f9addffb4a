import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { DataTable } from './data-table/data-table.tsx'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

describe('a search field', () => {
  it('tells what was typed once, after a moment of quiet or at Enter', async () => {
    const told: string[] = []
    render(<SearchField label="Search" value="" onChange={(text) => told.push(text)} delay={10_000} />)
    await userEvent.type(screen.getByRole('searchbox'), 'camera')
    expect(told).toEqual([])
    await userEvent.keyboard('{Enter}')
    expect(told).toEqual(['camera'])
  })

  it('shows a value that was set from elsewhere', () => {
    const { rerender } = render(<SearchField label="Search" value="a" onChange={() => undefined} />)
    rerender(<SearchField label="Search" value="from the back button" onChange={() => undefined} />)
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('from the back button')
  })

  it('is emptied by Escape, and says so', async () => {
    const told: string[] = []
    render(<SearchField label="Search" value="camera" onChange={(text) => told.push(text)} />)
    await userEvent.type(screen.getByRole('searchbox'), '{Escape}')
    expect(told).toEqual([''])
  })

  it('leads down to the first of the rows that it finds, once they are there', async () => {
    const told: string[] = []
    const list = (isStale: boolean) => (
      <>
        <SearchField label="Search" value="" onChange={(text) => told.push(text)} delay={10_000} controls="found" />
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
    expect(told).toEqual(['x'])
  })
})
