import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { type Column, movedColumn, toggledColumn, visibleColumns } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'

afterEach(cleanup)

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id.toUpperCase(),
  cell: () => id,
  ...more,
})
const columns = [
  column('picture'),
  column('name', { hideable: false }),
  column('sku', { hiddenAtFirst: true, detail: 'stock number' }),
  column('status'),
]
const idsOf = (chosen: readonly string[] | undefined) => visibleColumns(columns, chosen).map(({ id }) => id)

describe('the columns of a table', () => {
  it('are in the order in which they were chosen, without those that are not there', () => {
    expect(idsOf(undefined)).toEqual(['picture', 'name', 'status'])
    expect(idsOf(['status', 'gone', 'name', 'sku'])).toEqual(['status', 'name', 'sku'])
    expect(idsOf(['status'])).toEqual(['name', 'status'])
  })

  it('come in behind the one that they follow by nature, and what is not there stays chosen', () => {
    expect(toggledColumn(columns, undefined, 'sku')).toEqual(['picture', 'name', 'sku', 'status'])
    expect(toggledColumn(columns, ['status', 'gone', 'name'], 'sku')).toEqual(['status', 'gone', 'name', 'sku'])
    expect(toggledColumn(columns, ['status', 'gone', 'name'], 'status')).toEqual(['gone', 'name'])
    expect(toggledColumn(columns, ['status', 'name'], 'picture')).toEqual(['picture', 'status', 'name'])
  })

  it('are moved among those that are shown; what is not there stays behind its neighbour', () => {
    expect(movedColumn(columns, undefined, 'status', 0)).toEqual(['status', 'picture', 'name'])
    expect(movedColumn(columns, ['picture', 'gone', 'name', 'status'], 'picture', 2)).toEqual([
      'name',
      'status',
      'picture',
      'gone',
    ])
  })
})

describe('the panel of columns', () => {
  function Menu({ refused }: { refused?: string | undefined }) {
    const [chosen, choose] = useState<string[]>()
    const offered = columns.map((each) => (each.id === 'sku' ? { ...each, refused } : each))
    return (
      <>
        <ColumnsMenu columns={offered} chosen={chosen} onChange={choose} />
        <output>{(chosen ?? ['as at first']).join(' ')}</output>
      </>
    )
  }
  const chosen = () => screen.getByText(/name|at first/, { selector: 'output' }).textContent
  const open = async (refused?: string) => {
    const user = userEvent.setup()
    render(<Menu refused={refused} />)
    await user.click(screen.getByRole('button', { name: 'ui.columns.label' }))
    await screen.findByRole('checkbox', { name: 'SKU' }, { timeout: 20_000 })
    return user
  }

  it('orders by Alt and an arrow, and by buttons; the focus stays with the column and the new place is said', async () => {
    const user = await open()
    screen.getByRole('checkbox', { name: 'STATUS' }).focus()
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(chosen()).toBe('status picture name')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('STATUS')
    expect(screen.getByText('ui.columns.moved')).toBeTruthy()
    const [, pictureDown] = screen.getAllByRole('button', { name: 'ui.columns.down' })
    if (pictureDown) await user.click(pictureDown)
    expect(chosen()).toBe('status name picture')
    await user.click(screen.getByRole('button', { name: 'ui.columns.reset' }))
    expect(chosen()).toBe('picture name status')
  })

  it('does not hide what is always shown, nor show what is one too many, and says why', async () => {
    const user = await open('No more room')
    await user.click(screen.getByRole('checkbox', { name: 'NAME' }))
    await user.click(screen.getByRole('checkbox', { name: 'SKU' }))
    expect(chosen()).toBe('as at first')
    expect(screen.getByRole('checkbox', { name: 'SKU' }).getAttribute('aria-description')).toBe('No more room')
  })
})
