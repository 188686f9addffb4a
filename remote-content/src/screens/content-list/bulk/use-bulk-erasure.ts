import { ApiError } from '@pim/api-client'
import { useApi, useApiQueryOptions, useRefreshed } from '@pim/api-client/react'
import { type ErasureFact, useErasureFacts, useErasureReport } from '@pim/content-kit'
import type { PurgePreview } from '@pim/contract'
import { contentTopics } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { erasureOfMany, previewOfMany } from './erasure-of-many.ts'

const namesShown = 5

export interface ErasedRow {
  readonly contentItemId: string
  readonly name: string
}

/** What erasing many deleted items would remove; erases them, one after the other. For `EraseDialog`. */
export function useBulkErasure(targets: readonly ErasedRow[]) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const apiQuery = useApiQueryOptions()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  const factsOf = useErasureFacts()
  const reportOf = useErasureReport()
  const [done, setDone] = useState<number>()
  const [report, setReport] = useState<readonly ErasureFact[]>()
  const previews = useQueries({
    queries: targets.map(({ contentItemId }) => ({
      ...apiQuery('contentItem.previewPurge', { params: { contentItemId } }),
      meta: { failureGoesTo: 'screen' },
      enabled: done === undefined && report === undefined,
    })),
  })
  const known = previews.map(({ data }) => data).filter((data): data is PurgePreview => data !== undefined)
  const isTold = known.length === targets.length
  const ids = new Set(targets.map(({ contentItemId }) => contentItemId))
  const named = (of: readonly string[]) => `${of.slice(0, namesShown).join(', ')}${of.length > namesShown ? '…' : ''}`
  const number = new Intl.NumberFormat(i18n.language)
  const erase = async () => {
    setDone(0)
    const erasures = []
    const left: string[] = []
    for (const [index, { contentItemId, name }] of targets.entries()) {
      try {
        // The rows stay on the screen behind the report.
        const options = { tenantId, leaves: contentTopics }
        erasures.push(await api.contentItem.purgeItem({ params: { contentItemId } }, options))
      } catch (error) {
        const why = error instanceof ApiError ? error.problem?.message : undefined
        left.push(`${name}: ${why ?? t('content.step.failed')}`)
      }
      setDone(index + 1)
    }
    setReport([
      ...(erasures.length > 0 ? reportOf(erasureOfMany(erasures)) : []),
      ...(left.length > 0 ? [{ label: t('content.bulk.left', { count: left.length }), value: left.join('; ') }] : []),
    ])
    setDone(undefined)
  }
  return {
    facts: isTold
      ? [
          {
            label: t('content.bulk.items'),
            value: `${number.format(targets.length)}: ${named(targets.map(({ name }) => name))}`,
          },
          ...factsOf(previewOfMany(known, ids)),
        ]
      : undefined,
    failure: previews.some(({ isError }) => isError) ? t('content.bulk.notTold') : undefined,
    done,
    report,
    erase,
    /** After the report was read: the list shows what is left. */
    showRest: () => refreshed({ left: true }),
  }
}
