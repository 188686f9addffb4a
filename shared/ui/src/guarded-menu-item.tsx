import { ListItemText, MenuItem } from '@mui/material'

interface GuardedMenuItemProps {
  permission: { may: boolean; reason: string | undefined }
  label: string
  /** What it comes to, where the role reaches it. */
  hint?: string
  isDestructive?: boolean
  onClick: () => void
}

/**
 * What the role does not reach stays in the menu, with its reason. The arrow keys pass over it in a menu that is not told
 * otherwise: give its list `disabledItemsFocusable`.
 */
export function GuardedMenuItem({
  permission: { may, reason },
  label,
  hint,
  isDestructive,
  onClick,
}: GuardedMenuItemProps) {
  return (
    <MenuItem
      aria-disabled={may ? undefined : true}
      {...(may ? { onClick } : {})}
      sx={{
        ...(may ? {} : { opacity: 0.6, cursor: 'not-allowed' }),
        ...(isDestructive && may ? { color: 'error.main' } : {}),
        maxWidth: 360,
      }}
    >
      <ListItemText
        primary={label}
        secondary={reason ?? hint}
        slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
      />
    </MenuItem>
  )
}
