import { Button } from '@mui/material'
import { EditInBulk, rowsOfList, useChannels } from '@pim/content-kit'
import type { SearchContentDocument } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { BulkBar, GuardedButton, partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkEditPath } from '../../../parts/bulk/bulk-edit-path.ts'
import { useMarkTranslated } from '../../../parts/translation/use-mark-translated.ts'
import { BulkEraseDialog } from './bulk-erase-dialog.tsx'
import { BulkPlanDialog } from './bulk-plan-dialog.tsx'
import { type BulkStep, bulkOperation, bulkSteps, rowsFor } from './bulk-step.ts'
import { takesChannels } from './channel-change.ts'

const BulkChannelsDialog = partOnDemand(async () => (await import('./bulk-channels-dialog.tsx')).BulkChannelsDialog)

interface BulkActionsProps {
  rows: readonly SearchContentDocument[]
  variationName: string
  onClear: () => void
  /** A dialog about them opens or closes: what it says stays on the screen, also when the rows have left the list. */
  onAsk: (isAsking: boolean) => void
  /** All that the list finds, where the whole page is selected and there is more. */
  more?: (Found & { onSelect: () => void }) | undefined
}

/** How much a list finds on all its pages; capped: at least so much. */
export interface Found {
  readonly count: number
  readonly isCapped: boolean
}

/** What can be done with the selected rows, each step with how many of them it is for. */
export function BulkActions({ rows, variationName, onClear, onAsk, more }: BulkActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<BulkStep | 'channels'>()
  const { channels } = useChannels()
  const editing = usePermission('contentItem.batchItems')
  const taking = rows.filter(takesChannels)
  const editable = rows.filter(({ isDeleted }) => isDeleted !== true)
  const behind = rows.filter(({ translation, isDeleted }) => translation.state === 'outdated' && isDeleted !== true)
  const marking = usePermission('contentVariation.markTranslated')
  const { mark, isMarking } = useMarkTranslated()
  const markBehind = async () => {
    if (await mark(behind.map(({ contentVariationId }) => contentVariationId))) onClear()
  }
  const ask = (step: BulkStep | 'channels' | undefined) => {
    setAsked(step)
    onAsk(step !== undefined)
  }
  return (
    <>
      <BulkBar count={rows.length} label={t('content.bulk.selected', { count: rows.length })} onClear={onClear}>
        {more && (
          <Button size="small" variant="outlined" onClick={more.onSelect}>
            {t(more.isCapped ? 'content.bulk.selectMore' : 'content.bulk.selectAll', { count: more.count })}
          </Button>
        )}
        {bulkSteps.map((step) => {
          const count = rowsFor(step, rows).length
          return (
            count > 0 && (
              <StepButton
                key={step}
                step={step}
                count={count < rows.length ? count : undefined}
                onClick={() => ask(step)}
              />
            )
          )
        })}
        {editable.length > 0 && (
          <EditInBulk
            editPath={bulkEditPath}
            selection={rowsOfList(editable)}
            some={editable.length < rows.length ? editable.length : undefined}
          />
        )}
        {channels.length > 1 && taking.length > 0 && (
          <GuardedButton permission={editing} size="small" onClick={() => ask('channels')}>
            {taking.length === rows.length
              ? t('content.bulk.channels')
              : t('content.bulk.some', { step: t('content.bulk.channels'), count: taking.length })}
          </GuardedButton>
        )}
        {behind.length > 0 && (
          <GuardedButton permission={marking} size="small" loading={isMarking} onClick={() => void markBehind()}>
            {behind.length === rows.length
              ? t('content.translation.mark')
              : t('content.bulk.some', { step: t('content.translation.mark'), count: behind.length })}
          </GuardedButton>
        )}
      </BulkBar>
      {asked === 'channels' && <BulkChannelsDialog rows={taking} onClose={() => ask(undefined)} onDone={onClear} />}
      {asked === 'purge' && (
        <BulkEraseDialog rows={rowsFor(asked, rows)} onClose={() => ask(undefined)} onDone={onClear} />
      )}
      {asked && asked !== 'purge' && asked !== 'channels' && (
        <BulkPlanDialog
          step={asked}
          rows={rowsFor(asked, rows)}
          selectedCount={rows.length}
          variationName={variationName}
          onClose={() => ask(undefined)}
          onDone={onClear}
        />
      )}
    </>
  )
}

interface StepButtonProps {
  step: BulkStep
  /** Where it is for some of the rows only. */
  count: number | undefined
  onClick: () => void
}

function StepButton({ step, count, onClick }: StepButtonProps) {
  const { t } = useTranslation()
  const permission = usePermission(bulkOperation[step])
  const isDestructive = step === 'delete' || step === 'purge'
  return (
    <GuardedButton permission={permission} size="small" color={isDestructive ? 'error' : 'primary'} onClick={onClick}>
      {count === undefined
        ? t(`content.bulk.${step}`)
        : t('content.bulk.some', { step: t(`content.bulk.${step}`), count })}
    </GuardedButton>
  )
}
