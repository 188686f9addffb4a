import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { bundledTranslations } from '../boot/load-translations.ts'
import { mainId } from './main-focus.ts'
import { SkipLinks } from './skip-links.tsx'

afterEach(cleanup)

function show(hasRows: boolean) {
  render(
    <I18nextProvider i18n={bundledTranslations()}>
      <SkipLinks />
      <button type="button">Header</button>
      <main id={mainId} tabIndex={-1}>
        <button type="button">Filter</button>
        <table>
          <tbody>
            {hasRows && (
              <tr data-row tabIndex={0}>
                <td>Camera</td>
              </tr>
            )}
          </tbody>
        </table>
      </main>
    </I18nextProvider>,
  )
}

describe('a screen by keyboard', () => {
  it('has the first row of its list two stops away', async () => {
    show(true)
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('row'))
  })

  it('offers no rows where it has none', async () => {
    show(false)
    const user = userEvent.setup()
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Header')
  })
})
