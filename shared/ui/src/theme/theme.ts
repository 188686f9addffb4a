import { createTheme, type Shadows } from '@mui/material'
import { components } from './components.ts'
import { dark, light } from './palette.ts'

const font = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const rem = (px: number) => `${px / 16}rem`

/** The only shadow, for what floats above the page; everything else is separated by thin borders. */
const floatingShadow = '0 8px 28px rgba(13, 19, 30, 0.16), 0 1px 3px rgba(13, 19, 30, 0.12)'

export const themeOptions = {
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  shadows: ['none', ...Array.from({ length: 24 }, () => floatingShadow)] as Shadows,
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 120,
      standard: 120,
      complex: 120,
      enteringScreen: 120,
      leavingScreen: 80,
    },
  },
  typography: {
    fontFamily: font,
    fontSize: 14,
    fontWeightMedium: 500,
    fontWeightBold: 600,
    h1: { fontSize: rem(20), fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.01em' },
    h2: { fontSize: rem(16), fontWeight: 600, lineHeight: 1.5 },
    h3: { fontSize: rem(14), fontWeight: 600, lineHeight: 1.5 },
    h4: { fontSize: rem(14), fontWeight: 600 },
    h5: { fontSize: rem(14), fontWeight: 600 },
    h6: { fontSize: rem(14), fontWeight: 600 },
    body1: { fontSize: rem(14), lineHeight: 1.5 },
    body2: { fontSize: rem(13), lineHeight: 1.5 },
    caption: { fontSize: rem(12), lineHeight: 1.4 },
    button: { fontSize: rem(14) },
  },
  components,
} as const satisfies Parameters<typeof createTheme>[0]

export const theme = createTheme(themeOptions)
