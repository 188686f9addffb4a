import { PageTitle } from '@pim/ui'
import { afterEach, describe, expect, it } from '@rstest/core'
import { act, cleanup, render } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { addSectionStrings, bundledTranslations } from '../boot/load-translations.ts'
import { sectionsOf } from '../remotes/sections.ts'
import { ScreenTitle } from './screen-title.tsx'

afterEach(cleanup)

const [section] = sectionsOf({
  keycloak: { clientId: '', realm: '', keycloakUrl: '' },
  remotes: {
    orders: {
      manifestUrl: '/o.json',
      titleKey: 'orders.title',
      screens: { '/orders': { titleKey: 'orders.title' }, '/orders/:orderId': { titleKey: 'orders.one' } },
      strings: {
        'en-US': { 'orders.title': 'Orders', 'orders.one': 'An order' },
        'sv-SE': { 'orders.title': 'Ordrar' },
      },
    },
  },
})

function show() {
  const translations = bundledTranslations()
  const product = translations.t('shell.title')
  const page = (pathname: string, own?: string) => (
    <I18nextProvider i18n={translations}>
      <ScreenTitle section={section} pathname={pathname} />
      {own && <PageTitle>{own}</PageTitle>}
    </I18nextProvider>
  )
  const { rerender } = render(page('/orders'))
  return { translations, product, go: (pathname: string, own?: string) => rerender(page(pathname, own)) }
}

describe('the title of the document', () => {
  it('is there before any code of the section, with the product behind it', () => {
    const { product, go } = show()
    expect(document.title).toBe(`Orders · ${product}`)
    go('/orders/7')
    expect(document.title).toBe(`An order · ${product}`)
  })

  it('is in the language of the screens, where the section has that', async () => {
    const { translations } = show()
    await act(() => translations.changeLanguage('sv-SE'))
    expect(document.title).toMatch(/^Ordrar · /)
  })

  it('is the server’s, where that has other words', () => {
    const { translations, go } = show()
    void addSectionStrings(translations, { 'en-US': { 'orders.title': 'Purchases' } })
    go('/orders')
    expect(document.title).toMatch(/^Purchases · /)
  })

  it('is the screen’s own once that has one, and the static one again after it', () => {
    const { product, go } = show()
    go('/orders/7', 'Order 7')
    expect(document.title).toBe(`Order 7 · ${product}`)
    go('/orders')
    expect(document.title).toBe(`Orders · ${product}`)
  })
})
