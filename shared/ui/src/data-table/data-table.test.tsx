import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler, useState } from 'react'
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

describe('the edge of a column', () => {
  const widthAtFirst = 200
  const rest: Column<Row> = { id: 'rest', header: 'Rest', cell: () => '' }

  function Resized({ start = {} }: { start?: Readonly<Record<string, number>> }) {
    const [widths, setWidths] = useState(start)
    return (
      <>
        <DataTable
          label="People"
          columns={[...columns.map((column) => ({ ...column, width: 100 })), rest]}
          rows={rows}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          widths={widths}
          onWidthsChange={setWidths}
        />
        <output>{JSON.stringify(widths)}</output>
      </>
    )
  }
  const edge = () => {
    const [first] = screen.getAllByRole('separator')
    if (first === undefined) throw new Error('no edge')
    return first
  }
  const widths = () => JSON.parse(screen.getByText(/^\{/).textContent ?? '')
  beforeEach(() => {
    rs.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(widthAtFirst)
  })
  afterEach(() => {
    rs.restoreAllMocks()
  })

  it('moves with the arrow keys, further with Shift, and goes back with Enter; the column that takes the rest keeps its width', async () => {
    const user = userEvent.setup()
    render(<Resized />)
    edge().focus()
    await user.keyboard('{ArrowRight}')
    expect(widths()).toEqual({ rest: widthAtFirst, name: widthAtFirst + 16 })
    expect(edge().getAttribute('aria-valuenow')).toBe(String(widthAtFirst + 16))
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(widths()).toEqual({ rest: widthAtFirst, name: widthAtFirst - 64 })
    await user.keyboard('{Enter}')
    expect(widths()).toEqual({ rest: widthAtFirst })
  })

  it('moves to the other side where a line ends at the left', async () => {
    const user = userEvent.setup()
    render(<Resized />)
    edge().style.direction = 'rtl'
    edge().focus()
    await user.keyboard('{ArrowLeft}')
    expect(widths()).toEqual({ rest: widthAtFirst, name: widthAtFirst + 16 })
  })

  it('follows the pointer, keeps where it is let go, and is never too narrow', async () => {
    render(<Resized start={{ more: 90 }} />)
    const handle = edge()
    handle.setPointerCapture = () => undefined
    const at = (clientX: number) => ({ clientX, button: 0, pointerId: 1 })
    fireEvent.pointerDown(handle, at(500))
    fireEvent.pointerMove(handle, at(540))
    expect(screen.getByRole('table').style.getPropertyValue('--pim-column-name')).toBe('240px')
    expect(widths()).toEqual({ more: 90 })
    fireEvent.pointerUp(handle, at(540))
    expect(widths()).toEqual({ more: 90, rest: widthAtFirst, name: 240 })
    fireEvent.pointerDown(handle, at(500))
    fireEvent.pointerUp(handle, at(-900))
    expect(widths()).toEqual({ more: 90, rest: widthAtFirst, name: 48 })
  })

  it('does not change what its column is called', () => {
    render(<Resized />)
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  })
})

describe('a list of many rows', () => {
  const many: readonly Row[] = Array.from({ length: 120 }, (_, at) => ({ id: `id${at}`, name: `Row ${at}` }))
  const drawnCells = () => document.querySelectorAll('td.pim-column-0').length
  let drawings = 0
  const counted: Column<Row>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ name }) => {
        drawings += 1
        return name
      },
    },
  ]

  function Many({ given, onCommit }: { given: readonly Row[]; onCommit: () => void }) {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
    return (
      <Profiler id="table" onRender={onCommit}>
        <DataTable
          label="People"
          columns={counted}
          rows={given}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          selection={{ selected, onChange: setSelected }}
        />
      </Profiler>
    )
  }

  it('is drawn in slices: first what fills a screen, and in the end all of it, also in another order', () => {
    const counts: number[] = []
    const { rerender } = render(<Many given={many} onCommit={() => counts.push(drawnCells())} />)
    const slices = [25, 50, 75, 100, 120]
    expect([...new Set(counts)]).toEqual(slices)
    const names = () => [...document.querySelectorAll('td.pim-column-0')].map(({ textContent }) => textContent)
    expect(names()).toEqual(many.map(({ name }) => name))

    counts.length = 0
    const reversed = many.toReversed()
    rerender(<Many given={reversed} onCommit={() => counts.push(drawnCells())} />)
    expect([...new Set(counts)]).toEqual(slices)
    expect(names()).toEqual(reversed.map(({ name }) => name))

    // One that has moved to the top leaves the others as they are.
    counts.length = 0
    rerender(
      <Many
        given={[many[5] as Row, ...reversed.filter((row) => row !== many[5])]}
        onCommit={() => counts.push(drawnCells())}
      />,
    )
    expect([...new Set(counts)]).toEqual([120])
  })

  it('tells each row’s place among all of them, before they are drawn too', () => {
    const places: (string | null)[][] = []
    const placesNow = () => [...document.querySelectorAll('tr')].map((each) => each.getAttribute('aria-rowindex'))
    render(<Many given={many} onCommit={() => places.push(placesNow())} />)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('121')
    for (const told of places) expect(told).toEqual(Array.from({ length: 121 }, (_, at) => String(at + 1)))
  })

  it('draws no cell again when all of its rows are ticked', async () => {
    render(<Many given={many} onCommit={() => undefined} />)
    drawings = 0
    const [all, ...ticks] = screen.getAllByRole('checkbox') as HTMLInputElement[]
    await userEvent.click(all as HTMLElement)
    expect(ticks.filter(({ checked }) => checked)).toHaveLength(120)
    expect(drawings).toBe(0)
  })
})
