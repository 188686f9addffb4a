import { ChoicesSetting } from '../frame/settings/choices-setting.tsx'
import { MimeTypesSetting } from '../frame/settings/mime-types-setting.tsx'
import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'
import { useSettingsScope } from '../frame/settings/settings-scope.tsx'

export function MediaSettings() {
  const { world } = useSettingsScope()
  const types = world.contentTypes.filter(({ kind }) => kind === 'media')
  return (
    <>
      <ChoicesSetting name="contentTypeTechnicalNames" choices={types} />
      <MimeTypesSetting />
    </>
  )
}

export const MediasSettings = () => (
  <>
    <MediaSettings />
    <NumberOfEntries />
  </>
)
