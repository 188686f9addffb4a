import { EditInBulk, matchingItems, useTotalText, withTypes } from '@pim/content-kit'
import { MatchingStepButtons } from '@pim/content-kit/plan'
import type { ContentType, SearchInput } from '@pim/contract'
import { BulkBar } from '@pim/ui'
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

/** Bulk actions for all rows that a list finds: lifecycle steps by a plan, marks of translation, an edit. */
export function MatchingActions({ input, types, found: { count, isCapped }, onClear }: MatchingActionsProps) {
  const { t } = useTranslation()
  const totalText = useTotalText()
  const typeNames = types?.map(({ technicalName }) => technicalName)
  const named = typeNames && withTypes(input, typeNames)
  const matching = named && matchingItems(named)
  const outdated = matching && outdatedOf(matching)
  return (
    <BulkBar
      count={count}
      label={
        isCapped
          ? t('content.bulk.moreSelected', { total: totalText({ count, isCapped }) })
          : t('content.bulk.allSelected', { count })
      }
      onClear={onClear}
    >
      {named && <MatchingStepButtons input={named} />}
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
