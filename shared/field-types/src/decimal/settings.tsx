import { NumberSetting } from '../frame/settings/line-settings.tsx'

export const DecimalSettings = () => (
  <>
    <NumberSetting name="min" of="decimal" />
    <NumberSetting name="max" of="decimal" />
    <NumberSetting name="scale" />
    <NumberSetting name="precision" />
  </>
)
