import { ChoicesSetting } from '../frame/settings/choices-setting.tsx'
import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'
import { useSettingsScope } from '../frame/settings/settings-scope.tsx'

export function ConceptSettings() {
  const { world } = useSettingsScope()
  return <ChoicesSetting name="taxonomyIds" choices={world.taxonomies} />
}

export const ConceptsSettings = () => (
  <>
    <ConceptSettings />
    <NumberOfEntries />
  </>
)
