import { NumberSetting } from '../frame/settings/line-settings.tsx'
import { MimeTypesSetting } from '../frame/settings/mime-types-setting.tsx'

export const BinarySettings = () => (
  <>
    <MimeTypesSetting />
    <NumberSetting name="maxBytes" />
  </>
)
