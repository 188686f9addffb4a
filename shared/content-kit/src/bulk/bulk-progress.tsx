import { LinearProgress, Stack, Typography } from '@mui/material'
import type { BulkChange } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkJob } from './bulk-change.api.ts'

/** How far the job of a bulk change is, and that one may leave. */
export function BulkProgress({ bulkChange }: { bulkChange: BulkChange }) {
  const { t, i18n } = useTranslation()
  const titleId = useId()
  const job = useBulkJob(bulkChange)
  const { doneCount = 0, totalCount = null } = job ?? {}
  const share = totalCount ? Math.min(1, doneCount / totalCount) : undefined
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography id={titleId} role="status" sx={{ fontWeight: 600 }}>
        {t(bulkChange.state === 'executing' ? 'kit.bulk.progress.executing' : 'kit.bulk.progress.rehearsing')}
      </Typography>
      <LinearProgress
        aria-labelledby={titleId}
        variant={share === undefined ? 'indeterminate' : 'determinate'}
        value={Math.round((share ?? 0) * 100)}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {totalCount === null
          ? t('kit.bulk.progress.waiting')
          : t('kit.bulk.progress.figures', { done: number.format(doneCount), total: number.format(totalCount) })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('kit.bulk.progress.goesOn')}
      </Typography>
    </Stack>
  )
}
