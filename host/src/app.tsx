import { PimThemeProvider } from '@pim/ui'
import type { i18n } from 'i18next'
import { StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router'
import { ShellContext, type ShellParts } from './shell-context.ts'

interface AppProps {
  translations: i18n
  router: Parameters<typeof RouterProvider>[0]['router']
  /** Left out, only the error pages can be drawn, which need none of it. */
  parts?: ShellParts
}

export function App({ translations, router, parts }: AppProps) {
  return (
    <StrictMode>
      <I18nextProvider i18n={translations}>
        <PimThemeProvider>
          <ShellContext value={parts}>
            <RouterProvider router={router} />
          </ShellContext>
        </PimThemeProvider>
      </I18nextProvider>
    </StrictMode>
  )
}
