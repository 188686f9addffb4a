import { PimThemeProvider } from '@pim/ui'
import type { i18n } from 'i18next'
import { StrictMode, useSyncExternalStore } from 'react'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router'
import { mirroringOf } from './language/mirroring.ts'
import { ShellContext, type ShellParts } from './shell-context.ts'

interface AppProps {
  translations: i18n
  router: Parameters<typeof RouterProvider>[0]['router']
  /** Left out, only the error pages can be drawn, which need none of it. */
  parts?: ShellParts
}

export function App({ translations, router, parts }: AppProps) {
  const language = useSyncExternalStore(
    (changed) => {
      translations.on('languageChanged', changed)
      return () => translations.off('languageChanged', changed)
    },
    () => translations.language,
  )
  return (
    <StrictMode>
      <I18nextProvider i18n={translations}>
        <PimThemeProvider mirroring={mirroringOf(language)}>
          <ShellContext value={parts}>
            <RouterProvider router={router} />
          </ShellContext>
        </PimThemeProvider>
      </I18nextProvider>
    </StrictMode>
  )
}
