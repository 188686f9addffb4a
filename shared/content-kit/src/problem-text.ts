import type { Problem } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { usePermission } from '@pim/shell'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Why a call was refused, in words for the person: which quota is reached and what to do, else what the server says. */
export function useProblemText(): (problem: Problem | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  const { may } = usePermission('quotas.getUsage')
  return useCallback(
    (problem) => {
      if (!problem?.quota) return problem?.message
      const { quota, limit, used } = problem.quota
      const reached = t('kit.quota.refused', {
        name: t(`kit.quota.name.${quota}`),
        used: amountOf(quota, used, i18n.language),
        limit: amountOf(quota, limit, i18n.language),
      })
      const isOfDay = problem.code === 'CALL_QUOTA_REACHED'
      return `${reached} ${t(isOfDay ? 'kit.quota.tomorrow' : may ? 'kit.quota.whatToDo' : 'kit.quota.whomToAsk')}`
    },
    [t, i18n.language, may],
  )
}
