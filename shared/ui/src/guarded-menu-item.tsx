import { ListItemText, MenuItem } from '@mui/material'

interface GuardedMenuItemProps {
  permission: { may: boolean; reason: string | undefined }
  label: string
  /** What the action does; shown while it is allowed. */
  hint?: string
  isDestructive?: boolean
  onClick: () => void
}

/**
 * A menu item that checks a permission: a forbidden one stays in the menu and shows the reason. The arrow keys skip it
 * unless its list has `disabledItemsFocusable`.
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
