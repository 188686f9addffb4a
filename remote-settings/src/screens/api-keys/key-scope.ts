import { useChannels } from '@pim/content-kit'
import type { ApiKey } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypeNames } from './api-keys.api.ts'

/** Returns a function that says in words what a key may do: "Product and Article, for web", "Imports Product". */
export function useKeyScope() {
  const { t, i18n } = useTranslation()
  const { data: types } = useTypeNames()
  const { channelNames } = useChannels()
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language)
    const titleOf = (technicalName: string) =>
      inLanguage(
        types?.find((type) => type.technicalName === technicalName)?.friendlyName,
        i18n.language,
        technicalName,
      )
    return ({ kind, contentTypeTechnicalNames, deliveryTargets }: ApiKey): string => {
      const what = contentTypeTechnicalNames.length
        ? list.format(contentTypeTechnicalNames.map(titleOf))
        : t('settings.key.everyType')
      if (kind === 'import') return t('settings.key.imports', { what })
      return deliveryTargets.length
        ? t('settings.key.limits', { what, targets: channelNames(deliveryTargets) })
        : t('settings.key.noTargetLimit', { what })
    }
  }, [t, i18n.language, types, channelNames])
}
