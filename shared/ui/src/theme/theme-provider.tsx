import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, ThemeProvider } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { theme } from './theme.ts'

/** Where the choice of light, dark or system is kept in the browser. */
export const themeModeKey = 'themeMode'

/** The page carries the nonce of its own reply; without it the browser policy would refuse every style. */
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
