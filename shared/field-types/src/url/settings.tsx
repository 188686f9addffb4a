import { NumberSetting } from '../frame/settings/line-settings.tsx'

export const UrlSettings = () => <NumberSetting name="maxLength" />
