import { LabelSetting } from '../frame/settings/line-settings.tsx'

export const BooleanSettings = () => (
  <>
    <LabelSetting name="trueLabel" />
    <LabelSetting name="falseLabel" />
  </>
)
