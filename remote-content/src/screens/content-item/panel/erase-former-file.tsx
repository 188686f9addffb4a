import { Button, Typography } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { useErasureReport } from '@pim/content-kit'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { usePermission } from '@pim/shell'
import { EraseDialog } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Beside the file of an earlier version: whoever may, erases it alone, and the item stays. */
export function EraseFormerFile({ binaryId }: { binaryId: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { may } = usePermission('binary.eraseBinary')
  const { data, error } = useApiQuery(
    'binary.getBinary',
    { params: { binaryId } },
    { enabled: may, failureGoesTo: 'screen', retry: false },
  )
  if (!may) return null
  if (error?.problem?.code === 'NOT_FOUND' && !isAsking) {
    return (
      <Typography variant="caption" color="textSecondary" component="div">
        {t('content.formerFile.gone')}
      </Typography>
    )
  }
  // A file that something shows is erased with it, or after it has another.
  if (!isAsking && (!data || data.usedBy.length > 0)) return null
  return (
    <>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        {t('content.formerFile.erase')}
      </Button>
      {isAsking && <EraseFile binaryId={binaryId} onClose={() => setAsking(false)} />}
    </>
  )
}

function EraseFile({ binaryId, onClose }: { binaryId: string; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const reportOf = useErasureReport()
  const { data } = useApiQuery('binary.getBinary', { params: { binaryId } }, { failureGoesTo: 'screen', retry: false })
  const erase = useApiMutation('binary.eraseBinary', { failureGoesTo: 'screen' })
  return (
    <EraseDialog
      title={t('content.formerFile.title')}
      facts={
        data && [
          { label: t('content.formerFile.name'), value: data.fileName },
          { label: t('content.formerFile.size'), value: readableSize(data.byteSize, i18n.language) },
        ]
      }
      failure={erase.error ? (erase.error.problem?.message ?? t('content.step.failed')) : undefined}
      isBusy={erase.isPending}
      report={erase.data && reportOf(erase.data)}
      onConfirm={() => erase.mutate({ params: { binaryId } })}
      onClose={onClose}
    >
      {t('content.formerFile.hint')}
    </EraseDialog>
  )
}
