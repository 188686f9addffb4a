import { Alert, Stack } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import type { Job, PausedJob } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { useUserName } from './user-name.tsx'

/** Why a job waits: who may not do it any more, and what it takes. */
export function PausedReason({ paused: { reason, userId, needs } }: { paused: PausedJob }) {
  const { t } = useTranslation()
  const name = useUserName(userId)?.text ?? '…'
  return <>{t(`kit.paused.${reason}`, { name, role: t(`shell.role.${needs}`) })}</>
}

/** Whether one may take such a job over, or end it. */
export function useMayTakeOver(paused: PausedJob | undefined) {
  const { t } = useTranslation()
  const { role } = useAccount()
  const may = reaches(role, paused?.needs)
  return {
    may,
    reason: may ? undefined : t('shell.permission.needs', { role: t(`shell.role.${paused?.needs ?? ''}`) }),
  }
}

interface PausedJobNoticeProps {
  job: Pick<Job, 'jobId'>
  paused: PausedJob
  /** Beside a column that shows the state: there is no room for its sign. */
  isInRow?: boolean
}

/** A job that waits, with what can be done about it. */
export function PausedJobNotice({ job: { jobId }, paused, isInRow = false }: PausedJobNoticeProps) {
  const { t } = useTranslation()
  const { may, reason } = useMayTakeOver(paused)
  const takeOver = useApiMutation('jobs.takeOverJob', { failureGoesTo: 'screen' })
  const end = useApiMutation('jobs.endJob', { failureGoesTo: 'screen' })
  const isBusy = takeOver.isPending || end.isPending
  const permission = { may: may && !isBusy, reason }
  return (
    <Alert
      severity="warning"
      {...(isInRow && { icon: false })}
      sx={{ my: 0.5, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    >
      <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
        <span>
          <PausedReason paused={paused} />
        </span>
        {(takeOver.isError || end.isError) && <span role="alert">{t('kit.paused.failed')}</span>}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          <GuardedButton
            size="small"
            variant="outlined"
            color="inherit"
            permission={permission}
            loading={takeOver.isPending}
            onClick={() => takeOver.mutate({ params: { jobId } })}
          >
            {t('kit.paused.takeOver')}
          </GuardedButton>
          <GuardedButton
            size="small"
            color="inherit"
            permission={permission}
            loading={end.isPending}
            onClick={() => end.mutate({ params: { jobId } })}
          >
            {t('kit.paused.end')}
          </GuardedButton>
        </Stack>
      </Stack>
    </Alert>
  )
}
