import type { RemoteDefinition } from '@pim/shell'
import type staticHalf from '../remote.json'
import { Taxonomies } from './screens/taxonomies/taxonomies.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: async () => (await import('./strings.ts')).strings,
  screens: { '/taxonomies': <Taxonomies /> },
}
