import { Button, type ButtonProps, Tooltip } from '@mui/material'

interface GuardedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Whether the account may, and why not: what `usePermission` answers. */
  permission: { may: boolean; reason: string | undefined }
  /** What it does, where it shows no words. */
  hint?: string
}

/** A button that the role may not reach stays where the keyboard finds it, so that it can say why. */
export function GuardedButton({ permission: { may, reason }, hint = '', onClick, sx, ...button }: GuardedButtonProps) {
  return (
    <Tooltip title={reason ?? hint} describeChild>
      <Button
        {...button}
        aria-disabled={may ? undefined : true}
        {...(may && onClick ? { onClick } : {})}
        sx={[may ? {} : { opacity: 0.5, cursor: 'not-allowed' }, ...(Array.isArray(sx) ? sx : [sx])]}
      />
    </Tooltip>
  )
}
