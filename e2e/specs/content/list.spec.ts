import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

/** Other rows may have been found by a link to the item, and show its name, too. */
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })

test('the address remembers search, filters, sorting and page', { tag: '@whole' }, async ({ page, signIn }) => {
  await signIn('editor', '/content-items?size=25')
  await page.getByRole('searchbox', { name: 'Search content' }).fill('Kåsa')
  await expect(page).toHaveURL(/q=K/)
  await expect(rowOf(page, 'Kåsa enamel mug')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  const row = page.locator('tr[data-row]').first()
  // The rows of before stay until those that were asked for are there; the first one by name is a draft.
  await expect(row).toContainText('Draft')
  await page.getByRole('button', { name: 'Status', exact: false }).first().click()
  await page.getByRole('option', { name: 'Published', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=published/)
  const first = row.getByRole('link')
  await expect(row).toContainText('Published')
  const name = await first.textContent()
  await page.reload()
  await expect(first).toHaveText(name ?? '')
  await page.goBack()
  await expect(page).not.toHaveURL(/status=published/)
})

test('a filter on a field reads as a sentence and lives in the address', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const all = await page.locator('tr[data-row]').count()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Filter by…' }).fill('Weight')
  await checkAccessibility()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Weight, Value, Amount' })).toBeFocused()
  await checkAccessibility()
  await page.keyboard.type('20000')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: 'Weight > 20000 g' })
  await expect(chip).toBeVisible()
  await expect(page).toHaveURL(/where=weight\+gt/)
  await expect.poll(() => page.locator('tr[data-row]').count()).toBeLessThan(all)

  await page.goBack()
  await expect(chip).toHaveCount(0)
  await expect(page.locator('tr[data-row]')).toHaveCount(all)
  await page.goForward()
  await expect(chip).toBeVisible()
  await page.reload()
  await expect(chip).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Weight' }).click()
  await expect(page).not.toHaveURL(/where=/)
})

test('a filter that means nothing is left out of the address and told of', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await signIn('editor', '/content-items?where=nothing+gt+[1]&where=weight+isNotEmpty&concept=x&type=no+name')
  await expect(page.getByRole('alert')).toContainText('nothing gt [1]')
  await expect(page.getByRole('button', { name: 'Weight is filled' })).toBeVisible()
  await expect(page).not.toHaveURL(/nothing|concept|type=/)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
})

test('deleted content is found, restored, and removed for good', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const name = `Gone tomorrow ${Date.now()}`
  const admin = await apiAs(origin, 'admin')
  await admin.contentItem.createItem({ query: { name, technicalContentTypeName: 'article' } })
  await signIn('admin', '/content-items')
  const row = page.getByRole('row').filter({ hasText: name })
  const select = () => page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const goTo = async (view: string) => {
    await page.getByRole('button', { name: 'View: ' }).click()
    await page.getByRole('menuitem', { name: view }).click()
  }
  await select()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 1 item' }).click()
  await expect(row).toHaveCount(0)
  await goTo('Deleted items')
  await expect(page).toHaveURL(/deleted=only/)
  await expect(row).toContainText('Deleted')

  await select()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByRole('button', { name: 'Restore 1 item' }).click()
  await expect(page.getByText('1 item is back')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toContainText('Deleted')
  await select()
  await page.getByRole('button', { name: 'Erase for good', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Versions in its history')
  await dialog.getByRole('textbox').fill('erase')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Erased for good')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await goTo('All content')
  await expect(row).toHaveCount(0)
})

test('a way to look at the list is kept under its name', { tag: '@whole' }, async ({ page, signIn }) => {
  await signIn('editor', '/content-items?type=article&sort=name:asc')
  const views = page.getByRole('button', { name: 'View: ' })
  await views.click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Articles by name')
  await page.keyboard.press('Enter')
  await expect(views).toHaveText('Articles by name')
  await views.click()
  await page.getByRole('menuitem', { name: 'My drafts' }).click()
  await expect(page).toHaveURL(/status=draft&by=/)
  await page.reload()
  await views.click()
  await page.getByRole('menuitem', { name: 'Articles by name' }).click()
  await expect(page).toHaveURL(/type=article&sort=name/)
})

test('what the list is narrowed to comes as a file, by keyboard alone', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('viewer', '/content-items?type=product&q=K%C3%A5sa')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Export', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Export content' })
  await expect(dialog.getByRole('checkbox', { name: 'Only what the list is narrowed to' })).toBeChecked()
  await checkAccessibility()
  await dialog.getByRole('radio', { name: 'CSV' }).press('Space')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressEnter(dialog.getByRole('button', { name: 'Download' })),
  ])
  expect(download.suggestedFilename()).toBe('product.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^\ufeff\$id,\$name,/)
  expect(text).toContain('Kåsa enamel mug')
  await expect(dialog).toHaveCount(0)
})

test('the list and the item are worked by keyboard alone, and axe finds nothing in them', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('editor', '/content-items')
  const rows = page.locator('tr[data-row]')
  await expect(rows.first()).toBeVisible()
  await checkAccessibility()
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('toolbar', { name: '1 item selected' })).toBeVisible()
  await page.keyboard.press(' ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/content-item\//)
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await checkAccessibility()
})

test('what is not ready says what it lacks and leads there; its channels are set in the list and in the item', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const name = `Not ready ${Date.now()}`
  const admin = await apiAs(origin, 'admin')
  const made = await admin.contentItem.createItem({ query: { name, technicalContentTypeName: 'article' } })
  await signIn('admin', `/content-items?ready=notReady&q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  for (const name of ['Ready', 'Channels']) await columns.getByRole('checkbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Every channel')
  await checkAccessibility()
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Channels', exact: true }).click()
  await page.getByRole('radio', { name: 'Take out of' }).check()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'web' }).check()
  await checkAccessibility()
  await page.getByRole('button', { name: 'Change 1 item' }).click()
  await expect(row.getByText('marketplace', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: / missing$/ }).focus()
  await page.keyboard.press('Enter')
  const chips = page.getByRole('group', { name: 'Channels' })
  await expect(chips.getByRole('button', { pressed: true })).toHaveText(['print', 'marketplace'])
  await pressEnter(chips.getByRole('button', { name: 'web' }))
  await page.keyboard.press('Control+s')
  await expect(chips.getByRole('button', { pressed: true })).toHaveText(['web', 'print', 'marketplace'])
  // The plan is drawn with less opacity, so with less contrast, until it has been read for the saved state.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await checkAccessibility()
  await admin.contentItem.deleteItem({ params: { contentItemId: made.contentItemId } })
})

test('a product is shown with its picture, unless the column is not wanted, and with the values of chosen fields', {
  tag: '@whole',
}, async ({ page, signIn }) => {
  await signIn('editor', '/content-items?q=Kåsa')
  const row = rowOf(page, 'Kåsa enamel mug')
  const picture = row.locator('img')
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns' })
  await columns.getByRole('checkbox', { name: 'Picture', exact: true }).click()
  await columns.getByRole('checkbox', { name: 'Article number', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(picture).toHaveCount(0)
  await expect(row).toContainText(/[A-Z]{3}-\d{3}/)

  // The width of a column is kept, also over a reload.
  const edge = page.getByRole('separator', { name: 'Width of Article number' })
  const header = page.getByRole('columnheader', { name: 'Article number' })
  const widthOf = async () => Math.round((await header.boundingBox())?.width ?? 0)
  const before = await widthOf()
  await edge.press('Shift+ArrowRight')
  await expect.poll(widthOf).toBe(before + 64)
  await page.reload()
  await expect(row).toContainText(/[A-Z]{3}-\d{3}/)
  expect(await widthOf()).toBe(before + 64)
})
