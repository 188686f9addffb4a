import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useApiMutation } from '@pim/api-client/react'
import {
  isOutdated,
  LinkedOffer,
  PlanChoices,
  PlanRows,
  type PlanWords,
  usePlanChoices,
  useProblemWords,
} from '@pim/content-kit/plan'
import type { Plan } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { GuardedButton, Pagination } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanAgain, usePlanAgain } from './plan-again.tsx'

interface ReadyPlanProps {
  plan: Plan
  words: PlanWords
  page: { pageNumber: number; pageSize: number }
  onTurn: (paging: { pageNumber: number; pageSize: number }) => void
}

/** A plan that can be done: what it does item for item, what of it is left out, and the button. */
export function ReadyPlan({ plan, words, page, onTurn }: ReadyPlanProps) {
  const { t } = useTranslation()
  const permission = usePermission('publishPlan.executePlan')
  const execute = useApiMutation('publishPlan.executePlan', { failureGoesTo: 'screen' })
  const choicesOf = usePlanChoices(words)
  const problemText = useProblemWords(words)
  const { planAgain, same, isPending } = usePlanAgain(plan)
  const { withLinked, ...ways } = same
  const along = withLinked && { withLinked }
  // The way out that was just chosen stays chosen while the plan with it is asked for.
  const [choice, choose] = useState<string>()
  const { planId, fingerprint, canExecute, blockedCount, itemCount, asked } = plan
  const step = asked?.step ?? 'publish'
  const chosen = asked?.resolve ?? (asked?.allowBrokenLinks ? 'allowBrokenLinks' : undefined)
  const choices = chosen ? [] : choicesOf(plan)
  const confirm = () => {
    if (planId !== null) execute.mutate({ body: { planId, fingerprint } })
  }
  if (itemCount === 0)
    return (
      <Alert severity="info" action={<PlanAgain plan={plan} />}>
        {t('content.keptPlan.empty')}
      </Alert>
    )
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="body2">{t(`kit.steps.${step}Hint`)}</Typography>
      {blockedCount > 0 && (
        <Alert severity="warning">
          {t(canExecute ? 'content.keptPlan.leavesOut' : 'content.keptPlan.allBlocked', { count: blockedCount })}
        </Alert>
      )}
      {chosen && (
        <Alert
          severity="info"
          action={
            <Button size="small" color="inherit" loading={isPending} onClick={() => planAgain({ ...along })}>
              {t('content.keptPlan.without')}
            </Button>
          }
        >
          {t(`content.keptPlan.chosen.${chosen}`)}
        </Alert>
      )}
      {execute.error && (
        <Alert
          severity={isOutdated(execute.error) ? 'info' : 'error'}
          action={isOutdated(execute.error) && <PlanAgain plan={plan} />}
        >
          {problemText(execute.error)}
        </Alert>
      )}
      {plan.linked && step === 'publish' && (
        <LinkedOffer
          linked={plan.linked}
          isKept
          isTaken={withLinked !== undefined}
          disabled={!permission.may || isPending}
          onTake={(isTaken) => planAgain({ ...ways, ...(isTaken && { withLinked: {} }) })}
        />
      )}
      <Box>
        <GuardedButton
          variant="contained"
          color={step === 'delete' ? 'error' : 'primary'}
          permission={{
            may: permission.may && canExecute && !isPending,
            reason: permission.reason ?? (canExecute ? undefined : t('content.keptPlan.allBlocked')),
          }}
          loading={execute.isPending}
          onClick={confirm}
        >
          {blockedCount > 0 && canExecute
            ? t('content.keptPlan.withoutBlocked')
            : t(`kit.steps.${step}Confirm`, { count: itemCount })}
        </GuardedButton>
      </Box>
      <PlanRows
        plan={plan}
        words={words}
        isPaged
        ways={
          <PlanChoices
            choices={choices}
            chosen={choices.find((each) => each.choice === choice)?.choice}
            onChoose={(way) => {
              choose(way)
              planAgain({ ...along, ...(way === 'allowBrokenLinks' ? { allowBrokenLinks: true } : { resolve: way }) })
            }}
          />
        }
      />
      {plan.paging.totalCount > 25 && <Pagination {...page} totalCount={plan.paging.totalCount} onChange={onTurn} />}
    </Stack>
  )
}
