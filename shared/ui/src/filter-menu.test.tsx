import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FilterMenu } from './filter-menu.tsx'

afterEach(cleanup)

const colours = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: `Colour ${at}` }))

describe('a filter that is a list to choose from', () => {
  it('renders at most 100 options of a long list, and finds the rest by a search', async () => {
    render(<FilterMenu label="Colour" options={colours(5_000)} selected={[]} onChange={() => undefined} />)
    await userEvent.click(screen.getByRole('button', { name: 'Colour' }))
    expect(await screen.findAllByRole('option')).toHaveLength(100)
    expect(screen.getByRole('status').textContent).not.toBe('')
    await userEvent.type(screen.getByRole('searchbox'), '4999')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Colour 4999'])
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('calls onOpen, so that its options are fetched only then', async () => {
    let opened = 0
    const onOpen = () => {
      opened += 1
    }
    render(<FilterMenu label="Colour" options={undefined} selected={[]} onChange={() => undefined} onOpen={onOpen} />)
    expect(opened).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Colour' }))
    expect(opened).toBe(1)
    expect((await screen.findByRole('status')).textContent).not.toBe('')
  })

  it('shows what is found elsewhere, and names what is chosen and was not found', async () => {
    const asked: string[] = []
    render(
      <FilterMenu
        label="Colour"
        options={colours(2)}
        chosen={[{ value: '9', label: 'Colour 9' }]}
        selected={['9']}
        onChange={() => undefined}
        onSearch={(text) => asked.push(text)}
        note="Shown for red"
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Colour Colour 9' }))
    await userEvent.type(await screen.findByRole('searchbox'), 'rde{Enter}')
    expect(asked).toEqual(['rde'])
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Colour 0', 'Colour 1'])
    expect(screen.getByRole('status').textContent).toBe('Shown for red')
  })
})
