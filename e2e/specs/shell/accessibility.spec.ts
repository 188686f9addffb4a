import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '../../fixtures/pim.ts'

const prototypes = [
  '',
  '/parts',
  '/minimal-mui-test',
  '/field-types',
  '/content-layout/simple',
  '/content-layout/complex',
]

test('axe finds nothing on the prototype pages', { tag: '@whole' }, async ({ page, signIn, checkAccessibility }) => {
  await signIn('editor', '/prototype')
  for (const path of prototypes) {
    await test.step(`/prototype${path}`, async () => {
      await page.goto(`/prototype${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await checkAccessibility()
    })
  }
})

test('axe finds nothing in the menus of the frame and of the list', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Find content/ }).fill('lan')
  await expect(page.getByRole('option').first()).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('Escape')

  for (const [button, opened] of [
    [/^Tenant:/, 'menu'],
    [/^Account of/, 'dialog'],
    [/^Columns/, 'dialog'],
    [/^Type/, 'listbox'],
  ] as const) {
    await test.step(String(button), async () => {
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole(opened).first()).toBeVisible()
      await checkAccessibility()
      await page.keyboard.press('Escape')
      await expect(page.getByRole(opened)).toHaveCount(0)
    })
  }
})

test('axe finds nothing while a list is on its way, and where nothing fits', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  const search = '**/api/search-content-documents/**'
  await page.route(search, () => undefined)
  await signIn('editor', '/content-items?q=zzzzzz')
  await expect(page.getByRole('heading', { level: 1, name: 'Content items' })).toBeVisible()
  await checkAccessibility()
  await page.unroute(search)
  await page.goto('/content-items?q=zzzzzz')
  await expect(page.getByRole('heading', { name: 'Nothing fits these filters' })).toBeVisible()
  await checkAccessibility()
})

test.describe('where something failed', () => {
  test.use({ expectedComplaints: /./ })

  const failing = (page: Page, pattern: string) =>
    page.route(pattern, (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }))

  test('axe finds nothing where a section or a part of a screen could not be read', { tag: '@whole' }, async ({
    page,
    signIn,
    checkAccessibility,
  }) => {
    await failing(page, '**/remotes/media/**')
    await failing(page, '**/api/taxonomies/*')
    await signIn('editor', '/media-items')
    await expect(page.getByRole('alert').filter({ hasText: 'Media is not available' })).toBeVisible({ timeout: 20_000 })
    await checkAccessibility()
    await page.goto('/taxonomies')
    await page.getByRole('link', { name: /^Assortment/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The concepts could not be loaded' })).toBeVisible({
      timeout: 20_000,
    })
    await checkAccessibility()
  })
})

test.describe('an item with faults', () => {
  test.use({ expectedComplaints: /400/ })

  test('axe finds nothing where a publication was refused, nor in what else can be done with an item', {
    tag: '@whole',
  }, async ({ page, signIn, checkAccessibility }) => {
    const name = `Half a kettle ${Date.now()}`
    await signIn('admin', '/content-items')
    await page.getByRole('button', { name: 'New item' }).click()
    const dialog = page.getByRole('dialog', { name: 'New content item' })
    await dialog.getByRole('combobox', { name: 'Content type' }).click()
    await page.getByRole('option', { name: 'Product', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create item' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page
      .getByRole('button', { name: /^Publish/ })
      .first()
      .click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    await checkAccessibility()
    await page.getByRole('button', { name: 'More steps' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await checkAccessibility()
    await page.getByRole('menuitem', { name: 'Delete item' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkAccessibility()
    await page.getByRole('button', { name: /^Delete with/ }).click()
    await expectToast(page, `${name} is deleted`)
  })
})
