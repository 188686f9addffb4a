import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { Column, Sorting } from './columns.ts'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

interface Row {
  id: string
  name: string
}
const rows: Row[] = ['Ada', 'Bea', 'Cid', 'Dan'].map((name) => ({ id: name.toLowerCase(), name }))
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortField: 'name' },
  { id: 'more', header: 'More', cell: () => <button type="button">more</button> },
]

function Table({
  onOpen = () => undefined,
  ...rest
}: {
  onOpen?: (row: Row) => void
  given?: readonly Row[] | undefined
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [sorting, setSorting] = useState<Sorting>({ field: 'name', direction: 'desc' })
  return (
    <>
      <DataTable
        label="People"
        columns={columns}
        rows={'given' in rest ? rest.given : rows}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        selection={{ selected, onChange: setSelected }}
        sorting={sorting}
        onSortingChange={setSorting}
        onOpen={onOpen}
        empty="Nobody yet"
        expectedRows={3}
      />
      <output>{[...selected].sort().join(' ')}</output>
    </>
  )
}

const row = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement
const checkboxOf = (name: string) => within(row(name)).getByRole('checkbox')

describe('rows', () => {
  it('are focused with the arrow keys, selected with space and opened with Enter', async () => {
    const opened: string[] = []
    render(<Table onOpen={({ id }) => opened.push(id)} />)
    row('Ada').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown} {ArrowUp}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('cid')
    expect(opened).toEqual(['bea'])
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(row('Dan'))
  })

  it('are selected as a range with shift, forward and back', async () => {
    const user = userEvent.setup()
    render(<Table />)
    await user.click(checkboxOf('Dan'))
    await user.keyboard('{Shift>}')
    await user.click(checkboxOf('Bea'))
    await user.keyboard('{/Shift}')
    expect(screen.getByRole('status').textContent).toBe('bea cid dan')
  })

  it('open at a click, but not at a click on a control in them', async () => {
    const opened: string[] = []
    render(<Table onOpen={({ id }) => opened.push(id)} />)
    await userEvent.click(within(row('Ada')).getByRole('button'))
    await userEvent.click(checkboxOf('Ada'))
    expect(opened).toEqual([])
    await userEvent.click(screen.getByText('Ada'))
    expect(opened).toEqual(['ada'])
  })
})

describe('the header', () => {
  it('shows the sorting and reverses it', async () => {
    render(<Table />)
    const header = screen.getByRole('columnheader', { name: 'Name' })
    expect(header.getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(within(header).getByRole('button'))
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    expect(screen.getByRole('columnheader', { name: 'More' }).hasAttribute('aria-sort')).toBe(false)
  })

  it('selects the whole page, and clears it again', async () => {
    render(<Table />)
    const all = screen.getAllByRole('checkbox')[0] as HTMLElement
    await userEvent.click(all)
    expect(screen.getByRole('status').textContent).toBe('ada bea cid dan')
    await userEvent.click(all)
    expect(screen.getByRole('status').textContent).toBe('')
  })
})

describe('a table without rows', () => {
  it('shows skeleton rows while they load', () => {
    render(<Table given={undefined} />)
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
  })

  it('shows the empty state', () => {
    render(<Table given={[]} />)
    expect(screen.getByText('Nobody yet')).toBeTruthy()
  })
})
