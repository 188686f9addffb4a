import { useTranslation } from 'react-i18next'
import { ChoiceSetting, NumberSetting } from '../frame/settings/line-settings.tsx'
import { useSettingsScope } from '../frame/settings/settings-scope.tsx'

export function SlugSettings() {
  const { t } = useTranslation()
  const { world } = useSettingsScope()
  return (
    <>
      <ChoiceSetting name="sourceField" choices={world.textFields} none={t('fieldTypes.setting.sourceField.none')} />
      <NumberSetting name="maxLength" />
    </>
  )
}
