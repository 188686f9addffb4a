import { apiAs } from '../../fixtures/api.ts'
import { isWholeRun } from '../../fixtures/budget.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

test('a translator finds texts that are older than their source, and says of them that they are right', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const name = `Behind ${Date.now()}`
  const admin = await apiAs(origin, 'admin')
  const variations = await admin.tenants.getVariations()
  const german = variations.find(({ languageCode }) => languageCode === 'de-DE')?.variationId
  const source = variations.find(({ isDefault }) => isDefault)?.variationId
  const items: string[] = []
  for (const number of [1, 2]) {
    const query = { name: `${name} ${number}`, technicalContentTypeName: 'article' }
    const { contentItemId } = await admin.contentItem.createItem({ query })
    items.push(contentItemId)
    const made = await admin.contentItem.getItemVariations({ params: { contentItemId }, query: {} })
    const write = async (variationId: string | undefined, value: string) => {
      const contentVariationId = made.find((each) => each.variationId === variationId)?.contentVariationId ?? ''
      const fields = [{ technicalFieldName: 'title', value }]
      await admin.contentVariation.updateVariation({ body: { contentVariationId, fields } })
    }
    await write(source, 'A lantern')
    await write(german, `Laterne, ${name}`)
    await write(source, 'A storm lantern')
  }

  await signIn('editor', '/content-items')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const translations = page.getByRole('button', { name: 'Translations' })
  await translations.click()
  const figure = page.getByRole('link', { name: /^\d+ in Deutsch: Out of date$/ })
  await expect(figure).toBeVisible()
  await checkAccessibility()
  const before = Number(await figure.textContent())
  expect(before).toBeGreaterThanOrEqual(2)
  await figure.press('Enter')
  await expect(page).toHaveURL(/translation=outdated/)
  // The address changes before the list does, and keeps the rows of the last one meanwhile.
  await expect(page.getByRole('button', { name: /^Variation de-DE/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search content' }).fill(name)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Out of date')

  // One in the item, which names the text, the other from the list.
  await rows.first().getByRole('link').press('Enter')
  await expect(page.getByRole('tab', { name: /de-DE.*Out of date/ })).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Details' })
  await expect(panel.getByRole('link', { name: 'Title' })).toBeVisible()
  await checkAccessibility()
  await pressEnter(panel.getByRole('button', { name: 'Mark as up to date' }))
  await expect(panel.getByRole('button', { name: 'Mark as up to date' })).toHaveCount(0)
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark as up to date' }).click()
  await expect(rows).toHaveCount(0)
  await translations.click()
  await expect(page.getByRole('dialog', { name: 'Translations' }).getByRole('link').first()).toBeVisible()
  // The panel shows the figures that it kept until those asked for anew are there.
  if (before === 2) await expect(figure).toHaveCount(0)
  else await expect(figure).toHaveText(String(before - 2))
  for (const contentItemId of items) await admin.contentItem.deleteItem({ params: { contentItemId } })
})

test('a translator works by keys through the outdated items of a filtered list, and sees in each what has changed', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const count = isWholeRun ? 20 : 4
  const name = `Walk ${Date.now()}`
  const admin = await apiAs(origin, 'admin')
  const variations = await admin.tenants.getVariations()
  const german = variations.find(({ languageCode }) => languageCode === 'de-DE')?.variationId ?? ''
  const source = variations.find(({ isDefault }) => isDefault)?.variationId ?? ''
  const numbers = Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'))
  const title = (value: string) => [{ technicalFieldName: 'title', value }]
  const made = await admin.contentItem.batchItems({
    body: {
      items: numbers.map((number) => ({
        technicalContentTypeName: 'article',
        name: `${name} ${number}`,
        variations: [
          { variationId: source, fields: title(`A lantern ${number}`) },
          { variationId: german, fields: title(`${name} Laterne ${number}`) },
        ],
      })),
    },
  })
  const ids = made.results.map(({ contentItemId = '' }) => contentItemId)
  await admin.contentItem.batchItems({
    body: {
      items: ids.map((contentItemId, at) => ({
        contentItemId,
        technicalContentTypeName: 'article',
        variations: [{ variationId: source, fields: title(`A storm lantern ${numbers[at]}`) }],
      })),
    },
  })

  const filter = new URLSearchParams({ translation: 'outdated', variation: german, q: name, sort: 'name:asc' })
  await signIn('editor', `/content-items?${filter}`)
  const rows = page.locator('tr[data-row]').filter({ hasText: name })
  await expect(rows).toHaveCount(count)

  // The bar of the selection lies over the filters, so ticking does not move the rows.
  const placeOf = async () => (await rows.first().boundingBox())?.y
  const before = await placeOf()
  await rows.first().getByRole('checkbox').check()
  await expect(page.getByRole('toolbar')).toBeVisible()
  expect(await placeOf()).toBe(before)
  await rows.first().getByRole('checkbox').uncheck()

  await rows.first().press('Enter')
  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.focus()
  for (const [at, number] of numbers.entries()) {
    await expect(page.getByText(`${at + 1} of ${count}`, { exact: true })).toBeVisible()
    await expect(field).toHaveValue(`${name} Laterne ${number}`)
    await expect(field).toBeFocused()
    await expect(page.getByRole('note').locator('ins')).toHaveText(/storm/)
    if (at === 0) await checkAccessibility()
    await field.press('ControlOrMeta+a')
    await page.keyboard.insertText(`${name} Sturmlaterne ${number}`)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await expect(page.getByText('This is the last item of the list.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(field).toHaveValue(`${name} Sturmlaterne ${numbers[count - 2]}`)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.searchParams.get('translation') === 'outdated')
  await expect(rows).toHaveCount(0)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'All keys' })
  await expect(keys.getByText('Select the row')).toBeVisible()
  await checkAccessibility()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  for (const contentItemId of ids) await admin.contentItem.deleteItem({ params: { contentItemId } })
})
