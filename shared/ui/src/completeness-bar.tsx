import { Box } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { onPaper } from './theme/on-paper.ts'

interface CompletenessBarProps {
  /** In per cent. */
  value: number
  width?: number
  /** What it is the share of; left out: the fields required on publish that have a value. */
  label?: string
}

/** A meter of completeness or readiness. */
export function CompletenessBar({ value, width = 56, label }: CompletenessBarProps) {
  const { t } = useTranslation()
  const share = Math.max(0, Math.min(100, Math.round(value)))
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="span"
        role="meter"
        aria-label={label ?? t('ui.completeness.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        sx={{ width, height: 6, borderRadius: 3, bgcolor: 'divider', overflow: 'hidden', flex: 'none' }}
      >
        <Box
          component="span"
          className={onPaper}
          sx={{
            display: 'block',
            height: '100%',
            borderRadius: 3,
            bgcolor: share === 100 ? 'success.main' : 'warning.main',
          }}
          style={{ width: `${share}%` }}
        />
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{ color: 'text.secondary', minWidth: 34, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {t('ui.completeness.value', { share })}
      </Box>
    </Box>
  )
}
