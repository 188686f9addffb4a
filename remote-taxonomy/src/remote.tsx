import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import type staticHalf from '../remote.json'
import { Taxonomies } from './screens/taxonomies/taxonomies.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: { 'en-US': { ...kitStrings, ...strings } },
  screens: { '/taxonomies': <Taxonomies /> },
}
