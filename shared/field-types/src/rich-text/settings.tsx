import { NumberSetting } from '../frame/settings/line-settings.tsx'

export const RichTextSettings = () => (
  <>
    <NumberSetting name="minLength" />
    <NumberSetting name="maxLength" />
  </>
)
