import MoreVertIcon from '@mui/icons-material/MoreVert'
import { IconButton, Menu } from '@mui/material'
import type { usePermission } from '@pim/shell'
import { GuardedMenuItem } from '@pim/ui'
import { useState } from 'react'

export interface RowAction {
  label: string
  permission: ReturnType<typeof usePermission>
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
        slotProps={{ list: { 'aria-label': label, disabledItemsFocusable: true } }}
      >
        {actions.map(({ label: action, run, ...rest }) => (
          <GuardedMenuItem
            key={action}
            {...rest}
            label={action}
            onClick={() => {
              setAnchor(null)
              run()
            }}
          />
        ))}
      </Menu>
    </>
  )
}
