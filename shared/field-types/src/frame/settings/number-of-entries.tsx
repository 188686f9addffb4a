import { NumberSetting } from './line-settings.tsx'

/** How many entries a list may have. */
export const NumberOfEntries = () => (
  <>
    <NumberSetting name="min" words="fewest" />
    <NumberSetting name="max" words="most" />
  </>
)
