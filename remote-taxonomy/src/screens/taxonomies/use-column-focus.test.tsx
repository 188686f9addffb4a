import { afterEach, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import type { Column } from './taxonomy-state.ts'
import { useColumnFocus } from './use-column-focus.ts'

afterEach(cleanup)

/** A narrow screen, which shows one column. */
function Columns({ shown }: { shown: Column }) {
  const columns = useRef<HTMLDivElement>(null)
  useColumnFocus(columns, shown)
  return (
    <div ref={columns}>
      <section key={shown}>
        <button type="button">Back from {shown}</button>
        {shown === 'tree' && <div role="tree" tabIndex={0} />}
      </section>
    </div>
  )
}

it('the focus goes on to the column that takes the place of the one it was in', () => {
  const { rerender } = render(<Columns shown="tree" />)
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('tree').focus()
  rerender(<Columns shown="details" />)
  expect(document.activeElement?.textContent).toBe('Back from details')
  rerender(<Columns shown="tree" />)
  expect(document.activeElement).toBe(screen.getByRole('tree'))
})
