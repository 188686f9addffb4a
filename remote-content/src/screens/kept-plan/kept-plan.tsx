import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import { IconButton, Paper, Skeleton, Tooltip, Typography } from '@mui/material'
import { readListAddress, useVariations, writeListAddress } from '@pim/content-kit'
import { useFieldServices } from '@pim/content-kit/fields'
import { usePlanWords } from '@pim/content-kit/plan'
import type { ContentType, Plan, Variation } from '@pim/contract'
import { FieldServicesProvider } from '@pim/field-types/react'
import { EmptyState, ErrorState, PageHeader } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { useKeptPlanTitle } from '../../parts/plan/kept-plan-title.ts'
import { DonePlan } from './done-plan.tsx'
import { isUnderWay, useKeptPlan, usePlanJob, useTypes } from './kept-plan.api.ts'
import { PlanUnderWay } from './plan-under-way.tsx'
import { ReadyPlan } from './ready-plan.tsx'

const nothing = () => undefined

/** A plan that the server keeps: how far it is, what it does, what became of it. Its address leads back to it. */
export function KeptPlan() {
  const { t } = useTranslation()
  const { planId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const { pageNumber, pageSize } = list
  const { data: plan, error, refetch } = useKeptPlan(planId, { pageNumber, pageSize })
  const { data: types } = useTypes()
  const { variations } = useVariations()
  const turn = (paging: { pageNumber: number; pageSize: number }) => {
    const next = new URLSearchParams()
    writeListAddress(next, { ...list, ...paging })
    setAddress(next)
  }
  if (plan && types && variations)
    return <PlanScreen plan={plan} types={types} variations={variations} page={list} onTurn={turn} />
  return (
    <>
      <PageHeader title={t('content.keptPlan.title')} before={<BackToContent />} />
      {error ? (
        error.problem?.code === 'NOT_FOUND' ? (
          <EmptyState title={t('content.keptPlan.gone')} description={t('content.keptPlan.goneHint')} />
        ) : (
          <ErrorState title={t('content.keptPlan.failed')} onRetry={() => void refetch()} />
        )
      ) : (
        <Skeleton variant="rounded" height={200} sx={{ maxWidth }} />
      )}
    </>
  )
}

const maxWidth = 880

function BackToContent() {
  const { t } = useTranslation()
  return (
    <Tooltip title={t('content.keptPlan.back')}>
      <IconButton component={Link} to="/content-items" aria-label={t('content.keptPlan.back')} edge="start">
        <ArrowBackIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

interface PlanScreenProps {
  plan: Plan
  types: readonly ContentType[]
  variations: readonly Variation[]
  page: { pageNumber: number; pageSize: number }
  onTurn: (paging: { pageNumber: number; pageSize: number }) => void
}

function PlanScreen({ plan, types, variations, page, onTurn }: PlanScreenProps) {
  const job = usePlanJob(plan)
  const words = usePlanWords({ types, variations })
  const { name, variationIds } = plan.asked ?? {}
  const services = useFieldServices(variationIds?.[0] ?? variations[0]?.variationId ?? '', nothing)
  const title = useKeptPlanTitle(variations)(plan)
  return (
    <FieldServicesProvider value={services}>
      <PageHeader title={name ?? title} before={<BackToContent />} />
      {name && (
        <Typography color="textSecondary" sx={{ mt: -1, mb: 2 }}>
          {title}
        </Typography>
      )}
      <Paper variant="outlined" sx={{ p: 2, mb: 2, maxWidth }}>
        {isUnderWay(plan) ? (
          <PlanUnderWay plan={plan} job={job} />
        ) : plan.state === 'ready' ? (
          <ReadyPlan plan={plan} words={words} page={page} onTurn={onTurn} />
        ) : (
          <DonePlan plan={plan} words={words} page={page} onTurn={onTurn} />
        )}
      </Paper>
    </FieldServicesProvider>
  )
}
