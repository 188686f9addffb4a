import { OptionsSetting } from '../frame/settings/options-setting.tsx'

export const SelectSettings = () => <OptionsSetting name="options" />
