import MoreVertIcon from '@mui/icons-material/MoreVert'
import { IconButton, Menu } from '@mui/material'
import type { Schedule } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedMenuItem } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export type ScheduleStep = 'runs' | 'run' | 'pause' | 'resume' | 'change' | 'delete'

/** What can be done with a schedule. */
export function ScheduleMenu({ schedule, onStep }: { schedule: Schedule; onStep: (step: ScheduleStep) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const permission = usePermission('schedules.changeSchedule')
  const label = t('exchange.schedule.actionsOf', { name: schedule.name })
  const steps: readonly ScheduleStep[] = [
    'runs',
    'run',
    schedule.state === 'active' ? 'pause' : 'resume',
    'change',
    'delete',
  ]
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
        {steps.map((step) => (
          <GuardedMenuItem
            key={step}
            permission={permission}
            isDestructive={step === 'delete'}
            label={t(`exchange.schedule.step.${step}`)}
            onClick={() => {
              setAnchor(null)
              onStep(step)
            }}
          />
        ))}
      </Menu>
    </>
  )
}
