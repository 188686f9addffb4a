import { ChoiceSetting, FlagSetting, NumberSetting, TextSetting } from '../frame/settings/line-settings.tsx'
import { identifierKindNames } from './kinds.ts'

const kinds = identifierKindNames.map((kind) => ({ value: kind, label: kind.toUpperCase() }))

export const IdentifierSettings = () => (
  <>
    <ChoiceSetting name="kind" words="identifierKind" choices={kinds} />
    <NumberSetting name="maxLength" />
    <TextSetting name="pattern" example="[A-Z]{2}-\d+" isCode />
    <TextSetting name="patternHint" example="AB-1234" />
    <FlagSetting name="uniqueIgnoresCase" />
  </>
)
