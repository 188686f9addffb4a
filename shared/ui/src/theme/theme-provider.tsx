import createCache, { type Options } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { CssBaseline, type Theme, ThemeProvider } from '@mui/material'
import { type ReactNode, useEffect, useMemo } from 'react'
import { printLight } from './on-paper.ts'
import { theme } from './theme.ts'

/** The localStorage key of the chosen colour scheme: light, dark or system. */
export const themeModeKey = 'themeMode'

/** Reads the nonce of the content security policy from the page; the policy refuses styles without it. */
function readNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}

/** What a language from right to left needs more; `@pim/ui/right-to-left` has it, which only such a language has to load. */
export interface Mirroring {
  readonly stylisPlugins: Options['stylisPlugins']
  readonly theme: Theme
}

interface PimThemeProviderProps {
  /** For languages from right to left. The `dir` of the page is the caller's. */
  mirroring?: Mirroring | undefined
  children: ReactNode
}

export function PimThemeProvider({ mirroring, children }: PimThemeProviderProps) {
  useEffect(printLight, [])
  const cache = useMemo(() => {
    const nonce = readNonce()
    // The key is a part of the class names, so that mirrored styles and others do not take each other's.
    return createCache({
      key: mirroring ? 'pim-rtl' : 'pim',
      ...(nonce ? { nonce } : {}),
      ...(mirroring?.stylisPlugins ? { stylisPlugins: mirroring.stylisPlugins } : {}),
    })
  }, [mirroring])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={mirroring?.theme ?? theme} defaultMode="system" modeStorageKey={themeModeKey} noSsr>
        <CssBaseline enableColorScheme />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
