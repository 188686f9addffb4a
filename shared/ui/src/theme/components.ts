import type { Components, Theme } from '@mui/material'
import { cellStyle } from './cell-style.ts'
import { onPaper } from './on-paper.ts'

type Themed = Components<Omit<Theme, 'components'>>

/**
 * The focus ring of every control, drawn outside its border so that its contrast does not depend on the control's
 * colour.
 */
const focusRing = (theme: Omit<Theme, 'components'>) => ({
  outline: `2px solid ${theme.vars?.palette.primary.main}`,
  outlineOffset: 2,
})

const page: Themed = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // Without Inter's contextual forms, which draw the x of 78x90 as a multiplication sign: codes are read letter by letter.
      body: {
        WebkitFontSmoothing: 'antialiased',
        textRendering: 'optimizeLegibility',
        fontVariantLigatures: 'no-contextual',
      },
      ':focus-visible': focusRing(theme),
      '::selection': { background: theme.vars?.palette.primary.light },
      // What is pressed is of no use on paper, but for what says what a list is narrowed to.
      '@media print': {
        [`.MuiButton-root:not(.${onPaper}), .MuiIconButton-root, .MuiToggleButtonGroup-root, .MuiTooltip-popper`]: {
          display: 'none !important',
        },
        // Printers leave backgrounds out; these say something.
        [`.${onPaper}`]: { printColorAdjust: 'exact' },
        'tr, li': { breakInside: 'avoid' },
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Zero starts no transition. With 0.01 ms each element would run one whenever a colour or a font changes.
          transitionDuration: '0s !important',
          transitionDelay: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, disableInteractive: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: theme.typography.pxToRem(12),
        backgroundColor: theme.vars?.palette.grey[800],
        color: '#ffffff',
      }),
    },
  },
}

const controls: Themed = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: ({ theme }) => ({ '&.Mui-focusVisible': focusRing(theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { textTransform: 'none', fontWeight: 600, whiteSpace: 'nowrap' } },
  },
  MuiButtonGroup: { defaultProps: { disableElevation: true } },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
  MuiToggleButton: {
    styleOverrides: { root: { textTransform: 'none', fontWeight: 600, '&.Mui-focusVisible': { zIndex: 1 } } },
  },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiOutlinedInput: {
    styleOverrides: {
      // Removes the browser's focus ring on the input, which would double the ring of the field.
      input: { '&:focus-visible': { outline: 'none' } },
      root: ({ theme }) => ({
        backgroundColor: theme.vars?.palette.background.paper,
        // Gives the border of a field a contrast of at least 3 to 1 in both schemes (WCAG 2.2, 1.4.11).
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars?.palette.text.disabled },
      }),
    },
  },
  MuiInputBase: { styleOverrides: { input: { '&:focus-visible': { outline: 'none' } } } },
  MuiCheckbox: { defaultProps: { size: 'small' } },
  MuiRadio: { defaultProps: { size: 'small' } },
  MuiChip: { styleOverrides: { root: { borderRadius: 8 } } },
  MuiLink: { defaultProps: { underline: 'hover' } },
}

const data: Themed = {
  MuiTabs: {
    defaultProps: { variant: 'scrollable', scrollButtons: 'auto', allowScrollButtonsMobile: true },
    styleOverrides: {
      list: ({ theme }) => ({ gap: 24, [theme.breakpoints.up('sm')]: { gap: 40 } }),
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        textTransform: 'none',
        fontWeight: 600,
        minWidth: 0,
        paddingInline: 0,
        '&.Mui-focusVisible': { outlineOffset: -2 },
      },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => cellStyle(theme),
      head: ({ theme }) => ({
        color: theme.vars?.palette.text.secondary,
        backgroundColor: theme.vars?.palette.background.paper,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      root: { borderBottom: 0, overflow: 'visible' },
      toolbar: { height: 64, minHeight: 64, '@media (min-width:600px)': { minHeight: 64 } },
      displayedRows: { fontVariantNumeric: 'tabular-nums' },
    },
  },
  MuiAvatarGroup: { defaultProps: { max: 4 } },
  MuiAlert: {
    styleOverrides: {
      standard: ({ theme, ownerState }) => ({
        backgroundColor: theme.vars?.palette[ownerState.severity ?? 'info'].light,
        color: theme.vars?.palette.text.primary,
      }),
      filled: ({ theme, ownerState }) => {
        const severity = ownerState.severity ?? 'info'
        return {
          fontWeight: 500,
          backgroundColor: theme.vars?.palette[severity].main,
          color: theme.vars?.palette[severity].contrastText,
        }
      },
    },
  },
}

/** Shadows are invisible on a dark background, so what floats has a border too. */
const edge = (theme: Omit<Theme, 'components'>) => ({ border: `1px solid ${theme.vars?.palette.divider}` })

const floating: Themed = {
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(13, 19, 30, 0.42)' } } },
  },
  MuiMenu: { defaultProps: { transitionDuration: 120 } },
  MuiPopover: {
    defaultProps: { transitionDuration: 120 },
    styleOverrides: { paper: ({ theme }) => edge(theme) },
  },
  MuiAutocomplete: { styleOverrides: { paper: ({ theme }) => edge(theme) } },
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 36, borderRadius: 6, marginInline: 4, '&.Mui-focusVisible': { outlineOffset: -2 } },
    },
  },
  MuiListItemButton: { styleOverrides: { root: { borderRadius: 8, '&.Mui-focusVisible': { outlineOffset: -2 } } } },
  MuiDialog: {
    defaultProps: { transitionDuration: 120 },
    styleOverrides: { paper: ({ theme }) => edge(theme) },
  },
  // Wraps, because on a small screen a long label leaves no room for a second button.
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', flexWrap: 'wrap', rowGap: 8 } } },
}

export const components: Themed = { ...page, ...controls, ...data, ...floating }
