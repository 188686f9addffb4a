import { useTranslation } from 'react-i18next'

/** A number of things in words; where counting stopped there are at least so many. */
export function useTotalText(): (count: number, isCapped?: boolean) => string {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (count, isCapped = false) =>
    isCapped ? t('ui.total.more', { total: number.format(count - 1) }) : number.format(count)
}
