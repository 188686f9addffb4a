import UndoIcon from '@mui/icons-material/Undo'
import { IconButton, Tooltip } from '@mui/material'
import { commandKey } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { UndoHistory } from './use-undo.ts'

/** Says what it would take back, and how to do so without it. */
export function UndoButton({ history: { next, undo } }: { history: UndoHistory }) {
  const { t } = useTranslation()
  const label = next ? t('taxonomy.undo.what', { what: next.label }) : t('taxonomy.undo.button')
  return (
    <Tooltip title={next ? `${label} (${commandKey}+Z)` : ''} describeChild>
      <span>
        <IconButton aria-label={label} disabled={!next} onClick={undo}>
          <UndoIcon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  )
}
