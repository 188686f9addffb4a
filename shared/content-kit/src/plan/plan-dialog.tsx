import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Stack,
  Typography,
} from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import type { AskedStep, PlannedVariation, PlanResult } from '@pim/contract'
import { ErrorState, GuardedButton } from '@pim/ui'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanNames, usePlanWords } from './issue-words.ts'
import { LinkedOffer } from './linked-offer.tsx'
import { isOutdated, useExecutePlan, usePlan } from './plan.api.ts'
import { type OfferedChoice, type PlanChoice, PlanChoices, usePlanChoices } from './plan-choices.tsx'
import { PlanRows } from './plan-rows.tsx'
import { useProblemWords } from './problem-words.ts'

interface PlanDialogProps extends PlanNames {
  steps: readonly AskedStep[]
  /** Title as a question; the count leaves out excluded items. */
  title: (itemCount: number) => string
  confirmLabel: (itemCount: number, choice: PlanChoice | undefined) => string
  isDestructive?: boolean
  /** Shown above the plan. */
  children?: ReactNode
  /** The plan has changed since somebody saw it. */
  wasOutdated?: boolean
  onClose: () => void
  /** Once it is done, with the steps that were not left out. */
  onDone: (result: PlanResult, steps: readonly AskedStep[]) => void
}

/** Shows what steps would do, offers the ways out of what blocks them, and does them as one. */
export function PlanDialog(props: PlanDialogProps) {
  const { steps, title, confirmLabel, isDestructive, children, types, variations, onClose, onDone } = props
  const { t } = useTranslation()
  const titleId = useId()
  const [takesLinked, takeLinked] = useState(false)
  // All types, because linked items are of any type, and their fields are named.
  const { data: allTypes = types } = useApiQuery(
    'contentModel.getAllTypes',
    {},
    { failureGoesTo: 'screen', staleTime: 60_000, enabled: takesLinked },
  )
  const words = usePlanWords({ types: allTypes, variations })
  const choicesOf = usePlanChoices(words)
  const problemText = useProblemWords(words)
  const [choice, choose] = useState<PlanChoice>()
  // A way out is offered for as long as it is chosen: with it, what it is the way out of is gone from the plan.
  const [offered, setOffered] = useState<readonly OfferedChoice[]>([])
  const [leftOut, leaveOut] = useState<ReadonlySet<string>>(new Set())
  // Linked items that stay as they are.
  const [except, leaveLinked] = useState<readonly string[]>([])
  const [wasOutdated, setOutdated] = useState(props.wasOutdated ?? false)
  const [failure, setFailure] = useState<unknown>()
  const staying = steps.filter(({ contentVariationId }) => !leftOut.has(contentVariationId))
  const ask = { steps: staying, choice, withLinked: takesLinked ? { except: [...except] } : undefined }
  const { data: plan, isError, isPlaceholderData, isFetching, refetch } = usePlan(ask)
  const execute = useExecutePlan()
  const [isPending, setPending] = useState(false)
  const choices = choice ? offered : plan ? choicesOf(plan) : []
  const blocked = plan ? stepsOfBlocked(staying, plan.items) : []
  const blockedLinked = plan && takesLinked ? linkedThatBlock(staying, plan.items) : []
  const blockedCount = blocked.length + blockedLinked.length
  const leftOutCount = leftOut.size + (takesLinked ? except.length : 0)
  const canGoOn = plan?.canExecute === true && !isFetching && staying.length > 0

  const leaveBlocked = () => {
    leaveOut(new Set([...leftOut, ...blocked]))
    leaveLinked([...except, ...blockedLinked])
  }
  const takeBack = () => {
    leaveOut(new Set())
    leaveLinked([])
  }
  const confirm = async () => {
    if (!plan) return
    setFailure(undefined)
    setPending(true)
    try {
      const { result } = await execute(ask, plan.fingerprint)
      onDone(result, staying)
    } catch (reason) {
      // The plan is read again with everything else: what has changed is shown before it can be done.
      if (isOutdated(reason)) setOutdated(true)
      else setFailure(reason)
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
      slotProps={{ paper: { sx: { m: { xs: 1, sm: 4 }, width: { xs: 'calc(100% - 16px)', sm: undefined } } } }}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {title(staying.length)}
      </DialogTitle>
      {/* Scrolls, so it can be reached by keyboard. */}
      <DialogContent tabIndex={0} sx={{ outlineOffset: -2 }}>
        <Stack sx={{ gap: 2 }}>
          {wasOutdated && (
            <Alert severity="info" role="status">
              {t('kit.plan.outdated')}
            </Alert>
          )}
          {children}
          {isError && <ErrorState title={t('kit.plan.failed')} onRetry={() => void refetch()} />}
          {!plan && !isError && staying.length > 0 && (
            <Skeleton variant="rounded" height={120} aria-label={t('kit.plan.loading')} />
          )}
          {leftOutCount > 0 && (
            <Alert
              severity="info"
              role="status"
              action={
                <Button size="small" color="inherit" onClick={takeBack}>
                  {t('kit.plan.takeBack')}
                </Button>
              }
            >
              {t('kit.plan.leftOut', { count: leftOutCount })}
            </Alert>
          )}
          {plan?.linked && staying.some(({ step }) => step === 'publish') && (
            <LinkedOffer linked={plan.linked} isTaken={takesLinked} onTake={takeLinked} />
          )}
          {plan && staying.length > 0 && (
            <PlanRows
              plan={plan}
              words={words}
              onLeave={onClose}
              ways={
                <PlanChoices
                  choices={choices}
                  chosen={choice}
                  onChoose={(chosen) => {
                    setOffered(choices)
                    choose(chosen)
                  }}
                />
              }
              leaveOut={
                blockedCount > 0 && blocked.length < staying.length
                  ? { count: blockedCount, run: leaveBlocked }
                  : undefined
              }
            />
          )}
          {failure !== undefined && <Alert severity="error">{problemText(failure)}</Alert>}
        </Stack>
      </DialogContent>
      <DialogActions>
        {plan && !plan.canExecute && !isPlaceholderData && (
          <Typography variant="body2" color="error" role="status" sx={{ mr: 'auto', pl: 1 }}>
            {t('kit.plan.blocked', { count: plan.blockedCount })}
          </Typography>
        )}
        <Button autoFocus onClick={onClose} disabled={isPending}>
          {t('ui.cancel')}
        </Button>
        <GuardedButton
          variant="contained"
          color={isDestructive ? 'error' : 'primary'}
          permission={{ may: canGoOn, reason: plan?.canExecute === false ? t('kit.plan.blockedHint') : undefined }}
          loading={isPending}
          onClick={() => void confirm()}
        >
          {confirmLabel(staying.length, choice)}
        </GuardedButton>
      </DialogActions>
    </Dialog>
  )
}

/** The steps that are blocked; where it is one that only inherits, every step of its item. */
function stepsOfBlocked(steps: readonly AskedStep[], rows: readonly PlannedVariation[]): string[] {
  const asked = new Set(steps.map(({ contentVariationId }) => contentVariationId))
  const itemOf = new Map(rows.map((row) => [row.contentVariationId, row.contentItemId]))
  const blocked = rows.filter(({ blocking }) => blocking.length > 0)
  const whole = new Set(blocked.filter((row) => !asked.has(row.contentVariationId)).map((row) => row.contentItemId))
  const single = new Set(blocked.map(({ contentVariationId }) => contentVariationId))
  return [...asked].filter((id) => single.has(id) || whole.has(itemOf.get(id) ?? ''))
}

/** The items that block and that nobody has asked for: they are linked to. */
function linkedThatBlock(steps: readonly AskedStep[], rows: readonly PlannedVariation[]): string[] {
  const asked = new Set(steps.map(({ contentVariationId }) => contentVariationId))
  const own = new Set(rows.filter((row) => asked.has(row.contentVariationId)).map((row) => row.contentItemId))
  const blocked = rows.filter((row) => row.blocking.length > 0 && !own.has(row.contentItemId))
  return [...new Set(blocked.map(({ contentItemId }) => contentItemId))]
}
