import { Button } from '@mui/material'
import { EditInBulk, rowsOfList, useChannels, useTotalText } from '@pim/content-kit'
import { type RowStep, RowsPlanDialog, StepButtons } from '@pim/content-kit/plan'
import type { SearchContentDocument } from '@pim/contract'
import { usePermission } from '@pim/shell'
import { useFills } from '@pim/shell/slots'
import { BulkBar, GuardedButton, partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkChangePath } from '../../../parts/bulk/bulk-change-path.ts'
import { bulkEditPath } from '../../../parts/bulk/bulk-edit-path.ts'
import { useMarkTranslated } from '../../../parts/translation/use-mark-translated.ts'
import { useUserTypes } from '../content-list.api.ts'
import { BulkEraseDialog } from './bulk-erase-dialog.tsx'
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

/** The dialog that is open: of a step for the rows that it is for, or another one. */
type Asked = { readonly step: RowStep; readonly fitting: readonly SearchContentDocument[] } | 'purge' | 'channels'

/** How much a list finds on all its pages; capped: at least so much. */
export interface Found {
  readonly count: number
  readonly isCapped: boolean
}

/** What can be done with the selected rows, each step with how many of them it is for. */
export function BulkActions({ rows, variationName, onClear, onAsk, more }: BulkActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const { data: types = [] } = useUserTypes()
  const { channels } = useChannels()
  const totalText = useTotalText()
  const editing = usePermission('contentItem.batchItems')
  const fills = useFills('items.bulkAction')
  const contentItemIds = rows.map(({ contentItemId }) => contentItemId)
  const taking = rows.filter(takesChannels)
  const editable = rows.filter(({ isDeleted }) => isDeleted !== true)
  const deleted = rows.filter(({ isDeleted }) => isDeleted === true)
  const erasing = usePermission('contentItem.purgeItem')
  const behind = rows.filter(({ translation, isDeleted }) => translation.state === 'outdated' && isDeleted !== true)
  const marking = usePermission('contentVariation.markTranslated')
  const { mark, isMarking } = useMarkTranslated()
  const markBehind = async () => {
    if (await mark(behind.map(({ contentVariationId }) => contentVariationId))) onClear()
  }
  const ask = (next: Asked | undefined) => {
    setAsked(next)
    onAsk(next !== undefined)
  }
  return (
    <>
      <BulkBar count={rows.length} label={t('content.bulk.selected', { count: rows.length })} onClear={onClear}>
        {more && (
          <Button size="small" variant="outlined" onClick={more.onSelect}>
            {more.isCapped
              ? t('content.bulk.selectMore', { total: totalText(more) })
              : t('content.bulk.selectAll', { count: more.count })}
          </Button>
        )}
        <StepButtons rows={rows} onAsk={(step, fitting) => ask({ step, fitting })} />
        {deleted.length > 0 && (
          <GuardedButton permission={erasing} size="small" color="error" onClick={() => ask('purge')}>
            {deleted.length === rows.length
              ? t('content.bulk.purge')
              : t('content.bulk.some', { step: t('content.bulk.purge'), count: deleted.length })}
          </GuardedButton>
        )}
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
        {fills.map(({ id, Filled }) => (
          <Filled key={id} contentItemIds={contentItemIds} variationId={rows[0]?.variationId ?? ''} clear={onClear} />
        ))}
      </BulkBar>
      {asked === 'channels' && <BulkChannelsDialog rows={taking} onClose={() => ask(undefined)} onDone={onClear} />}
      {asked === 'purge' && <BulkEraseDialog rows={deleted} onClose={() => ask(undefined)} onDone={onClear} />}
      {typeof asked === 'object' && (
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
