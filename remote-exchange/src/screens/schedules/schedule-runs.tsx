import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  Link as MuiLink,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material'
import { useApi, useApiQuery } from '@pim/api-client/react'
import { saveFile, UserName } from '@pim/content-kit'
import type { Schedule, ScheduleRun } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { useFeedback, useTenant } from '@pim/shell'
import { ErrorState, StateDot } from '@pim/ui'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { runPath } from '../../parts/paths.ts'
import { lookOf, useScheduleWords } from './use-schedule-words.ts'

const lookAgainMs = 5_000

/** The last runs of a schedule, with the way to the import of each, or to its file. */
export function ScheduleRuns({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { scheduleId, name, ownerId, folderPath } = schedule
  const { data, isError, refetch } = useApiQuery(
    'schedules.getScheduleRuns',
    { params: { scheduleId } },
    { failureGoesTo: 'screen', refetchInterval: lookAgainMs },
  )
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {t('exchange.schedule.runsOf', { name })}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary">
          {t('exchange.schedule.answersFor')} <UserName userId={ownerId} />
        </Typography>
        {folderPath && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
            {t('exchange.schedule.folderPath', { path: folderPath })}
          </Typography>
        )}
        <Divider sx={{ my: 1.5 }} />
        {isError && !data ? (
          <ErrorState title={t('exchange.schedule.runsNotRead')} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton variant="rounded" height={160} aria-busy />
        ) : data.length === 0 ? (
          <Typography>{t('exchange.schedule.noRuns')}</Typography>
        ) : (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1.25 }}>
            {data.map((run) => (
              <Fragment key={run.runId}>
                <RunLine scheduleId={scheduleId} run={run} />
              </Fragment>
            ))}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('exchange.schedule.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function RunLine({ scheduleId, run }: { scheduleId: string; run: ScheduleRun }) {
  const { t, i18n } = useTranslation()
  const words = useScheduleWords()
  const { begunAt, askedBy, fileName, bulkChangeId, hasFile, byteSize } = run
  return (
    <Stack component="li" sx={{ gap: 0.25 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <StateDot look={lookOf(run)} label={words.outcome(run)} />
        {bulkChangeId && (
          <MuiLink component={Link} to={runPath(bulkChangeId)}>
            {t('exchange.schedule.toRun')}
          </MuiLink>
        )}
        {hasFile && <DownloadRun scheduleId={scheduleId} run={run} />}
      </Stack>
      <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {words.moment(begunAt)}
        {fileName && ` · ${fileName}`}
        {byteSize !== null && ` · ${readableSize(byteSize, i18n.language)}`}
        {askedBy && (
          <>
            {' · '}
            {t('exchange.schedule.askedBy')} <UserName userId={askedBy} />
          </>
        )}
      </Typography>
    </Stack>
  )
}

function DownloadRun({ scheduleId, run }: { scheduleId: string; run: ScheduleRun }) {
  const { t } = useTranslation()
  const api = useApi()
  const feedback = useFeedback()
  const { externalId: tenantId } = useTenant()
  const [isBusy, setBusy] = useState(false)
  const { runId, fileName } = run
  const download = async () => {
    setBusy(true)
    try {
      const file = await api.schedules.getScheduleFile({ params: { scheduleId, runId } }, { tenantId, timeout: 0 })
      saveFile(file, fileName ?? runId)
    } catch {
      feedback.error(t('exchange.schedule.notDownloaded'))
    }
    setBusy(false)
  }
  return (
    <Button size="small" startIcon={<DownloadIcon />} loading={isBusy} onClick={() => void download()}>
      {t('exchange.schedule.download')}
    </Button>
  )
}
