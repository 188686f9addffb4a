import { click, fail, hold, type Shot } from '../shot.ts'

export const exchange: Shot[] = [
  { name: 'imports', path: '/exchange' },
  { name: 'loading', path: '/exchange', before: hold('**/api/bulk-change*') },
  { name: 'error', path: '/exchange', before: fail('**/api/bulk-change*') },
  { name: 'choose-file', path: '/exchange/import' },
  { name: 'choose-file-without-hosts', path: '/exchange/import', tenant: 'shots-empty' },
  { name: 'choose-file-to-read', path: '/exchange/import', user: 'viewer' },
  { name: 'file-gone', path: '/exchange/import?file=019a0d00-0000-7000-8000-00000000dead' },
  { name: 'mapping', path: ({ mapping }) => mapping },
  { name: 'run', path: ({ run }) => run },
  { name: 'export', path: '/exchange/export?type=product' },
  { name: 'schedules', path: '/exchange/schedules' },
  { name: 'schedules-error', path: '/exchange/schedules', before: fail('**/api/schedule') },
  { name: 'schedules-empty', path: '/exchange/schedules', tenant: 'shots-empty' },
  { name: 'schedules-new', path: '/exchange/schedules', after: click('New schedule', 'Save') },
  {
    name: 'schedules-runs',
    path: '/exchange/schedules',
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for Prices/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Show the runs' }).click()
    },
  },
]
