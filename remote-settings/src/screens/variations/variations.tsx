import AddIcon from '@mui/icons-material/Add'
import SyncIcon from '@mui/icons-material/Sync'
import { Paper, Typography } from '@mui/material'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { useCommands, useFeedback, usePermission } from '@pim/shell'
import { DataTable, EmptyState, ErrorState, GuardedButton, PageHeader } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WorkUnderWay } from '../../parts/work-under-way.tsx'
import { inFallbackOrder, type VariationRow } from './fallback-order.ts'
import { RemoveVariationDialog } from './remove-variation-dialog.tsx'
import type { VariationAction } from './variation-action.ts'
import { useVariationColumns } from './variation-columns.tsx'
import { ChangeVariationDialog, CreateVariationDialog } from './variation-dialog.tsx'
import { useChangeVariation, useResync, useVariationList } from './variations.api.ts'

const shownJobs = [jobKinds.resyncNewVariations, jobKinds.removeVariation, jobKinds.followVariations]

export function Variations() {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { data, isError, refetch } = useVariationList()
  const creating = usePermission('tenants.createVariation')
  const filling = usePermission('tenants.resyncNewVariations')
  const [isCreating, setCreating] = useState(false)
  const [action, setAction] = useState<VariationAction>()
  const change = useChangeVariation()
  const resync = useResync()
  const close = () => setAction(undefined)
  const startAction = (next: VariationAction) => {
    if (next.kind !== 'makeDefault') return setAction(next)
    const { variationId, friendlyName } = next.variation
    change.mutate(
      { params: { variationId }, body: { isDefault: true } },
      {
        onSuccess: () => feedback.success(t('settings.variation.madeDefault', { name: friendlyName })),
        onError: ({ problem }) => feedback.error(problem?.message ?? t('settings.notSaved')),
      },
    )
  }
  const fill = () =>
    resync.mutate(
      {},
      {
        onSuccess: ({ status, createdCount }) => {
          if (status === 'done' && createdCount === 0) feedback.info(t('settings.variation.nothingMissing'))
          else if (status === 'done') feedback.success(t('settings.variation.filled', { count: createdCount }))
          else if (status === 'failed') feedback.error(t('settings.variation.fillFailed'))
          else feedback.info(t('settings.variation.filling'))
        },
        onError: ({ problem }) => feedback.error(problem?.message ?? t('settings.notSaved')),
      },
    )
  const columns = useVariationColumns(startAction)
  useCommands(
    creating.may
      ? [{ id: 'settings.variation', label: t('settings.variation.new'), run: () => setCreating(true) }]
      : [],
  )

  const newVariation = (
    <GuardedButton permission={creating} variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t('settings.variation.new')}
    </GuardedButton>
  )
  return (
    <>
      <PageHeader
        title={t('settings.page.variations')}
        count={data?.length}
        actions={
          <>
            <GuardedButton
              permission={filling}
              hint={t('settings.variation.fillHint')}
              startIcon={<SyncIcon />}
              loading={resync.isPending}
              onClick={fill}
            >
              {t('settings.variation.fill')}
            </GuardedButton>
            {newVariation}
          </>
        }
      />
      <WorkUnderWay kinds={shownJobs} />
      {isError && !data ? (
        <ErrorState title={t('settings.variation.failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: 720, flex: 'none' }}>
            {t('settings.variation.about')}
          </Typography>
          <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, mb: 2, overflow: 'hidden' }}>
            <DataTable<VariationRow>
              label={t('settings.page.variations')}
              columns={columns}
              rows={data && inFallbackOrder(data)}
              rowId={({ variation }) => variation.variationId}
              rowLabel={({ variation }) => variation.friendlyName}
              expectedRows={4}
              empty={
                <EmptyState
                  title={t('settings.variation.empty')}
                  description={t('settings.variation.about')}
                  action={newVariation}
                />
              }
            />
          </Paper>
        </>
      )}
      {isCreating && data && <CreateVariationDialog variations={data} onClose={() => setCreating(false)} />}
      {action?.kind === 'change' && data && (
        <ChangeVariationDialog variation={action.variation} variations={data} onClose={close} />
      )}
      {action?.kind === 'remove' && <RemoveVariationDialog variation={action.variation} onClose={close} />}
    </>
  )
}
