import { useTranslation } from 'react-i18next'

/** Writes cents as an amount in the language of the person: `1,234.50 €`. */
export function useEuros(): (cents: number) => string {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language, { style: 'currency', currency: 'EUR' })
  return (cents) => format.format(cents / 100)
}
