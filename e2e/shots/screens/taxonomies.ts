import { click, fail, hold, type Shot } from '../shot.ts'

export const taxonomies: Shot[] = [
  { name: 'nothing-chosen', path: '/taxonomies' },
  { name: 'empty', path: '/taxonomies', tenant: 'shots-empty' },
  { name: 'loading', path: '/taxonomies', before: hold('**/api/taxonomies') },
  { name: 'error', path: '/taxonomies', before: fail('**/api/taxonomies') },
  { name: 'taxonomy', path: ({ taxonomy }) => taxonomy },
  { name: 'tree-loading', path: ({ taxonomy }) => taxonomy, before: hold('**/api/taxonomies/*') },
  { name: 'tree-failed', path: ({ taxonomy }) => taxonomy, before: fail('**/api/taxonomies/*') },
  { name: 'gone', path: '/taxonomies?taxonomy=019a0d00-0000-7000-8000-00000000dead' },
  { name: 'concept', path: ({ concept }) => concept },
  { name: 'read-only', path: ({ concept }) => concept, user: 'viewer' },
  { name: 'search', path: ({ taxonomy }) => `${taxonomy}&q=tea` },
  { name: 'search-nothing', path: ({ taxonomy }) => `${taxonomy}&q=zzzz` },
  { name: 'new-taxonomy', path: ({ taxonomy }) => `${taxonomy}&action=add-taxonomy` },
  { name: 'new-concept', path: ({ concept }) => `${concept}&action=add-concept` },
  { name: 'edit-taxonomy', path: ({ taxonomy }) => `${taxonomy}&action=edit-taxonomy` },
  { name: 'move', path: ({ concept }) => concept, after: click('Move to…') },
  { name: 'delete-concept', path: ({ concept }) => concept, after: click('Delete') },
  {
    name: 'delete-taxonomy',
    path: ({ taxonomy }) => `${taxonomy}&action=edit-taxonomy`,
    after: click(/^Delete/),
  },
  { name: 'merge', path: ({ concept }) => concept, after: click('Merge into…') },
  { name: 'import', path: ({ taxonomy }) => taxonomy, after: click('Import or export concepts') },
  {
    name: 'export',
    path: ({ taxonomy }) => taxonomy,
    after: async (page) => {
      await click('Import or export concepts')(page)
      await page.getByRole('tab', { name: 'Export' }).click()
    },
  },
  {
    name: 'long-names',
    path: '/taxonomies',
    tenant: 'shots-long',
    after: async (page) => {
      await page
        .getByRole('link', { name: /^Rindfleisch/ })
        .or(page.getByRole('button', { name: /^Rindfleisch/ }))
        .first()
        .click()
      await page.getByRole('treeitem').first().click({ timeout: 5_000 })
    },
  },
]
