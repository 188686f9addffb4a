import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import { Taxonomies } from './screens/taxonomies/taxonomies.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition = {
  strings: { 'en-US': strings },
  routes: [{ path: '/taxonomies', element: <Taxonomies /> }],
}
