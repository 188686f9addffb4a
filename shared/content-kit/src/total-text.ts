import { useTranslation } from 'react-i18next'

/** The length of a list, counted as far as that is cheap: where it `isCapped`, there are at least `count`. */
export interface Total {
  readonly count: number
  readonly isCapped: boolean
}

export function useTotalText(): (total: Total) => string {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return ({ count, isCapped }) =>
    isCapped ? t('kit.total.more', { total: number.format(count - 1) }) : number.format(count)
}
