import type { RemoteDefinition } from '@pim/shell'
import { lazy, Suspense } from 'react'
import type staticHalf from '../remote.json'
import { Runs } from './screens/runs/runs.tsx'

const Import = lazy(async () => ({ default: (await import('./screens/import/import.tsx')).Import }))
const Export = lazy(async () => ({ default: (await import('./screens/export/export.tsx')).Export }))
const Run = lazy(async () => ({ default: (await import('./screens/run/run.tsx')).Run }))
const Schedules = lazy(async () => ({ default: (await import('./screens/schedules/schedules.tsx')).Schedules }))

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: async () => (await import('./strings.ts')).strings,
  screens: {
    '/exchange': <Runs />,
    '/exchange/import': (
      <Suspense>
        <Import />
      </Suspense>
    ),
    '/exchange/export': (
      <Suspense>
        <Export />
      </Suspense>
    ),
    '/exchange/schedules': (
      <Suspense>
        <Schedules />
      </Suspense>
    ),
    '/exchange/run/:bulkChangeId': (
      <Suspense>
        <Run />
      </Suspense>
    ),
  },
}
