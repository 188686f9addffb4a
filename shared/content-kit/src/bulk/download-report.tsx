import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { useApi } from '@pim/api-client/react'
import type { RowFilter } from '@pim/contract'
import { useFeedback, useTenant } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../save-file.ts'

interface DownloadReportProps {
  bulkChangeId: string
  filter: RowFilter | undefined
  label: string
}

/** The rows as a CSV file, those of a filter or all of them. */
export function DownloadReport({ bulkChangeId, filter, label }: DownloadReportProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const feedback = useFeedback()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const query = { ...(filter && { filter }) }
      const call = { tenantId, timeout: 0 }
      const blob = await api.bulkChange.getBulkChangeReport({ params: { bulkChangeId }, query }, call)
      saveFile(blob, `bulk-change-${bulkChangeId}.csv`)
    } catch {
      feedback.error(t('kit.bulk.report.failed'))
    }
    setBusy(false)
  }
  return (
    <Button size="small" startIcon={<DownloadIcon />} loading={isBusy} onClick={() => void download()}>
      {label}
    </Button>
  )
}
