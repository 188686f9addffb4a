import { Box, Button, type ButtonProps, Tooltip } from '@mui/material'
import type { MouseEvent } from 'react'
import { CircularProgress } from './on-demand.tsx'

interface GuardedButtonProps extends Omit<ButtonProps, 'disabled' | 'loading'> {
  /** Whether the user's role allows the action, and if not why; from `usePermission`. */
  permission: { may: boolean; reason: string | undefined }
  /** The tooltip while the action is allowed; for a button without a label. */
  hint?: string
  /** The request that the button started is still running. */
  loading?: boolean
}

/**
 * A button that checks a permission. When it is forbidden or busy it uses `aria-disabled` in place of `disabled`, so
 * that it keeps the focus, stays reachable by keyboard and can show the reason as a tooltip; clicks are ignored.
 */
export function GuardedButton({
  permission: { may, reason },
  hint = '',
  loading: isBusy = false,
  onClick,
  sx,
  children,
  ...button
}: GuardedButtonProps) {
  const isOff = !may || isBusy
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The button may submit a form.
    if (isOff) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Tooltip title={reason ?? hint} describeChild>
      <Button
        {...button}
        aria-disabled={isOff ? true : undefined}
        aria-busy={isBusy ? true : undefined}
        onClick={press}
        sx={[may ? {} : { opacity: 0.5, cursor: 'not-allowed' }, ...(Array.isArray(sx) ? sx : [sx])]}
      >
        {isBusy && (
          <CircularProgress
            aria-hidden
            size={16}
            color="inherit"
            sx={{ position: 'absolute', left: 'calc(50% - 8px)' }}
          />
        )}
        <Box component="span" sx={isBusy ? { opacity: 0.2 } : {}}>
          {children}
        </Box>
      </Button>
    </Tooltip>
  )
}
