import { useApiQuery } from '@pim/api-client/react'
import type { QuotaName, QuotaUse } from '@pim/contract'
import { amountOf } from '@pim/contract/core/quota-amount.ts'
import { usePermission } from '@pim/shell'
import { useTranslation } from 'react-i18next'

/** For `QuotaNotice` of `@pim/ui`. */
export interface QuotaWarning {
  readonly text: string
  readonly isReached: boolean
  /** The screen that shows all quotas. */
  readonly to: string
  readonly linkLabel: string
}

/** The use grows slowly, and whoever adds past the limit is told at once: one question in ten minutes for each tab is enough. */
const keptMs = 600_000

/**
 * What to tell of these quotas before they are reached; `undefined` while there is room, and for everybody who can neither see
 * nor change what is used. All screens share one answer of the server.
 */
export function useQuotaWarning(quotas: readonly QuotaName[]): QuotaWarning | undefined {
  const { t, i18n } = useTranslation()
  const { may } = usePermission('quotas.getUsage')
  const { data } = useApiQuery(
    'quotas.getUsage',
    {},
    {
      enabled: may,
      staleTime: keptMs,
      gcTime: keptMs,
      refetchOnWindowFocus: false,
      retry: false,
      failureGoesTo: 'screen',
    },
  )
  const isReached = ({ state }: QuotaUse) => state === 'reached'
  const full = (data?.quotas.filter(({ quota, state }) => quotas.includes(quota) && state !== 'free') ?? []).toSorted(
    (a, b) => Number(isReached(b)) - Number(isReached(a)),
  )
  if (!may || full.length === 0) return undefined
  const sentences = full.map(({ quota, state, used, limit }) =>
    t(`kit.quota.${state}`, {
      name: t(`kit.quota.name.${quota}`),
      used: amountOf(quota, used, i18n.language),
      limit: amountOf(quota, limit ?? used, i18n.language),
    }),
  )
  return {
    text: sentences.join(' '),
    isReached: full.some(isReached),
    to: '/settings/usage',
    linkLabel: t('kit.quota.show'),
  }
}
