import { click, fail, hold, type Shot } from '../shot.ts'

const pages = [
  'api-keys',
  'variations',
  'content-types',
  'jobs',
  'audit',
  'usage',
  'general',
  'channels',
  'sections',
  'releases',
  'tenants',
] as const
const losing = click('Remove the field', /^Save/)

export const settings: Shot[] = [
  ...pages.map((page): Shot => ({ name: page, path: `/settings/${page}` })),
  { name: 'keys-empty', path: '/settings/api-keys', tenant: 'shots-empty' },
  { name: 'keys-loading', path: '/settings/api-keys', before: hold('**/api/api-keys') },
  { name: 'keys-failed', path: '/settings/api-keys', before: fail('**/api/api-keys') },
  { name: 'keys-locked', path: '/settings/api-keys', user: 'viewer' },
  { name: 'key-new', path: '/settings/api-keys', after: click('New key') },
  { name: 'key-revoke', path: '/settings/api-keys', after: openMenu('Revoke') },
  { name: 'member-new', path: '/settings/members', after: click('Add a member') },
  { name: 'variations-loading', path: '/settings/variations', before: hold('**/api/tenants/current/**') },
  { name: 'variation-new', path: '/settings/variations', after: click('New variation') },
  { name: 'types-loading', path: '/settings/content-types', before: hold('**/api/content-model/**') },
  { name: 'type', path: '/settings/content-types/product' },
  { name: 'type-long', path: '/settings/content-types/product', tenant: 'shots-long' },
  { name: 'type-field', path: '/settings/content-types/product?field=sku' },
  { name: 'type-losing', path: '/settings/content-types/product?field=sku', after: losing },
  { name: 'type-add-field', path: '/settings/content-types/product', after: click('Add field') },
  { name: 'type-gone', path: '/settings/content-types/nothing' },
  { name: 'jobs-empty', path: '/settings/jobs', tenant: 'shots-empty' },
  { name: 'jobs-loading', path: '/settings/jobs', before: hold('**/api/jobs?**') },
  { name: 'audit-nothing-fits', path: '/settings/audit?subject=nothing' },
  { name: 'audit-failed', path: '/settings/audit', before: fail('**/api/audit?**') },
  { name: 'usage-failed', path: '/settings/usage', before: fail('**/api/tenants/current/usage') },
  { name: 'usage-loading', path: '/settings/usage', before: hold('**/api/tenants/current/usage') },
  { name: 'offered', path: '/settings/jobs', after: click(/^Tenant:/) },
]

function openMenu(action: string): NonNullable<Shot['after']> {
  return async (page) => {
    await page
      .getByRole('button', { name: /^What to do with/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
}
