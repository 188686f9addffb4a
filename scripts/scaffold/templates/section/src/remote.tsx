import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import type staticHalf from '../remote.json'
import { __Name__ } from './screens/__name__/__name__.tsx'

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: { 'en-US': strings },
  screens: { '/__name__': <__Name__ /> },
}
