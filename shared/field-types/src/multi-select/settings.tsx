import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'
import { OptionsSetting } from '../frame/settings/options-setting.tsx'

export const MultiSelectSettings = () => (
  <>
    <OptionsSetting name="options" />
    <NumberOfEntries />
  </>
)
