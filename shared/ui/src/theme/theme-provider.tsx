import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { theme } from './theme.ts'

/** The localStorage key of the chosen colour scheme: light, dark or system. */
export const themeModeKey = 'themeMode'

/** Reads the nonce of the content security policy from the page; the policy refuses styles without it. */
function readNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}

export function PimThemeProvider({ children }: { children: ReactNode }) {
  const [cache] = useState(() => {
    const nonce = readNonce()
    return createCache({ key: 'pim', ...(nonce ? { nonce } : {}) })
  })
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeModeKey} noSsr>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
