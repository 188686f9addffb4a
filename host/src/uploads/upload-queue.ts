import { type ApiClient, ApiError } from '@pim/api-client'
import type { Upload, UploadRequest } from '@pim/shell/provide'
import { createStore } from 'zustand'

interface Entry extends Upload {
  request: UploadRequest
  /** The tenant at the time the files were added, whatever the tab has changed to since. */
  tenantId: string
  abort: AbortController
}

/** Uploads that run in parallel; more would share the same bandwidth. */
const maxParallelUploads = 3

type UploadBinary = ApiClient['binary']['uploadBinary']

/**
 * The queue of uploads. It belongs to the page and not to a section, so that uploads go on while the user navigates.
 */
export function createUploadQueue(upload: UploadBinary) {
  const store = createStore<readonly Entry[]>(() => [])
  const entries = store.getState
  const set = (next: readonly Entry[]) => store.setState(next, true)
  const change = (id: string, changes: Partial<Entry>) =>
    set(entries().map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

  const run = async ({ id, request, tenantId, abort }: Entry) => {
    const { file, finish } = request
    const { signal } = abort
    try {
      change(id, { status: 'sending', progress: 0 })
      const binary = await upload(
        { file, fileName: file.name },
        { signal, tenantId, onProgress: (progress) => change(id, { progress }) },
      )
      change(id, { status: 'finishing', progress: 1 })
      const result = await finish?.(binary, { signal, tenantId })
      change(id, { status: 'done', ...(result?.href ? { href: result.href } : {}) })
    } catch (failure) {
      if (signal.aborted) change(id, { status: 'cancelled' })
      else change(id, { status: 'failed', failure: failure instanceof Error ? failure : new Error(String(failure)) })
    }
    startNext()
  }
  const startNext = () => {
    const runningCount = entries().filter(({ status }) => status === 'sending' || status === 'finishing').length
    for (const entry of entries()
      .filter(({ status }) => status === 'waiting')
      .slice(0, Math.max(0, maxParallelUploads - runningCount))) {
      void run(entry)
    }
  }

  return {
    store,
    entries,
    add: (tenantId: string, requests: readonly UploadRequest[]) => {
      const added = requests.map(
        (request): Entry => ({
          id: crypto.randomUUID(),
          fileName: request.file.name,
          byteSize: request.file.size,
          status: 'waiting',
          progress: 0,
          request,
          tenantId,
          abort: new AbortController(),
        }),
      )
      set([...entries(), ...added])
      startNext()
    },
    cancel: (id: string) => {
      const entry = entries().find((one) => one.id === id)
      entry?.abort.abort()
      if (entry?.status === 'waiting') change(id, { status: 'cancelled' })
    },
    retry: (id: string) => {
      change(id, { status: 'waiting', progress: 0, abort: new AbortController() })
      startNext()
    },
    clearFinished: () => set(entries().filter(({ status }) => isUnderWay(status))),
  }
}
export type UploadQueue = ReturnType<typeof createUploadQueue>

export const isUnderWay = (status: Upload['status']) =>
  status === 'waiting' || status === 'sending' || status === 'finishing'

/** Keys of which the first that is there has the words for a failed upload. */
export function failureKeys(failure: Error | undefined): string[] {
  const code = failure instanceof ApiError ? failure.problem?.code : undefined
  return [...(code === undefined ? [] : [`shell.problem.${code}`]), 'shell.uploads.failed']
}
