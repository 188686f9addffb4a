import type { Plan, Variation } from '@pim/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

type Titled = Pick<Plan, 'asked' | 'state' | 'itemCount'>

/** The title of a kept plan: its step, the count of its items, and its variations. */
export function useKeptPlanTitle(variations: readonly Variation[]): (plan: Titled) => string {
  const { t, i18n } = useTranslation()
  return useCallback(
    ({ asked, state, itemCount }) => {
      const { step, variationIds } = asked ?? {}
      const names = variationIds?.map(
        (id) => variations.find(({ variationId }) => variationId === id)?.friendlyName ?? '',
      )
      return t(step && state !== 'planning' ? `content.keptPlan.title.${step}` : 'content.keptPlan.title', {
        count: itemCount,
        variations: names ? new Intl.ListFormat(i18n.language).format(names) : t('content.keptPlan.defaultVariation'),
      })
    },
    [t, i18n.language, variations],
  )
}
