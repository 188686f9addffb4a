import { EditInBulk, matchingItems, withTypes } from '@pim/content-kit'
import { rowSteps, selectionFor, useKeepPlan } from '@pim/content-kit/plan'
import type { ContentType, SearchInput } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { BulkBar, GuardedButton } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { bulkEditPath } from '../../../parts/bulk/bulk-edit-path.ts'
import type { Found } from './bulk-actions.tsx'
import { MarkMatching, outdatedOf } from './mark-matching.tsx'

interface MatchingActionsProps {
  input: SearchInput
  /** Those of the list; undefined while they are read. */
  types: readonly ContentType[] | undefined
  found: Found
  onClear: () => void
}

/** The steps for all rows that a list finds. Each makes a plan on the server and opens the screen of that plan. */
export function MatchingActions({ input, types, found: { count, isCapped }, onClear }: MatchingActionsProps) {
  const { t } = useTranslation()
  const permission = usePermission('publishPlan.executePlan')
  const { keepPlan, isPending } = useKeepPlan()
  const typeNames = types?.map(({ technicalName }) => technicalName)
  const named = typeNames && withTypes(input, typeNames)
  const matching = named && matchingItems(named)
  const outdated = matching && outdatedOf(matching)
  return (
    <BulkBar
      count={count}
      label={t(isCapped ? 'content.bulk.moreSelected' : 'content.bulk.allSelected', { count })}
      onClear={onClear}
    >
      {rowSteps.map((step) => {
        const selection = named && selectionFor(step, named)
        return (
          selection && (
            <GuardedButton
              key={step}
              permission={permission}
              size="small"
              color={step === 'delete' ? 'error' : 'primary'}
              loading={isPending}
              onClick={() => void keepPlan({ selection, step, keep: true, skipBlocked: true })}
            >
              {t(`kit.steps.${step}`)}
            </GuardedButton>
          )
        )
      })}
      {outdated && <MarkMatching outdated={outdated} variationId={input.variationId ?? ''} />}
      {matching && (
        <EditInBulk
          editPath={bulkEditPath}
          selection={{
            of: { selection: matching },
            count,
            isCapped,
            typeNames: matching.filtering?.contentTypeTechnicalNames ?? [],
            variationId: input.variationId ?? '',
          }}
        />
      )}
    </BulkBar>
  )
}
