import { Button } from '@mui/material'
import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import { type BulkSelection, EditInBulk, matchingItems, rowsOfList, useProblemText, withTypes } from '@pim/content-kit'
import type { ContentType, PlanStep, SearchContentDocument, SearchInput } from '@pim/contract'
import { useFeedback, usePermission, useTenant } from '@pim/shell'
import { BulkBar, GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { bulkEditPath } from '../../parts/bulk/bulk-paths.ts'

interface SelectedMediaProps {
  rows: readonly SearchContentDocument[]
  onClear: () => void
  /** Ticks the others of the page; undefined where all are. */
  onSelectPage: (() => void) | undefined
  /** All that the list finds, where the whole page is selected and there is more. */
  more: { readonly count: number; readonly isCapped: boolean; readonly onSelect: () => void } | undefined
}

/** What can be done with the ticked files. */
export function SelectedMedia({ rows, onClear, onSelectPage, more }: SelectedMediaProps) {
  const { t } = useTranslation()
  const editable = rows.filter(({ isDeleted }) => isDeleted !== true)
  return (
    <BulkBar count={rows.length} label={t('media.bulk.selected', { count: rows.length })} onClear={onClear}>
      {onSelectPage && (
        <Button size="small" variant="outlined" onClick={onSelectPage}>
          {t('media.bulk.selectPage')}
        </Button>
      )}
      {more && (
        <Button size="small" variant="outlined" onClick={more.onSelect}>
          {t(more.isCapped ? 'media.bulk.selectMore' : 'media.bulk.selectAll', { count: more.count })}
        </Button>
      )}
      {editable.length > 0 && (
        <EditInBulk
          editPath={bulkEditPath}
          selection={rowsOfList(editable)}
          some={editable.length < rows.length ? editable.length : undefined}
        />
      )}
    </BulkBar>
  )
}

interface MatchingMediaProps {
  input: SearchInput
  /** Those of the list; undefined while they are read. */
  types: readonly ContentType[] | undefined
  found: { readonly count: number; readonly isCapped: boolean }
  onClear: () => void
}

const steps = ['publish', 'unpublish', 'archive', 'delete'] as const satisfies readonly PlanStep[]

/** What can be done with all that the list finds: an edit in bulk, or a step of the lifecycle by a plan that is looked at first. */
export function MatchingMedia({ input, types, found: { count, isCapped }, onClear }: MatchingMediaProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const navigate = useNavigate()
  const feedback = useFeedback()
  const problemText = useProblemText()
  const permission = usePermission('publishPlan.executePlan')
  const [isPending, setPending] = useState(false)
  const typeNames = types?.map(({ technicalName }) => technicalName)
  const selection = typeNames && matchingItems(withTypes(input, typeNames))
  const plan = async (step: PlanStep, of: SearchInput) => {
    setPending(true)
    try {
      const body = { selection: of, step, keep: true, skipBlocked: true }
      const { planId } = await api.publishPlan.makePlan({ body }, { tenantId })
      // The screen of a plan belongs to content, and shows whatever it is of.
      if (planId) await navigate(`/content-plan/${planId}`)
    } catch (failure) {
      const problem = failure instanceof ApiError ? failure.problem : undefined
      feedback.error(problemText(problem) ?? t('media.bulk.notPlanned'))
    }
    setPending(false)
  }
  const whole: Omit<BulkSelection, 'from'> | undefined = selection && {
    of: { selection },
    count,
    isCapped,
    typeNames: typeNames ?? [],
    variationId: input.variationId ?? '',
  }
  return (
    <BulkBar
      count={count}
      label={t(isCapped ? 'media.bulk.moreSelected' : 'media.bulk.allSelected', { count })}
      onClear={onClear}
    >
      {selection &&
        steps.map((step) => (
          <GuardedButton
            key={step}
            permission={permission}
            size="small"
            color={step === 'delete' ? 'error' : 'primary'}
            loading={isPending}
            onClick={() => void plan(step, selection)}
          >
            {t(`media.bulk.${step}`)}
          </GuardedButton>
        ))}
      {whole && <EditInBulk editPath={bulkEditPath} selection={whole} />}
    </BulkBar>
  )
}
