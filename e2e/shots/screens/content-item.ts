import type { Page } from '@playwright/test'
import { button, click, fail, hold, type Shot } from '../shot.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const showField = (name: string) => (page: Page) => page.locator(`[data-field="${name}"]`).scrollIntoViewIfNeeded()
/** On a narrow screen the panel is a sheet that has to be asked for. */
const openPanel = async (page: Page, width: number) => {
  if (width < 900) await button(page, 'Details beside the fields').click()
}
const openAllSteps = click('More steps')

export const contentItem: Shot[] = [
  { name: 'full', path: ({ full }) => full },
  { name: 'inherited', path: ({ inherited }) => inherited },
  { name: 'inherited-twice', path: ({ inheritedTwice }) => inheritedTwice },
  { name: 'article', path: ({ article }) => article },
  { name: 'bare', path: ({ bare }) => bare },
  { name: 'long', path: ({ long }) => long, tenant: 'shots-long' },
  { name: 'archived', path: ({ archived }) => archived },
  { name: 'draft-over-live', path: ({ draftOverLive }) => draftOverLive },
  { name: 'unpublished', path: ({ unpublished }) => unpublished },
  { name: 'deleted', path: ({ deleted }) => deleted },
  { name: 'loading', path: ({ full }) => full, before: hold('**/api/content-item/**') },
  { name: 'failed', path: ({ full }) => full, before: fail('**/api/content-item/**') },
  { name: 'not-there', path: '/content-item/019a0d00-0000-7000-8000-00000000dead' },
  { name: 'read-only', path: ({ full }) => full, user: 'viewer' },
  { name: 'panel', path: ({ draftOverLive }) => draftOverLive, after: openPanel },
  {
    name: 'history',
    path: ({ draftOverLive }) => draftOverLive,
    after: async (page, width) => {
      await openPanel(page, width)
      await page.getByRole('button', { name: 'History' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'history-compare',
    path: ({ draftOverLive }) => draftOverLive,
    after: async (page, width) => {
      await openPanel(page, width)
      await page
        .getByRole('button', { name: /^Compare version/ })
        .last()
        .click()
    },
  },
  {
    name: 'compare',
    path: ({ inherited }) => inherited,
    after: async (page) => {
      await page.getByRole('combobox', { name: 'Compare with' }).click()
      await page.getByRole('option', { name: /sv-SE/ }).click()
    },
  },
  { name: 'steps', path: ({ full }) => full, after: openAllSteps },
  {
    name: 'delete',
    path: ({ full }) => full,
    after: async (page) => {
      await openAllSteps(page)
      await page.getByRole('menuitem', { name: /^Delete item/ }).click()
    },
  },
  { name: 'errors', path: ({ bare }) => bare, after: click(/^Publish/) },
  {
    name: 'not-saved',
    path: ({ bare }) => bare,
    before: fail('**/api/content-variation', 503),
    after: async (page) => {
      await title(page).fill('A kettle for the fire')
      await page.getByText(/^Not saved;/).waitFor()
    },
  },
  {
    name: 'conflict',
    path: ({ bare }) => bare,
    before: (page) =>
      page.route('**/api/content-variation', async (route) => {
        const sent = route.request()
        const body = sent.postDataJSON()
        // Somebody else is a moment faster, with the same request and another text.
        const [field] = body.fields
        await route.fetch({ postData: { ...body, fields: [{ ...field, value: `Theirs ${Date.now()}` }] } })
        await route.continue()
      }),
    after: async (page) => {
      await title(page).fill(`Mine ${Date.now()}`)
      await page.getByText('Somebody changed this field').waitFor()
    },
  },
  { name: 'focus', path: ({ full }) => full, after: (page) => title(page).focus() },
  { name: 'rich-text', path: ({ full }) => full, after: showField('description') },
  { name: 'commerce', path: ({ full }) => full, after: showField('price') },
  { name: 'media', path: ({ full }) => full, after: showField('gallery') },
  {
    name: 'end',
    path: ({ full }) => full,
    after: (page) => page.locator('[data-field]').last().scrollIntoViewIfNeeded(),
  },
]
