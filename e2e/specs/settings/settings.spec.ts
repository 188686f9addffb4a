import type { Page } from '@playwright/test'
import { apiAs, deliveryWith } from '../../fixtures/api.ts'
import { expect, expectToast, test } from '../../fixtures/pim.ts'

// What the server refuses, the browser notes too.
test.use({ expectedComplaints: /status of 4(00|09)/ })

const pages = [
  ['/settings/api-keys', 'API keys'],
  ['/settings/variations', 'Variations'],
  ['/settings/channels', 'Channels'],
  ['/settings/content-types', 'Content types'],
  ['/settings/content-types/product', 'Product'],
  ['/settings/jobs', 'Background jobs'],
  ['/settings/audit', 'Audit trail'],
  ['/settings/usage', 'Usage'],
  ['/settings/general', 'General'],
] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** A tenant of its own: what is changed here is not what other tests look at. */
async function ownTenant(origin: string, externalId: string) {
  const { tenants } = await apiAs(origin, 'admin')
  await tenants.createTenant({
    body: {
      externalId,
      friendlyName: externalId,
      defaultVariation: { languageCode: 'en-US', friendlyName: 'English' },
    },
  })
  return apiAs(origin, 'admin', externalId)
}
const workIn = (page: Page, externalId: string) =>
  page.addInitScript((id) => localStorage.setItem('tenantId', id), externalId)

test('the settings are offered by the tenant menu and by ⌘K, and not by the switcher', async ({ page, signIn }) => {
  await signIn('admin', '/content-items')
  await expect(heading(page, 'Content items')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByText('Settings')).toHaveCount(0)

  await page.getByRole('button', { name: /^Tenant:/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/settings\/api-keys$/)
  await expect(heading(page, 'API keys')).toBeVisible()

  await page.getByRole('link', { name: 'Variations' }).click()
  await expect(page).toHaveTitle('Variations · Product information manager')
  await page.goBack()
  await expect(heading(page, 'API keys')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('settings')
  await expect(page.getByRole('option', { name: 'Settings', exact: true })).toBeVisible()
})

test('nothing of the settings is fetched before they are opened', { tag: '@whole' }, async ({ page, signIn }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/remotes/settings/')) fetched.push(request.url())
  })
  await signIn('admin', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  // Its lines are there without it: they stand in the static half.
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('audit')
  await expect(page.getByRole('option', { name: 'Audit trail' })).toBeVisible()
  expect(fetched).toEqual([])
})

test('every page of the settings can be used by everybody', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  test.setTimeout(180_000)
  await signIn('admin', '/settings')
  for (const [path, title] of pages) {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await checkAccessibility()
  }
})

test('who may not read the keys hears why, and still sees the jobs', { tag: '@whole' }, async ({ page, signIn }) => {
  await signIn('viewer', '/settings/api-keys')
  await expect(page.getByText('Takes the role of administrator')).toBeVisible()
  await page.getByRole('link', { name: 'Background jobs' }).click()
  await expect(page.getByRole('table', { name: 'Background jobs' })).toBeVisible()
})

test('a key is made, reads, is revoked, and reads no more', { tag: '@whole' }, async ({ page, signIn, origin }) => {
  await signIn('admin', '/settings/api-keys')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop of the test')
  await dialog.getByRole('combobox', { name: 'Content types' }).click()
  await page.getByRole('option', { name: 'Article' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const shown = page.getByRole('dialog', { name: 'The key of “Shop of the test”' })
  const key = await shown.getByRole('textbox', { name: 'Key' }).inputValue()
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(shown).toHaveCount(0)
  expect(page.url()).not.toContain(key)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key)

  const { delivery } = deliveryWith(origin, key)
  const read = (contentTypeTechnicalName: string) =>
    delivery.getItemVariations({ query: { contentTypeTechnicalName, pageSize: 1 } })
  expect((await read('article')).items).toHaveLength(1)
  expect((await read('product').catch(() => ({ items: [] }))).items).toEqual([])

  await page.getByRole('button', { name: 'What to do with Shop of the test' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await expect(page.getByRole('row', { name: /Shop of the test/ }).getByText('Revoked')).toBeVisible()
  const answered = await read('article').then(
    () => 200,
    (failure: { kind?: unknown }) => failure.kind,
  )
  expect(answered).toBe(401)
})

test('a variation is added with its fallback, and then every item has it', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const api = await ownTenant(origin, 'settings-variations')
  await api.contentModel.seedContentTypes({})
  const { contentItemId } = await api.contentItem.createItem({
    query: { name: 'Lamp', technicalContentTypeName: 'product' },
  })
  await workIn(page, 'settings-variations')
  await signIn('admin', '/settings/variations')
  await page.getByRole('button', { name: 'New variation' }).click()
  await page.getByRole('combobox', { name: 'Language' }).fill('sv-SE')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add variation' }).click()
  await expect(page.getByRole('row', { name: /sv-SE/ }).getByText('en-US ←')).toBeVisible()

  await page.getByRole('button', { name: 'Fill in missing variations' }).click()
  await expect(page.getByText('1 working copy was added')).toBeVisible()
  expect(await api.contentItem.getItemVariations({ params: { contentItemId } })).toHaveLength(2)

  await page.getByRole('button', { name: 'What to do with English' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('combobox', { name: 'Falls back to' }).click()
  await page.getByRole('option', { name: /sv-SE/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Values would go round in a circle/)).toBeVisible()
})

test('a type takes a field that its items then have, and loses it only once it was said what goes', async ({
  page,
  signIn,
  origin,
}) => {
  const api = await ownTenant(origin, 'settings-types')
  await workIn(page, 'settings-types')
  await signIn('admin', '/settings/content-types')
  await page.getByRole('button', { name: 'Add the starter types' }).click()
  await page.getByRole('link', { name: 'Article', exact: true }).click()

  await page.getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add field' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Reading time')
  await dialog.getByRole('combobox', { name: 'Kind of field' }).click()
  await page.getByRole('option', { name: /^Whole number/ }).click()
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expectToast(page, '“Article” was saved')

  const { contentItemId, contentVariationIds } = await api.contentItem.createItem({
    query: { name: 'A story', technicalContentTypeName: 'article' },
  })
  await page.goto(`/content-item/${contentItemId}`)
  await expect(page.getByLabel('Reading time').first()).toBeVisible()
  await api.contentVariation.updateVariation({
    body: {
      contentVariationId: contentVariationIds[0] ?? '',
      fields: [{ technicalFieldName: 'readingTime', value: 7 }],
    },
  })

  await page.goto('/settings/content-types/article?field=readingTime')
  await page.getByRole('button', { name: 'Remove the field' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Lose 1 value?' })).toBeVisible()
  await page.getByRole('button', { name: 'Change it and lose 1 value' }).click()
  await expect(page.getByRole('row', { name: /Reading time/ })).toHaveCount(0)

  await page.goto('/settings/audit?kind=contentType')
  await page.getByRole('link', { name: 'article', exact: true }).first().click()
  await expect(heading(page, 'Article')).toBeVisible()
})
