import { createTheme } from '@mui/material'
import rtlPlugin from '@mui/stylis-plugin-rtl'
import { themeOptions } from './theme.ts'
import type { Mirroring } from './theme-provider.tsx'

export type { Mirroring } from './theme-provider.tsx'

/** The icons of Material Design that point along the reading direction; all others look the same in every language. */
const iconsWithDirection = [
  'ArrowBack',
  'ChevronLeft',
  'ChevronRight',
  'FormatListBulleted',
  'FormatListNumbered',
  'FormatQuote',
  'Logout',
  'Redo',
  'SubdirectoryArrowRight',
  'Undo',
  'ViewSidebarOutlined',
]

/** Draws everything from right to left: `marginLeft` is at the right, and scrolling tabs count from the other side. */
export const mirroring: Mirroring = {
  stylisPlugins: [rtlPlugin],
  theme: createTheme({
    ...themeOptions,
    direction: 'rtl',
    components: {
      ...themeOptions.components,
      MuiSvgIcon: {
        styleOverrides: {
          // `scale`, because a `transform` may turn the icon already.
          root: { [iconsWithDirection.map((name) => `&[data-testid="${name}Icon"]`).join(', ')]: { scale: '-1 1' } },
        },
      },
    },
  }),
}
