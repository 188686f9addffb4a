import { FlagSetting, NumberSetting, TextSetting } from '../frame/settings/line-settings.tsx'

export const TextSettings = () => (
  <>
    <NumberSetting name="minLength" />
    <NumberSetting name="maxLength" />
    <TextSetting name="pattern" example="[A-Z]{2}-\d+" isCode />
    <TextSetting name="patternHint" example="AB-1234" />
    <FlagSetting name="trim" />
    <FlagSetting name="uniqueIgnoresCase" />
  </>
)
