import type { Job } from '@pim/contract'
import type { DotLook } from '@pim/ui'

export const jobLooks: Record<Job['status'], DotLook> = {
  queued: { color: 'text.secondary', fill: 'ring' },
  running: { color: 'primary.main', fill: 'half' },
  done: { color: 'success.main', fill: 'full' },
  failed: { color: 'error.main', fill: 'full' },
}

export const isUnderWay = ({ status }: Job): boolean => status === 'queued' || status === 'running'

/** The share done, in per cent; undefined while nobody knows how much there is. */
export function shareOf({ status, doneCount, totalCount }: Job): number | undefined {
  if (status === 'done') return 100
  if (!totalCount) return undefined
  return Math.min(100, Math.round((doneCount / totalCount) * 100))
}
