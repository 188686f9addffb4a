import { useTranslation } from 'react-i18next'
import { ChoicesSetting } from '../frame/settings/choices-setting.tsx'
import { NumberSetting } from '../frame/settings/line-settings.tsx'
import { currencies } from './currencies.ts'

export function PriceSettings() {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  const choices = currencies.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
  return (
    <>
      <ChoicesSetting name="currencies" choices={choices} />
      <NumberSetting name="min" of="decimal" />
      <NumberSetting name="max" of="decimal" />
      <NumberSetting name="scale" />
    </>
  )
}
