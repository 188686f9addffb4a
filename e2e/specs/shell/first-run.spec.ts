import { expect, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { enter } from '../../fixtures/sessions.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct(Number(process.env.PIM_E2E_PORT) + 2, { PIM_DEMO: '0' })
})
test.afterAll(() => product.stop())

test('the first administrator opens the first tenant, with the keyboard alone', async ({
  page,
  checkAccessibility,
}) => {
  const password = /administrator with the password (\S+)/.exec(product.output())?.[1] ?? ''
  expect(password).not.toBe('')
  await page.goto(`${product.origin}/`)
  await page.locator('input[name="username"]').fill('administrator')
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Open a tenant' })).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await checkAccessibility()
  // The tenants of the installation can be looked at before there is one.
  await page.getByRole('link', { name: 'All tenants of this installation' }).click()
  await expect(page.getByText('No tenants yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Fjällräven & Söhne')
  await expect(page.getByLabel('Identifier')).toHaveValue('fjallraven-sohne')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('svenska sverige')
  await expect(page.getByRole('option', { name: 'Swedish (Sweden) svenska (Sverige) · sv-SE · Latin' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'First language' })).toHaveValue('Swedish (Sweden) · sv-SE')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()
  await expect(page.getByText('Fjällräven & Söhne').first()).toBeVisible()
  // It stays so: the tenant is in the next session, too.
  await page.reload()
  await expect(page.getByText('Fjällräven & Söhne').first()).toBeVisible()
})

test('first start signed in at once: the page says that the demo is being loaded, and shows it as it comes', {
  tag: '@whole',
}, async ({ page }) => {
  const fresh = await startProduct(Number(process.env.PIM_E2E_PORT) + 3, { PIM_DEMO: '1' })
  try {
    await page.goto(`${fresh.origin}/`)
    await enter(page, 'editor')
    await expect(page.getByText('The demo is being loaded', { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing has come yet')).toBeVisible()
    // Without a reload the rows come, and the button that had to wait for a content type is alive.
    await expect(page.locator('tr[data-row]').first()).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('progressbar', { name: 'The demo is being loaded' })).toBeVisible()
    const newItem = page.getByRole('button', { name: 'New item' }).first()
    await expect(newItem).not.toHaveAttribute('aria-disabled', 'true')
    await newItem.click()
    await expect(page.getByRole('dialog', { name: 'New content item' })).toBeVisible()
  } finally {
    // A page that is open asks on, and complains once nobody answers.
    await page.goto('about:blank')
    await fresh.stop()
  }
})

test('an administrator of the installation pauses a tenant, whose people are told so, and lets it in again', {
  tag: '@whole',
}, async ({ page, checkAccessibility }) => {
  const password = /administrator with the password (\S+)/.exec(product.output())?.[1] ?? ''
  await page.goto(`${product.origin}/settings/tenants`)
  await page.locator('input[name="username"]').fill('administrator')
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')
  const actions = page.getByRole('button', { name: 'What to do with Fjällräven & Söhne' })
  await actions.click()
  // By the keyboard: the menu grows while it opens, and a click may land beside the entry.
  await page.getByRole('menuitem', { name: 'Pause' }).press('Enter')
  await page.getByLabel('Reason').fill('The bill is not paid')
  await page.getByRole('button', { name: 'Pause the tenant' }).click()
  await expect(page.getByText('Paused: The bill is not paid')).toBeVisible()
  await checkAccessibility()

  // Content is gone, the tenants are not.
  await page.goto(`${product.origin}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Fjällräven & Söhne is paused' })).toBeVisible()
  await checkAccessibility()
  await page.getByRole('link', { name: 'Go to the tenants' }).click()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Let in again' }).press('Enter')
  await page.getByRole('button', { name: 'Let in again' }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  await page.goto(`${product.origin}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()
})
