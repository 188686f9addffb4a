import type { Job } from '@pim/contract'
import type { DotLook } from '@pim/ui'

/** A job that waits for somebody to take it over stands in the queue. */
export const stateOf = ({ status, paused }: Job): Job['status'] | 'paused' => (paused ? 'paused' : status)

export const jobLooks: Record<ReturnType<typeof stateOf>, DotLook> = {
  queued: { color: 'text.secondary', fill: 'ring' },
  paused: { color: 'warning.main', fill: 'half' },
  running: { color: 'primary.main', fill: 'half' },
  done: { color: 'success.main', fill: 'full' },
  failed: { color: 'error.main', fill: 'full' },
}

export const isUnderWay = (job: Job): boolean => ['queued', 'running'].includes(stateOf(job))

/** The share done, in per cent; undefined while nobody knows how much there is. */
export function shareOf({ status, doneCount, totalCount }: Job): number | undefined {
  if (status === 'done') return 100
  if (!totalCount) return undefined
  return Math.min(100, Math.round((doneCount / totalCount) * 100))
}
