import { Box, Button, type ButtonProps, CircularProgress, Tooltip } from '@mui/material'
import type { MouseEvent } from 'react'

interface GuardedButtonProps extends Omit<ButtonProps, 'disabled' | 'loading'> {
  /** Whether the account may, and why not: what `usePermission` answers. */
  permission: { may: boolean; reason: string | undefined }
  /** What it does, where it shows no words. */
  hint?: string
  /** What it set off is still under way. */
  loading?: boolean
}

/**
 * A button that the role may not reach stays where the keyboard finds it, so that it can say why; and one whose work is
 * under way keeps the focus until it is done. So neither is ever truly disabled: pressing it comes to nothing.
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
    // It may be the one that submits a form.
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
