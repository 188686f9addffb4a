import MoreVertIcon from '@mui/icons-material/MoreVert'
import { IconButton, ListItemText, Menu, MenuItem } from '@mui/material'
import type { Permission } from '@pim/shell'
import { useState } from 'react'

export interface RowAction {
  label: string
  permission: Permission
  isDestructive?: boolean
  run: () => void
}

/** What can be done with one row. What the role does not reach stays in the list, with its reason. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {actions.map(({ label: action, permission: { may, reason }, isDestructive, run }) => (
          <MenuItem
            key={action}
            aria-disabled={may ? undefined : true}
            onClick={() => {
              if (!may) return
              setAnchor(null)
              run()
            }}
            sx={{
              opacity: may ? 1 : 0.6,
              ...(isDestructive && may ? { color: 'error.main' } : {}),
              maxWidth: 320,
            }}
          >
            <ListItemText
              primary={action}
              secondary={reason}
              slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
