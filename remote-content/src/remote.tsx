import type { RemoteDefinition } from '@pim/shell'
import { lazy, Suspense } from 'react'
import type staticHalf from '../remote.json'
import { ItemSkeleton } from './screens/content-item/item-skeleton.tsx'
import { ContentList } from './screens/content-list/content-list.tsx'

// The list is what staff open the product with; the editor, which is many times its size, comes when it is wanted.
const ContentItem = lazy(async () => ({
  default: (await import('./screens/content-item/content-item.tsx')).ContentItem,
}))
const KeptPlans = lazy(async () => ({ default: (await import('./screens/kept-plans/kept-plans.tsx')).KeptPlans }))
const KeptPlan = lazy(async () => ({ default: (await import('./screens/kept-plan/kept-plan.tsx')).KeptPlan }))
const MyWork = lazy(async () => ({ default: (await import('./screens/my-work/my-work.tsx')).MyWork }))
const BulkEdit = lazy(async () => ({ default: (await import('./screens/bulk-edit/bulk-edit.tsx')).BulkEdit }))
const BulkChanges = lazy(async () => ({
  default: (await import('./screens/bulk-changes/bulk-changes.tsx')).BulkChanges,
}))
const BulkChange = lazy(async () => ({ default: (await import('./screens/bulk-change/bulk-change.tsx')).BulkChange }))

/** The only module that the shell loads: this section's screens and strings. */
export const remote: RemoteDefinition<typeof staticHalf> = {
  strings: async () => (await import('./strings.ts')).strings,
  fills: {
    'item.panel': {
      channels: async () => (await import('./screens/content-item/panel/panels.ts')).ChannelsPanel,
      links: async () => (await import('./screens/content-item/panel/panels.ts')).LinksPanel,
      history: async () => (await import('./screens/content-item/panel/panels.ts')).HistoryPanel,
    },
  },
  screens: {
    '/content-items': <ContentList />,
    '/': <ContentList />,
    '/content-item/:contentItemId': (
      <Suspense fallback={<ItemSkeleton />}>
        <ContentItem />
      </Suspense>
    ),
    '/my-work': (
      <Suspense>
        <MyWork />
      </Suspense>
    ),
    '/content-plans': (
      <Suspense>
        <KeptPlans />
      </Suspense>
    ),
    '/content-plan/:planId': (
      <Suspense>
        <KeptPlan />
      </Suspense>
    ),
    '/content-bulk-edit': (
      <Suspense>
        <BulkEdit />
      </Suspense>
    ),
    '/content-bulk-changes': (
      <Suspense>
        <BulkChanges />
      </Suspense>
    ),
    '/content-bulk-change/:bulkChangeId': (
      <Suspense>
        <BulkChange />
      </Suspense>
    ),
  },
}
