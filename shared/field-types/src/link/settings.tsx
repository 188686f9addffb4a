import { ChoicesSetting } from '../frame/settings/choices-setting.tsx'
import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'
import { useSettingsScope } from '../frame/settings/settings-scope.tsx'

export function LinkSettings() {
  const { world } = useSettingsScope()
  return <ChoicesSetting name="contentTypeTechnicalNames" choices={world.contentTypes} />
}

export const LinksSettings = () => (
  <>
    <LinkSettings />
    <NumberOfEntries />
  </>
)
