import { NumberSetting } from '../frame/settings/line-settings.tsx'

export const LongTextSettings = () => (
  <>
    <NumberSetting name="minLength" />
    <NumberSetting name="maxLength" />
  </>
)
