import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import { MediaList } from './screens/media-list/media-list.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition = {
  strings: { 'en-US': strings },
  routes: [{ path: '/media-items', element: <MediaList /> }],
}
