import type { ApiClient } from '@pim/api-client'
import { useApi } from '@pim/api-client/react'
import type { ImportFile } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useCallback, useSyncExternalStore } from 'react'
import { startUpload, type UploadCalls, type UploadRun, type UploadState } from './upload-run.ts'

/** By the id of the file. They outlive the screen: who looks at something else meanwhile finds the upload further on. */
const running = new Map<string, { readonly run: UploadRun; readonly importFile: ImportFile }>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** A part that takes longer is taken for lost, and sent again. */
const partTimeoutMs = 300_000

const callsOf = (api: ApiClient, tenantId: string, { importFileId, fileName }: ImportFile): UploadCalls => ({
  sendPart: (partNumber, file, options) =>
    api.import.putImportFilePart(
      { params: { importFileId, partNumber }, file, fileName },
      { tenantId, timeout: partTimeoutMs, ...options },
    ),
  pause: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        removeEventListener('online', end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal.addEventListener('abort', end)
      // Whoever is connected again need not wait for the pause to end.
      addEventListener('online', end)
    }),
})

export interface ImportUpload {
  /** Undefined where nothing of this file is on its way from this tab. */
  readonly state: UploadState | undefined
  /** What is on its way. */
  readonly importFile: ImportFile | undefined
  readonly start: (importFile: ImportFile, file: File) => void
  readonly goOn: () => void
  readonly cancel: () => void
}

/** The upload of a file from this tab. */
export function useImportUpload(importFileId: string | null): ImportUpload {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const upload = importFileId === null ? undefined : running.get(importFileId)
  const state = useSyncExternalStore(subscribe, () =>
    importFileId === null ? undefined : running.get(importFileId)?.run.state(),
  )
  const start = useCallback(
    (importFile: ImportFile, file: File) => {
      const started = startUpload(importFile, file, callsOf(api, tenantId, importFile))
      running.set(importFile.importFileId, { run: started, importFile })
      started.subscribe(() => {
        const { status } = started.state()
        if (status === 'done' || status === 'cancelled') running.delete(importFile.importFileId)
        changed()
      })
      changed()
    },
    [api, tenantId],
  )
  return {
    state,
    importFile: upload?.importFile,
    start,
    goOn: () => upload?.run.goOn(),
    cancel: () => upload?.run.cancel(),
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}
