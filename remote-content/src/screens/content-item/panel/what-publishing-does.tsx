import { Skeleton, Stack, Typography } from '@mui/material'
import { PlanRows, usePlan, usePlanWords } from '@pim/content-kit/plan'
import type { ContentType, ContentVariation, Variation } from '@pim/contract'
import { ErrorState } from '@pim/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SaveState } from '../editing/item-draft.ts'

interface WhatPublishingDoesProps {
  type: ContentType
  contentVariation: ContentVariation
  variations: readonly Variation[]
  saveState: SaveState
}

/** After a save, before the plan is asked for: who goes on writing would throw its answer away. */
const quietMs = 800

/** The plan of publishing the variation on the screen: nobody should have to publish to find out. */
export function WhatPublishingDoes({ type, contentVariation, variations, saveState }: WhatPublishingDoesProps) {
  const { t } = useTranslation()
  const { contentVariationId, publishedVersion, hasUnpublishedChanges, status } = contentVariation
  const words = usePlanWords({ types: [type], variations })
  const isQuiet = useQuiet(saveState === 'saved')
  const isLive = publishedVersion !== null && !hasUnpublishedChanges
  const {
    data: plan,
    isError,
    refetch,
  } = usePlan(
    { steps: [{ contentVariationId, step: 'publish' }] },
    { isAsked: isQuiet && status !== 'archived' && !isLive },
  )
  if (status === 'archived') return null
  if (isLive) return <Typography variant="body2">{t('content.panel.changesNothing')}</Typography>
  if (isError) return <ErrorState title={t('kit.plan.failed')} onRetry={() => void refetch()} />
  if (!plan) return <Skeleton variant="rounded" height={96} aria-label={t('kit.plan.loading')} />
  return (
    // Not drawn paler until the next plan is there: who goes on writing reads it, and pale links are below the contrast that is needed.
    <Stack aria-busy={!isQuiet}>
      <PlanRows plan={plan} words={words} />
    </Stack>
  )
}

/** True from the first on, and again a moment after it came back. */
function useQuiet(isSaved: boolean): boolean {
  const [isQuiet, setQuiet] = useState(isSaved)
  useEffect(() => {
    if (!isSaved) return setQuiet(false)
    const timer = setTimeout(() => setQuiet(true), quietMs)
    return () => clearTimeout(timer)
  }, [isSaved])
  return isQuiet && isSaved
}
