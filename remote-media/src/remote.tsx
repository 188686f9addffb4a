import type { RemoteDefinition } from '@pim/shell'
import { lazy, Suspense } from 'react'
import type staticHalf from '../remote.json'
import { MediaList } from './screens/media-list/media-list.tsx'

const BulkEdit = lazy(async () => ({ default: (await import('./screens/bulk-edit/bulk-edit.tsx')).BulkEdit }))
const BulkChanges = lazy(async () => ({
  default: (await import('./screens/bulk-changes/bulk-changes.tsx')).BulkChanges,
}))
const BulkChange = lazy(async () => ({ default: (await import('./screens/bulk-change/bulk-change.tsx')).BulkChange }))

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: async () => (await import('./strings.ts')).strings,
  screens: {
    '/media-items': <MediaList />,
    '/media-bulk-edit': (
      <Suspense>
        <BulkEdit />
      </Suspense>
    ),
    '/media-bulk-changes': (
      <Suspense>
        <BulkChanges />
      </Suspense>
    ),
    '/media-bulk-change/:bulkChangeId': (
      <Suspense>
        <BulkChange />
      </Suspense>
    ),
  },
}
