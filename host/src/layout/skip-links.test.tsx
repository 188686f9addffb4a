import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { bundledTranslations } from '../boot/load-translations.ts'
import { mainId } from './main-focus.ts'
import { SkipLinks } from './skip-links.tsx'

afterEach(cleanup)

const asRow = (
  <table>
    <tbody>
      <tr data-row tabIndex={0}>
        <td>Camera</td>
      </tr>
    </tbody>
  </table>
)
const asTile = (
  <ul>
    <li>
      <button type="button" data-row>
        Camera
      </button>
    </li>
  </ul>
)

function show(list: ReactNode) {
  render(
    <I18nextProvider i18n={bundledTranslations()}>
      <SkipLinks />
      <button type="button">Header</button>
      <main id={mainId} tabIndex={-1}>
        <button type="button">Filter</button>
        {list}
      </main>
    </I18nextProvider>,
  )
}

describe('a screen by keyboard', () => {
  it.each([
    ['row', asRow],
    ['tile', asTile],
  ])('has the first %s of its list two stops away', async (_, list) => {
    show(list)
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByText('Camera').closest('[data-row]'))
  })

  it('offers no rows where it has none', async () => {
    show(null)
    const user = userEvent.setup()
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Header')
  })
})
