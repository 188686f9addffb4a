import { ApiError } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { ExportRequest } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../problem-text.ts'
import { saveFile } from '../save-file.ts'

/** Makes a file of items and saves it. A screen that is left ends an export that is on its way. */
export function useExport(onSaved: () => void) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const problemText = useProblemText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])

  const run = async (body: ExportRequest) => {
    const controller = new AbortController()
    const { signal } = controller
    ending.current = controller
    setBusy(true)
    setFailure(undefined)
    try {
      // However long it takes: the answer comes piece by piece.
      const blob = await api.export.exportItems({ body }, { tenantId, timeout: 0, signal })
      saveFile(blob, `${body.technicalContentTypeName}.${body.format}`)
      onSaved()
    } catch (error) {
      if (signal.aborted) return
      setFailure((error instanceof ApiError ? problemText(error.problem) : undefined) ?? t('kit.export.failed'))
    }
    setBusy(false)
  }
  return { run, isBusy, failure }
}
