import { Alert, Box, Stack, Typography } from '@mui/material'
import { PlannedRow, type PlanWords, useUndoPlan } from '@pim/content-kit/plan'
import type { Plan, PlannedVariation } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton, Pagination } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../parts/bulk/bulk-change-path.ts'
import { PlanAgain } from './plan-again.tsx'

interface DonePlanProps {
  plan: Plan
  words: PlanWords
  page: { pageNumber: number; pageSize: number }
  onTurn: (paging: { pageNumber: number; pageSize: number }) => void
}

/** The result of a plan: how many items are done, and which were left out and why. */
export function DonePlan({ plan, words, page, onTurn }: DonePlanProps) {
  const { t } = useTranslation()
  const { done = 0, blocked = 0, outdated = 0 } = plan.done ?? {}
  const { bulkChangeId } = plan
  const undoPlan = useUndoPlan(bulkChangePath)
  const permission = usePermission('bulkChange.executeBulkChange')
  const left = blocked + outdated
  const ofResult = (result: PlannedVariation['result']) => plan.items.filter((row) => row.result === result)
  return (
    <Stack sx={{ gap: 2 }}>
      <Alert severity={left > 0 ? 'warning' : 'success'} role="status" action={left > 0 && <PlanAgain plan={plan} />}>
        {t(`kit.steps.${plan.asked?.step ?? 'publish'}Done`, { count: done })}
        {left === 0 && `. ${t('content.keptPlan.nothingLeft')}`}
      </Alert>
      {bulkChangeId && (
        <Box>
          <GuardedButton variant="outlined" permission={permission} onClick={() => void undoPlan(bulkChangeId)}>
            {t('kit.steps.undo')}
          </GuardedButton>
        </Box>
      )}
      {blocked > 0 && (
        <LeftOut
          title={t('content.keptPlan.blockedLeft', { count: blocked })}
          rows={ofResult('blocked')}
          words={words}
        />
      )}
      {outdated > 0 && (
        <LeftOut
          title={t('content.keptPlan.outdatedLeft', { count: outdated })}
          hint={t('content.keptPlan.wouldDo')}
          rows={ofResult('outdated')}
          words={words}
        />
      )}
      {left > 25 && <Pagination {...page} totalCount={left} onChange={onTurn} />}
    </Stack>
  )
}

interface LeftOutProps {
  title: string
  hint?: string
  rows: readonly PlannedVariation[]
  words: PlanWords
}

function LeftOut({ title, hint, rows, words }: LeftOutProps) {
  const { t } = useTranslation()
  const explained = new Set(rows.filter(({ blocking }) => blocking.length > 0).map((row) => row.contentItemId))
  return (
    <Stack component="section" sx={{ gap: 1.5 }}>
      <Typography component="h2" variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {hint && <Typography variant="body2">{hint}</Typography>}
      <Stack component="ul" sx={{ gap: 2, m: 0, p: 0 }}>
        {rows.map((row) => (
          <PlannedRow key={row.contentVariationId} row={row} words={words} showsName>
            {row.result === 'blocked' && !explained.has(row.contentItemId) && (
              <Typography variant="body2">{t('content.keptPlan.refused')}</Typography>
            )}
          </PlannedRow>
        ))}
      </Stack>
    </Stack>
  )
}
