import { expect, test } from '__fixtures__'

test('the section shows the content types of the tenant, and who may only read adds nothing', async ({
  page,
  signIn,
}) => {
  await signIn('viewer', '/__name__')
  await expect(page.getByRole('heading', { level: 1, name: '__Name__' })).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: 'Product' }).first()
  const add = line.getByRole('button', { name: 'Add a draft' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
})
