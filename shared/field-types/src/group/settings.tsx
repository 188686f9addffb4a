import { FieldsSetting } from '../frame/settings/fields-setting.tsx'
import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'

export const GroupSettings = () => (
  <>
    <FieldsSetting name="fields" mayHold={({ canBeNested }) => canBeNested} />
    <NumberOfEntries />
  </>
)
