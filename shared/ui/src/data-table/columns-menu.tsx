import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { IconButton, Tooltip } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../on-demand.tsx'
import { partOnDemand } from '../part-on-demand.tsx'
import type { Column } from './columns.ts'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const Panel = partOnDemand<ColumnsPanelProps<never>>(async () => (await import('./columns-panel.tsx')).ColumnsPanel, {
  place: 'here',
})

interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[]
  /** Ids of the visible columns in their order; `undefined` while the user has chosen none. */
  chosen: readonly string[] | undefined
  onChange: (chosen: string[]) => void
}

/** Known before the panel's code comes: by that it finds its place on the screen. */
const panelSize = { mt: 0.5, width: 340, maxWidth: 'calc(100vw - 32px)', height: 'min(600px, 100vh - 32px)' }

/** A button with a panel that shows, hides and orders the columns of a table. */
export function ColumnsMenu<Row>({ columns, chosen, onChange }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('ui.columns.label')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ViewColumnIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: panelSize } }}
      >
        <Panel columns={columns} chosen={chosen} onChange={onChange} />
      </Popover>
    </>
  )
}
