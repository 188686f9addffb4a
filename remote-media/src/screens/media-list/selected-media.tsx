import { Button } from '@mui/material'
import { type BulkSelection, EditInBulk, matchingItems, rowsOfList, useTotalText, withTypes } from '@pim/content-kit'
import { MatchingStepButtons, type RowStep, RowsPlanDialog, StepButtons } from '@pim/content-kit/plan'
import type { ContentType, SearchContentDocument, SearchInput } from '@pim/contract'
import { BulkBar } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkChangePath, bulkEditPath } from '../../parts/bulk/bulk-paths.ts'

interface SelectedMediaProps {
  rows: readonly SearchContentDocument[]
  /** Those of the list; undefined while they are read. */
  types: readonly ContentType[] | undefined
  variationName: string
  onClear: () => void
  /** A dialog about them opens or closes: what it says stays on the screen, also when the rows have left the list. */
  onAsk: (isAsking: boolean) => void
  /** Ticks the others of the page; undefined where all are. */
  onSelectPage: (() => void) | undefined
  /** All that the list finds, where the whole page is selected and there is more. */
  more: { readonly count: number; readonly isCapped: boolean; readonly onSelect: () => void } | undefined
}

interface AskedStep {
  readonly step: RowStep
  /** Those of the ticked files that it is for. */
  readonly fitting: readonly SearchContentDocument[]
}

/** Actions for the ticked files: an edit in bulk, or a step of the lifecycle whose plan is shown first. */
export function SelectedMedia(props: SelectedMediaProps) {
  const { rows, types = [], variationName, onClear, onAsk, onSelectPage, more } = props
  const { t } = useTranslation()
  const totalText = useTotalText()
  const [asked, setAsked] = useState<AskedStep>()
  const ask = (next: AskedStep | undefined) => {
    setAsked(next)
    onAsk(next !== undefined)
  }
  const editable = rows.filter(({ isDeleted }) => isDeleted !== true)
  return (
    <>
      <BulkBar count={rows.length} label={t('media.bulk.selected', { count: rows.length })} onClear={onClear}>
        {onSelectPage && (
          <Button size="small" variant="outlined" onClick={onSelectPage}>
            {t('media.bulk.selectPage')}
          </Button>
        )}
        {more && (
          <Button size="small" variant="outlined" onClick={more.onSelect}>
            {more.isCapped
              ? t('media.bulk.selectMore', { total: totalText(more) })
              : t('media.bulk.selectAll', { count: more.count })}
          </Button>
        )}
        <StepButtons rows={rows} onAsk={(step, fitting) => ask({ step, fitting })} />
        {editable.length > 0 && (
          <EditInBulk
            editPath={bulkEditPath}
            selection={rowsOfList(editable)}
            some={editable.length < rows.length ? editable.length : undefined}
          />
        )}
      </BulkBar>
      {asked && (
        <RowsPlanDialog
          step={asked.step}
          rows={asked.fitting}
          types={types}
          selectedCount={rows.length}
          variationName={variationName}
          pathOf={bulkChangePath}
          onClose={() => ask(undefined)}
          onDone={onClear}
        />
      )}
    </>
  )
}

interface MatchingMediaProps {
  input: SearchInput
  /** Those of the list; undefined while they are read. */
  types: readonly ContentType[] | undefined
  found: { readonly count: number; readonly isCapped: boolean }
  onClear: () => void
}

/** Bulk actions for all files that the list finds: an edit, or a step of the lifecycle by a plan that is looked at first. */
export function MatchingMedia({ input, types, found: { count, isCapped }, onClear }: MatchingMediaProps) {
  const { t } = useTranslation()
  const totalText = useTotalText()
  const typeNames = types?.map(({ technicalName }) => technicalName)
  const named = typeNames && withTypes(input, typeNames)
  const matching = named && matchingItems(named)
  const whole: Omit<BulkSelection, 'from'> | undefined = matching && {
    of: { selection: matching },
    count,
    isCapped,
    typeNames: typeNames ?? [],
    variationId: input.variationId ?? '',
  }
  return (
    <BulkBar
      count={count}
      label={
        isCapped
          ? t('media.bulk.moreSelected', { total: totalText({ count, isCapped }) })
          : t('media.bulk.allSelected', { count })
      }
      onClear={onClear}
    >
      {named && <MatchingStepButtons input={named} />}
      {whole && <EditInBulk editPath={bulkEditPath} selection={whole} />}
    </BulkBar>
  )
}
