import ExtensionOffIcon from '@mui/icons-material/ExtensionOffOutlined'
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material'
import type { SlotName } from '@pim/shell/slots'
import { useTranslation } from 'react-i18next'
import type { FailureReason } from '../remotes/section-failure.ts'
import type { Section } from '../remotes/sections.ts'
import { useSectionText, useSectionTitle } from '../remotes/use-section-title.ts'
import { roomOf } from './fill-waiting.tsx'

interface FailedFillProps {
  section: Section
  slot: SlotName
  name: string
  reason: FailureReason
  isRetrying: boolean
  onRetry: () => void
}

/** Stands in place of what fills a slot and failed: what it is, why, and a button to try again. */
export function FailedFill({ section, slot, name, reason, isRetrying, onRetry }: FailedFillProps) {
  const { t } = useTranslation()
  const titleKey = section.fills[slot]?.[name]?.titleKey
  const textOf = useSectionText()
  const fill = (titleKey && textOf(section, titleKey)) ?? name
  const sectionTitle = useSectionTitle()(section)
  const why = t(`shell.section.unavailable.${reason}`, { title: sectionTitle })
  const again = t('shell.slot.retry', { fill })
  if (roomOf(slot) !== 'part') {
    return (
      <Tooltip title={`${t('shell.slot.unavailable', { fill })}. ${why}`}>
        <IconButton size="small" aria-label={again} loading={isRetrying} onClick={onRetry}>
          <ExtensionOffIcon fontSize="small" color="disabled" />
        </IconButton>
      </Tooltip>
    )
  }
  return (
    <Box role="alert" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('shell.slot.unavailable', { fill })}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
        {why}
      </Typography>
      <Button size="small" loading={isRetrying} onClick={onRetry}>
        {again}
      </Button>
    </Box>
  )
}
