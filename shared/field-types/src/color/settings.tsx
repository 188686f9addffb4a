import { FlagSetting } from '../frame/settings/line-settings.tsx'

export const ColorSettings = () => <FlagSetting name="alpha" />
