import { expect, test } from './installation.ts'

// The back end of this section runs beside the installation, as README.md says.
test('the section shows the orders of the tenant, and who may not cancel one is told so', async ({ page, signIn }) => {
  await signIn('viewer', '/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const open = page.getByRole('row').filter({ hasText: 'Open' }).first()
  const cancel = open.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
})
