import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

/** Items that the edit is for; a hand run with more of them says how the screens bear it. */
const itemCount = Number(process.env.PIM_E2E_BULK_ITEMS ?? 300)
const itemsPerCall = 300

test('a text of all items that match is edited by a job that outlives its tab, and undone but for what somebody changed since', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const api = await apiAs(origin, 'admin')
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const name = `Bulk${Date.now()}`
  const ids: string[] = []
  for (let from = 0; from < itemCount; from += itemsPerCall) {
    const { results } = await api.contentItem.batchItems({
      body: {
        items: Array.from({ length: Math.min(itemsPerCall, itemCount - from) }, (_, index) => ({
          name: `${name} ${from + index}`,
          technicalContentTypeName: 'article',
          variations: [
            {
              variationId: english,
              fields: [{ technicalFieldName: 'title', value: `A warm jacket ${from + index}` }],
              resetFields: [],
            },
          ],
        })),
      },
    })
    ids.push(...results.flatMap(({ contentItemId }) => contentItemId ?? []))
  }
  const variationOf = async (contentItemId: string) =>
    (await api.contentItem.getItemVariations({ params: { contentItemId } })).find(
      ({ variationId }) => variationId === english,
    )
  const titleOf = async (index: number) => (await variationOf(ids[index] ?? ''))?.fields.title?.value

  await signIn('editor', `/content-items?q=${name}&variation=${english}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: /^Select all .*that match/ }).click()

  await test.step('the edit is put together by keyboard', async () => {
    await pressEnter(page.getByRole('toolbar').getByRole('button', { name: 'Edit in bulk' }))
    await expect(page.getByRole('heading', { name: new RegExp(`^Edit ${itemCount} items`) })).toBeVisible()
    const field = page.getByRole('combobox', { name: 'Field' })
    await field.fill('Title')
    await field.press('Enter')
    const what = page.getByRole('combobox', { name: 'What to do' })
    await what.press('Enter')
    await page.getByRole('option', { name: 'Find and replace' }).press('Enter')
    await page.getByRole('textbox', { name: 'Find' }).fill('warm')
    await page.getByRole('textbox', { name: 'Replace by' }).fill('light')
    await checkAccessibility()
    await pressEnter(page.getByRole('button', { name: 'See what would change' }))
  })

  await test.step('the rehearsal shows before and after, and a row is left out', async () => {
    await expect(page.getByRole('button', { name: `Apply to ${itemCount} items` })).toBeVisible()
    const row = page
      .getByRole('row')
      .filter({ hasText: `${name} ` })
      .first()
    await expect(row.locator('del')).toHaveText(/warm/)
    await expect(row.locator('ins')).toHaveText(/light/)
    await checkAccessibility()
    await row.getByRole('checkbox').press('Space')
    await expect(page.getByRole('button', { name: `Apply to ${itemCount - 1} items` })).toBeVisible()
    expect(await titleOf(0)).toBe('A warm jacket 0')
    await page.getByRole('button', { name: /^Left out/ }).click()
    await page.getByRole('button', { name: 'Take in this 1 row' }).click()
    await expect(page.getByRole('button', { name: `Apply to ${itemCount} items` })).toBeVisible()
  })

  const address = new URL(page.url()).pathname
  await page.getByRole('button', { name: `Apply to ${itemCount} items` }).click()
  await expect(page.getByRole('button', { name: /^(?:Pause|Undo)/ }).first()).toBeVisible()
  // Its tab closes, another one opens.
  const other = await page.context().newPage()
  await page.goto('about:blank')
  await other.goto('/content-bulk-changes')
  await other
    .getByRole('link', { name: /“warm” by “light”/ })
    .first()
    .click()
  await expect(other).toHaveURL(new RegExp(address))
  await expect(other.getByText(`${itemCount} items were changed.`)).toBeVisible({ timeout: 60_000 })
  expect(await titleOf(1)).toBe('A light jacket 1')

  await test.step('the undo leaves alone what somebody has changed since, and says so', async () => {
    const changed = await variationOf(ids[2] ?? '')
    await api.contentVariation.updateVariation({
      body: {
        contentVariationId: changed?.contentVariationId ?? '',
        fields: [{ technicalFieldName: 'title', value: 'Written since' }],
      },
    })
    await other.getByRole('button', { name: `Undo for ${itemCount} items` }).click()
    await expect(other.getByRole('heading', { name: 'Undo of a bulk change' })).toBeVisible()
    await expect(other.getByRole('button', { name: `Apply to ${itemCount - 1} items` })).toBeVisible({
      timeout: 60_000,
    })
    await other.getByRole('button', { name: 'Changed since' }).click()
    await expect(other.getByText('Stays as it is, changed since: Title (en-US).')).toBeVisible()
    await other.getByRole('button', { name: `Apply to ${itemCount - 1} items` }).click()
    await expect(other.getByText(`${itemCount - 1} items were changed.`)).toBeVisible({ timeout: 60_000 })
    expect(await titleOf(1)).toBe('A warm jacket 1')
    expect(await titleOf(2)).toBe('Written since')
  })
})
