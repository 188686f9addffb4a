import { Alert, LinearProgress, Stack, Typography } from '@mui/material'
import type { Job } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { shareOfJob } from './running-job.tsx'

/** Says that the demo is being loaded, and how far that is. */
export function DemoProgress({ job }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const share = shareOfJob(job)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <Alert severity="info" sx={{ mb: 1.5, flex: 'none', '& .MuiAlert-message': { flexGrow: 1 } }}>
      <Stack direction="row" useFlexGap sx={{ columnGap: 2, rowGap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <span role="status">{t('kit.demo.title')}</span>
        <LinearProgress
          aria-label={t('kit.demo.title')}
          variant={share === undefined ? 'indeterminate' : 'determinate'}
          value={Math.round((share ?? 0) * 100)}
          sx={{ width: 160, height: 6, borderRadius: 3 }}
        />
        <Typography variant="inherit" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {share === undefined ? t('kit.demo.waiting') : percent.format(share)}
        </Typography>
      </Stack>
    </Alert>
  )
}
