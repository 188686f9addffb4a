import { useApi, useApiQuery } from '@pim/api-client/react'
import type { BulkChange, BulkChangeAction, ChooseChanged, Job, LeaveOut, RowFilter } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useState } from 'react'
import { useRunningJob } from '../running-job.tsx'

const lookAgainAfter = 1_000

export const isUnderWay = ({ state }: Pick<BulkChange, 'state'>): boolean =>
  state === 'rehearsing' || state === 'executing'

/** Read again each second while a job is at it: its counts grow slice by slice. */
export const useBulkChange = (bulkChangeId: string) =>
  useApiQuery(
    'bulkChange.getBulkChange',
    { params: { bulkChangeId } },
    {
      failureGoesTo: 'screen',
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? lookAgainAfter : false),
    },
  )

export interface RowsAsked {
  readonly pageNumber: number
  readonly pageSize: number
  readonly filter: RowFilter | undefined
}

export const useBulkRows = (bulkChangeId: string, { filter, ...paging }: RowsAsked, isAsked: boolean) =>
  useApiQuery(
    'bulkChange.getBulkChangeRows',
    { params: { bulkChangeId }, query: { ...paging, ...(filter && { filter }) } },
    { failureGoesTo: 'screen', keepPrevious: true, enabled: isAsked },
  )

/** Of the bulk change that is under way. Once it has ended, all that it changed is read again. */
export const useBulkJob = (bulkChange: BulkChange): Job | undefined =>
  useRunningJob(isUnderWay(bulkChange) ? bulkChange.jobId : null)

/** The steps of a bulk change. One at a time; `failure` is of the last one. */
export function useBulkSteps({ bulkChangeId, fingerprint }: BulkChange, onUndo: (bulkChangeId: string) => void) {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const [pending, setPending] = useState<BulkChangeAction>()
  const [failure, setFailure] = useState<unknown>()
  const params = { bulkChangeId }
  const doing: Readonly<Record<BulkChangeAction, () => Promise<unknown>>> = {
    execute: () => api.bulkChange.executeBulkChange({ params, body: { fingerprint } }, { tenantId }),
    pause: () => api.bulkChange.pauseBulkChange({ params }, { tenantId }),
    resume: () => api.bulkChange.resumeBulkChange({ params }, { tenantId }),
    cancel: () => api.bulkChange.cancelBulkChange({ params }, { tenantId }),
    rehearse: () => api.bulkChange.rehearseBulkChange({ params }, { tenantId }),
    undo: async () => {
      const made = await api.bulkChange.createBulkChange({ body: { undoOf: bulkChangeId } }, { tenantId })
      onUndo(made.bulkChangeId)
    },
  }
  const run = async (action: BulkChangeAction): Promise<void> => {
    setFailure(undefined)
    setPending(action)
    try {
      await doing[action]()
    } catch (reason) {
      setFailure(reason)
    }
    setPending(undefined)
  }
  return { run, pending, failure }
}

/** The choices of a rehearsal: rows are left out or taken in, what somebody has changed is kept or replaced, what is deleted comes back. The last failure stays until the next call. */
export function useRowChoices(bulkChangeId: string) {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const [failure, setFailure] = useState<unknown>()
  const [isPending, setPending] = useState(false)
  const params = { bulkChangeId }
  const chosen = async (call: Promise<unknown>): Promise<void> => {
    setPending(true)
    setFailure(undefined)
    try {
      await call
    } catch (reason) {
      setFailure(reason)
    }
    setPending(false)
  }
  const leaveOut = (body: LeaveOut) => chosen(api.bulkChange.leaveOutRows({ params, body }, { tenantId }))
  const chooseChanged = (body: ChooseChanged) =>
    chosen(api.bulkChange.chooseChangedValues({ params, body }, { tenantId }))
  /** Brings these deleted items back, and has the rows rehearsed again. */
  const restore = (contentItemIds: readonly string[]) =>
    chosen(
      (async () => {
        for (const contentItemId of contentItemIds)
          await api.contentItem.restoreItem({ params: { contentItemId } }, { tenantId })
        await api.bulkChange.rehearseBulkChange({ params }, { tenantId })
      })(),
    )
  return { leaveOut, chooseChanged, restore, isPending, failure }
}
