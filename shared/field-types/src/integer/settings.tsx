import { NumberSetting } from '../frame/settings/line-settings.tsx'

export const IntegerSettings = () => (
  <>
    <NumberSetting name="min" />
    <NumberSetting name="max" />
  </>
)
