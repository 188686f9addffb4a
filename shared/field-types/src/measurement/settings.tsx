import { useTranslation } from 'react-i18next'
import { ChoicesSetting } from '../frame/settings/choices-setting.tsx'
import { ChoiceSetting, NumberSetting } from '../frame/settings/line-settings.tsx'
import { type SettingChoice, useSetting, useSettingsScope } from '../frame/settings/settings-scope.tsx'
import { familyOf, unitFamilies, unitSymbol, unitsOf } from './units.ts'

const choiceOf = (unit: string): SettingChoice => ({ value: unit, label: `${unitSymbol(unit)} · ${unit}` })
const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export function MeasurementSettings() {
  const { t } = useTranslation()
  const { change } = useSettingsScope()
  const { value: chosenFamily } = useSetting('family')
  const units = listed(useSetting('units').value)
  const { value: defaultUnit } = useSetting('defaultUnit')
  const family = unitFamilies.find((each) => each === chosenFamily)
  const possible = family === undefined ? unitFamilies.flatMap(unitsOf) : unitsOf(family)
  // Units of another family could not stay: they go with the choice that makes them wrong, and come back with undo.
  const choose = (next: string | undefined) => {
    const kept = units.filter((unit) => next === undefined || familyOf(unit) === next)
    const staysDefault = typeof defaultUnit === 'string' && (next === undefined || familyOf(defaultUnit) === next)
    change({
      family: next,
      units: kept.length > 0 ? kept : undefined,
      defaultUnit: staysDefault ? defaultUnit : undefined,
    })
  }
  return (
    <>
      <ChoiceSetting
        name="family"
        choices={unitFamilies.map((each) => ({ value: each, label: t(`fieldTypes.measurement.family.${each}`) }))}
        none={t('fieldTypes.setting.all')}
        onChoose={choose}
      />
      <ChoicesSetting name="units" choices={possible.map(choiceOf)} />
      <ChoiceSetting
        name="defaultUnit"
        choices={(units.length > 0 ? units : possible).map(choiceOf)}
        none={t('fieldTypes.setting.none')}
      />
      <NumberSetting name="min" of="decimal" />
      <NumberSetting name="max" of="decimal" />
      <NumberSetting name="scale" />
    </>
  )
}
