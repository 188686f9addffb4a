import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Button } from '@mui/material'
import { useApi } from '@pim/api-client/react'
import { saveFile } from '@pim/content-kit'
import { useFeedback, useTenant } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The file as it came. */
export function Download({ binaryId, fileName }: { binaryId: string; fileName: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId } = useTenant()
  const feedback = useFeedback()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const query = { imageSize: 'original' }
      const blob = await api.binary.getBinaryContent(
        { params: { binaryId }, query },
        { tenantId: externalId, timeout: 0 },
      )
      saveFile(blob, fileName)
    } catch {
      feedback.error(t('media.detail.downloadFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" startIcon={<DownloadIcon />} loading={isBusy} onClick={() => void download()}>
      {t('media.detail.download')}
    </Button>
  )
}
