import { useApi, useApiQuery } from '@pim/api-client/react'
import { useProblemWords } from '@pim/content-kit/plan'
import type { SearchInput } from '@pim/contract'
import { useFeedback, usePermission, useTenant } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { bulkChangePath } from '../../../parts/bulk/bulk-change-path.ts'

/** Of what a list finds, the items with texts that are out of date; undefined where its filters leave these out. */
export function outdatedOf(matching: SearchInput): SearchInput | undefined {
  const { filtering = {} } = matching
  if (filtering.translation !== undefined && !filtering.translation.includes('outdated')) return undefined
  return { ...matching, filtering: { ...filtering, translation: ['outdated'] } }
}

/** Leads to the rehearsal of a bulk change that says of all texts which are out of date that they are right as they are. */
export function MarkMatching({ outdated, variationId }: { outdated: SearchInput; variationId: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const navigate = useNavigate()
  const feedback = useFeedback()
  const problemText = useProblemWords()
  const permission = usePermission('bulkChange.createBulkChange')
  const [isPending, setPending] = useState(false)
  const body = { ...outdated, paging: { pageNumber: 1, pageSize: 1 } }
  const { data } = useApiQuery('search.searchUserContent', { body })
  const { totalCount: count = 0, totalIsCapped = false } = data?.paging ?? {}
  if (count === 0) return null
  const rehearse = async () => {
    setPending(true)
    try {
      const { bulkChangeId } = await api.bulkChange.createBulkChange(
        { body: { selection: outdated, edits: [{ kind: 'markTranslated' }], variationIds: [variationId] } },
        { tenantId },
      )
      await navigate(bulkChangePath(bulkChangeId))
    } catch (failure) {
      setPending(false)
      feedback.error(problemText(failure))
    }
  }
  const label = t('content.translation.mark')
  return (
    <GuardedButton permission={permission} size="small" loading={isPending} onClick={() => void rehearse()}>
      {totalIsCapped ? label : t('content.bulk.some', { step: label, count })}
    </GuardedButton>
  )
}
