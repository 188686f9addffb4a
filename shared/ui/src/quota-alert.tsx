import { Button } from '@mui/material'
import type { ElementType } from 'react'
import { Alert } from './on-demand.tsx'

interface QuotaAlertProps {
  warning: { readonly text: string; readonly isReached: boolean; readonly to: string; readonly linkLabel: string }
  /** The `Link` of the router. */
  link: ElementType
}

/** One line above what a quota is about: that it is nearly, or wholly, used up. */
export function QuotaAlert({ warning, link }: QuotaAlertProps) {
  const { text, isReached, to, linkLabel } = warning
  return (
    <Alert
      severity={isReached ? 'error' : 'warning'}
      // It was there before the person did anything: not said aloud over what they do.
      role="note"
      // Where it is narrow, the link stands below the words, and not the words below the icon.
      sx={{ mb: 1.5, flex: 'none', flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px' } }}
      action={
        <Button component={link} to={to} color="inherit" size="small">
          {linkLabel}
        </Button>
      }
    >
      {text}
    </Alert>
  )
}
