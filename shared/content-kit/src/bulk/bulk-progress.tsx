import type { BulkChange, Job } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { RunningJob } from '../running-job.tsx'
import { useBulkJob } from './bulk-change.api.ts'

/** How far the job of a bulk change is, and that one may leave. */
export function BulkProgress({ bulkChange }: { bulkChange: BulkChange }) {
  const { t, i18n } = useTranslation()
  const job = asCounted(useBulkJob(bulkChange), bulkChange)
  const { doneCount = 0, totalCount = null } = job ?? {}
  const number = new Intl.NumberFormat(i18n.language)
  const done = number.format(doneCount)
  // How many rows a file has is known at its end.
  const withoutTotal = doneCount > 0 ? t('kit.bulk.progress.soFar', { done }) : t('kit.bulk.progress.waiting')
  return (
    <RunningJob
      title={t(bulkChange.state === 'executing' ? 'kit.bulk.progress.executing' : 'kit.bulk.progress.rehearsing')}
      job={job}
      figures={
        totalCount === null ? withoutTotal : t('kit.bulk.progress.figures', { done, total: number.format(totalCount) })
      }
      hint={t('kit.bulk.progress.goesOn')}
    />
  )
}

/** An execution with the counts that the rows beside it have: the job's own are saved a moment later, and begin anew with each attempt. */
function asCounted(job: Job | undefined, { state, counts }: BulkChange): Job | undefined {
  if (state !== 'executing' || job === undefined) return job
  const { changed, created, deleted, done, outdated, failed } = counts
  return { ...job, doneCount: done + outdated + failed, totalCount: changed + created + deleted }
}
