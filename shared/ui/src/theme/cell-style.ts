import type { Theme } from '@mui/material'

/** How a cell of a table differs from MUI's: rows of 44 px, figures of one width, dashed lines. In units that `sx` takes as well. */
export const cellStyle = (theme: Omit<Theme, 'components'>) =>
  ({
    borderBottomStyle: 'dashed',
    borderBottomColor: theme.vars?.palette.divider,
    fontSize: theme.typography.pxToRem(13),
    fontVariantNumeric: 'tabular-nums',
    paddingBlock: '0px',
    paddingInline: '12px',
    height: '44px',
  }) as const
