import { FieldsSetting } from '../frame/settings/fields-setting.tsx'
import { NumberOfEntries } from '../frame/settings/number-of-entries.tsx'

export const TableSettings = () => (
  <>
    <FieldsSetting name="columns" mayHold={({ canBeColumn }) => canBeColumn} />
    <NumberOfEntries />
  </>
)
