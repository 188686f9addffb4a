import ViewColumnIcon from '@mui/icons-material/ViewColumnOutlined'
import { IconButton, ListItemText, MenuItem, Tooltip } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../on-demand.tsx'
import { Tick } from '../tick.tsx'
import { type Column, visibleColumns } from './columns.ts'

interface ColumnsMenuProps<Row> {
  columns: readonly Column<Row>[]
  /** Ids of the visible columns; `undefined` while the user has chosen none. */
  chosen: readonly string[] | undefined
  onChange: (chosen: string[]) => void
}

/** A menu that shows and hides the columns of a table. */
export function ColumnsMenu<Row>({ columns, chosen, onChange }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = visibleColumns(columns, chosen).map(({ id }) => id)
  const toggle = (id: string) =>
    onChange(
      columns.map((column) => column.id).filter((one) => (one === id ? !shown.includes(id) : shown.includes(one))),
    )
  return (
    <>
      <Tooltip title={t('ui.columns.label')}>
        <IconButton
          aria-label={t('ui.columns.label')}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ViewColumnIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
        {columns
          .filter(({ hideable }) => hideable !== false)
          .map(({ id, header }) => (
            <MenuItem
              key={id}
              dense
              role="menuitemcheckbox"
              aria-checked={shown.includes(id)}
              onClick={() => toggle(id)}
            >
              <Tick checked={shown.includes(id)} />
              <ListItemText>{header}</ListItemText>
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
