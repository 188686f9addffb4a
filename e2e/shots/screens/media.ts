import type { Page } from '@playwright/test'
import { click, fail, hold, press, type Shot } from '../shot.ts'

const tiles = (page: Page) => page.getByRole('list', { name: 'Media items' }).getByRole('button')
const tickRows = async (page: Page) => {
  for (const at of [0, 1, 2]) await page.locator('tr[data-row]').nth(at).getByRole('checkbox').check()
}
const openFirst = (page: Page) => tiles(page).first().click()
/** A picture of four pixels, and what is none. */
const files = [
  {
    name: 'Sturmlaterne im Schnee, Freisteller.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8Dwn4GBgYGJAQoAHxcCAk+Uzr4AAAAASUVORK5CYII=',
      'base64',
    ),
  },
  { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
]
const choose = (page: Page) => page.locator('input[type="file"]').setInputFiles(files)
const drag = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'lantern.png', { type: 'image/png' }))
    document
      .querySelector('main h1')
      ?.dispatchEvent(new DragEvent('dragenter', { bubbles: true, cancelable: true, dataTransfer }))
  })

export const media: Shot[] = [
  { name: 'grid', path: '/media-items' },
  { name: 'list', path: '/media-items?view=list' },
  { name: 'grid-loading', path: '/media-items', before: hold('**/api/search-content-documents/**') },
  { name: 'list-loading', path: '/media-items?view=list', before: hold('**/api/search-content-documents/**') },
  { name: 'error', path: '/media-items', before: fail('**/api/search-content-documents/**') },
  { name: 'empty', path: '/media-items', tenant: 'shots-empty' },
  { name: 'nothing-fits', path: '/media-items?q=zzzzzz' },
  { name: 'read-only', path: '/media-items', user: 'viewer', after: openFirst },
  { name: 'detail', path: '/media-items', after: openFirst },
  { name: 'ticked', path: '/media-items?view=list', after: tickRows },
  {
    name: 'bulk-edit',
    path: '/media-items?view=list',
    after: async (page) => {
      await tickRows(page)
      await click(/^Edit/)(page)
    },
  },
  { name: 'views', path: '/media-items', after: click(/^View: /) },
  {
    name: 'detail-in-list',
    path: '/media-items?view=list',
    after: (page) => page.locator('tr[data-row]').first().click(),
  },
  {
    name: 'preview',
    path: '/media-items',
    after: async (page) => {
      await tiles(page).first().focus()
      await press('ArrowRight', ' ')(page)
    },
  },
  { name: 'focus', path: '/media-items', after: press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab') },
  { name: 'dragged-over', path: '/media-items', after: drag },
  {
    name: 'delete',
    path: '/media-items',
    after: async (page) => {
      await openFirst(page)
      await click('Delete')(page)
    },
  },
  { name: 'uploads', path: '/media-items', after: choose },
  {
    name: 'uploads-under-way',
    path: '/media-items',
    before: hold('**/api/binary'),
    after: choose,
  },
]
