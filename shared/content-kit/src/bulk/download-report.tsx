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
  /** `mend`: the rows of an imported file that have a problem, as they stand in it. */
  what: { rows: RowFilter | 'all' } | { mend: 'csv' | 'jsonl' | 'xlsx' }
  label: string
}

/** The rows as a file, those of a filter or all of them, or those of an imported file that are to be mended. */
export function DownloadReport({ bulkChangeId, what, label }: DownloadReportProps) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const feedback = useFeedback()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const call = { tenantId, timeout: 0 }
      const params = { bulkChangeId }
      if ('mend' in what)
        saveFile(
          await api.bulkChange.getRowsToMend({ params, query: { languageCode: i18n.language } }, call),
          `rows-to-mend-${bulkChangeId}.${what.mend}`,
        )
      else {
        const query = what.rows === 'all' ? {} : { filter: what.rows }
        const blob = await api.bulkChange.getBulkChangeReport({ params, query }, call)
        saveFile(blob, `bulk-change-${bulkChangeId}.csv`)
      }
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
