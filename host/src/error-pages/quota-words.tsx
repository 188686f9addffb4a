import { amountOf } from '@pim/contract/core/quota-amount.ts'
import type { QuotaReached } from '@pim/contract/core/quotas.ts'
import { useTranslation } from 'react-i18next'
import { nextDay } from './failure-facts.ts'

/** Which quota of calls is used up, until when, and who can allow more. */
export function QuotaWords({ quota }: { quota: QuotaReached | undefined }) {
  const { t, i18n } = useTranslation()
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    nextDay(new Date()),
  )
  const used =
    quota &&
    t('shell.error.quota-reached.used', {
      name: t(`kit.quota.name.${quota.quota}`),
      used: amountOf(quota.quota, quota.used, i18n.language),
      limit: amountOf(quota.quota, quota.limit, i18n.language),
    })
  return (
    <>
      {used} {t('shell.error.quota-reached.description', { time })}
    </>
  )
}
