import { useTranslation } from 'react-i18next'

interface Canary {
  percent?: number | undefined
  tenants?: readonly string[] | undefined
}

/** Who gets the canary release, in words. */
export function useCanaryShare() {
  const { t, i18n } = useTranslation()
  return ({ percent, tenants = [] }: Canary): string =>
    percent === undefined
      ? t('settings.release.ofTenants', { tenants: new Intl.ListFormat(i18n.language).format(tenants) })
      : t('settings.release.ofPeople', { percent })
}
