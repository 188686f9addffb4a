import { partOnDemand } from '../part-on-demand.tsx'

/**
 * Loads MUI's Autocomplete lazily, because only editors use it and lists should not download it. A box of its height
 * stands there meanwhile.
 */
export const Autocomplete = partOnDemand(async () => (await import('@mui/material/Autocomplete')).default, {
  waiting: <div style={{ minHeight: 40 }} />,
  place: 'here',
})
