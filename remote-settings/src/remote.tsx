import type { RemoteDefinition } from '@pim/shell'
import strings from '../locales/en-US.json'
import { FirstPage, SettingsFrame } from './frame/settings-frame.tsx'
import { screens } from './frame/settings-pages.ts'

/** The only module that the shell loads: this section's frame and strings. Each screen comes when it is opened. */
export const remote: RemoteDefinition = {
  strings: { 'en-US': strings },
  routes: [
    {
      path: '/settings',
      element: <SettingsFrame />,
      children: [
        { index: true, element: <FirstPage /> },
        ...screens.map(({ path, Screen }) => ({ path, element: <Screen /> })),
      ],
    },
  ],
}
