import type { Page } from '@playwright/test'
import { click, fail, hold, type Shot } from '../shot.ts'

const selectRows = async (page: Page) => {
  for (const at of [0, 1, 2]) await page.locator('tr[data-row]').nth(at).getByRole('checkbox').check()
}

export const contentList: Shot[] = [
  { name: 'full', path: '/content-items' },
  { name: 'at-the-root', path: '/' },
  { name: 'loading', path: '/content-items', before: hold('**/api/search-content-documents/**') },
  { name: 'error', path: '/content-items', before: fail('**/api/search-content-documents/**') },
  { name: 'nothing-fits', path: '/content-items?q=zzzzzz' },
  { name: 'filtered', path: '/content-items?q=lantern&type=product&status=published' },
  { name: 'published-version', path: '/content-items?version=published' },
  { name: 'empty', path: '/content-items', tenant: 'shots-empty' },
  { name: 'long-names', path: '/content-items', tenant: 'shots-long' },
  { name: 'read-only', path: '/content-items', user: 'viewer' },
  { name: 'selected', path: '/content-items', after: selectRows },
  {
    name: 'bulk-publish',
    path: '/content-items',
    after: async (page) => {
      await selectRows(page)
      await click(/^Publish/)(page)
    },
  },
  {
    name: 'bulk-delete',
    path: '/content-items',
    after: async (page) => {
      await selectRows(page)
      await click(/^Delete/)(page)
    },
  },
  {
    name: 'bulk-edit',
    path: '/content-items',
    after: async (page) => {
      await selectRows(page)
      await click('Edit in bulk')(page)
      await page.getByRole('combobox', { name: 'Field' }).fill('Title')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'bulk-channels',
    path: '/content-items',
    after: async (page) => {
      await selectRows(page)
      await click('Channels')(page)
    },
  },
  { name: 'bulk-change', path: ({ bulkChange }) => bulkChange },
  { name: 'bulk-changes', path: '/content-bulk-changes' },
  { name: 'plan', path: ({ plan }) => plan },
  { name: 'plans', path: '/content-plans' },
  { name: 'create', path: '/content-items', after: click('New item') },
  { name: 'create-in-nothing', path: '/content-items', tenant: 'shots-empty', after: click('New item') },
  { name: 'filter-type', path: '/content-items', after: click(/^Type/) },
  { name: 'views', path: '/content-items', after: click(/^View: /) },
  {
    name: 'save-view',
    path: '/content-items?q=lantern',
    after: async (page) => {
      await click(/^View: /)(page)
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    },
  },
  { name: 'found-by', path: '/content-items?q=handmade' },
  { name: 'filter-concept', path: '/content-items', after: click(/^Concept/) },
]
