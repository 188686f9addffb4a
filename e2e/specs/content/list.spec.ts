import { expect, test } from '../../fixtures/pim.ts'

test('the address remembers search, filters, sorting and page', async ({ page, signIn }) => {
  await signIn('editor', '/content-items?size=25')
  await page.getByRole('searchbox', { name: 'Search content' }).fill('Kåsa')
  await expect(page).toHaveURL(/q=K/)
  await expect(page.getByRole('row').filter({ hasText: 'Kåsa enamel mug' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('button', { name: 'Status', exact: false }).first().click()
  await page.getByRole('option', { name: 'Published', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=published/)
  const first = await page.locator('tr[data-row]').first().textContent()
  await page.reload()
  await expect(page.locator('tr[data-row]').first()).toHaveText(first ?? '')
  await page.goBack()
  await expect(page).not.toHaveURL(/status=published/)
})

test('the list is worked by keyboard alone', async ({ page, signIn }) => {
  await signIn('editor', '/content-items')
  const rows = page.locator('tr[data-row]')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('toolbar', { name: '1 item selected' })).toBeVisible()
  await page.keyboard.press(' ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/content-item\//)
})

test('axe finds nothing in the list and the item', async ({ page, signIn, checkAccessibility }) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await checkAccessibility()
  await page.locator('tr[data-row] a').first().click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await checkAccessibility()
})
