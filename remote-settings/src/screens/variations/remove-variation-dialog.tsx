import { Alert, Stack } from '@mui/material'
import { useSeenVersion } from '@pim/api-client/seen-version'
import { variationCode } from '@pim/content-kit'
import type { Variation } from '@pim/contract'
import { useFeedback } from '@pim/shell'
import { ConfirmDialog } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Losses, lossCount } from '../../parts/losses.tsx'
import { useRefusedRemoval } from '../../parts/refusal.ts'
import { useDeleteVariation, useTypesOfLosses } from './variations.api.ts'

/** Says what goes; where something was written there, the server says how much, and is asked a second time. */
export function RemoveVariationDialog({ variation, onClose }: { variation: Variation; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const feedback = useFeedback()
  const remove = useDeleteVariation()
  const refusal = useRefusedRemoval()
  const { variationId, friendlyName } = variation
  const seen = useSeenVersion(variationId, variation.version, true)
  const affected = remove.error?.problem?.affected
  const { data: types } = useTypesOfLosses(affected !== undefined)
  const count = affected ? lossCount(affected) : 0
  const number = new Intl.NumberFormat(i18n.language).format(count)
  const removed = () => {
    feedback.success(t('settings.variation.removed', { name: friendlyName }))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      isDestructive
      title={t('settings.variation.removeTitle', { name: friendlyName })}
      confirmLabel={
        affected ? t('settings.variation.removeAndLose', { count, number }) : t('settings.variation.removeConfirm')
      }
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { variationId }, query: { allowDataLoss: affected !== undefined }, ifMatch: seen.ifMatch },
          { onSuccess: removed, onError: ({ problem }) => seen.learn(problem?.currentVersion) },
        )
      }
      onCancel={onClose}
    >
      <Stack sx={{ gap: 1.5 }}>
        {remove.error && !affected && <Alert severity="error">{refusal(remove.error)}</Alert>}
        <span>{t('settings.variation.removeText', { code: variationCode(variation) })}</span>
        {affected && (
          <>
            <span>{t('settings.variation.lossText', { count, number })}</span>
            <Losses affected={affected} types={types} />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
