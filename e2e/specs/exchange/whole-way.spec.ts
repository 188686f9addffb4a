import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { plantTaxonomy } from '../../fixtures/taxonomies.ts'
import { workbookOf } from '../../fixtures/workbook.ts'

test('a workbook with currencies, units, days, new words and three bad rows goes from the upload to what is published', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const api = await apiAs(origin, 'admin')
  const stamp = `way${Date.now()}`
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const { taxonomyId } = await plantTaxonomy(origin, stamp, { Kitchen: undefined })
  const named = (text: string) => ({ 'en-US': text })
  await api.contentModel.seedContentTypes({
    body: {
      contentTypes: [
        {
          ...{ technicalName: stamp, friendlyName: named(`Lamp ${stamp}`), kind: 'user', titleField: 'title' },
          fields: [
            { technicalName: 'title', friendlyName: named('Title'), type: 'text', required: 'onPublish' },
            { technicalName: 'sku', friendlyName: named('Sku'), type: 'text', unique: 'tenant', localizable: false },
            {
              ...{ technicalName: 'colour', friendlyName: named('Colour'), type: 'select', localizable: false },
              settings: { options: [{ code: 'red', label: named('Red') }] },
            },
            {
              ...{ technicalName: 'weight', friendlyName: named('Weight'), type: 'measurement', localizable: false },
              settings: { family: 'Weight', units: ['KILOGRAM', 'GRAM'] },
            },
            {
              ...{ technicalName: 'price', friendlyName: named('Price'), type: 'price', localizable: false },
              settings: { currencies: ['EUR', 'SEK'] },
            },
            { technicalName: 'released', friendlyName: named('Released'), type: 'date', localizable: false },
            {
              ...{ technicalName: 'room', friendlyName: named('Room'), type: 'concepts', localizable: false },
              settings: { taxonomyIds: [taxonomyId] },
            },
          ],
        },
      ],
    },
  })
  const good = ['Petrol', 'Rust', 'red', 'petrol', 'RED', 'Rust'].map((colour, at) => [
    ...[`${stamp}-${at}`, `Lamp ${at}`, colour, '1,5', '1.299,00', 12_990 + at],
    ...[`0${at + 1}/04/2026`, at % 2 === 0 ? 'Cellar > Wine' : 'Kitchen'],
  ])
  const bad = [
    [`${stamp}-0`, 'Twice', 'red', '2', '1,00', 1, '03/04/2026', 'Kitchen'],
    [`${stamp}-7`, 'Heavy', 'red', 'heavy', '1,00', 1, '03/04/2026', 'Kitchen'],
    [`${stamp}-8`, 'No day', 'red', '2', '1,00', 1, 'soon', 'Kitchen'],
  ]
  const headings = ['sku', 'Title', 'Colour', 'Weight (kg)', 'Price EUR', 'Price SEK', 'Released', 'Room']
  const run = page.getByRole('heading', { name: `Import of ${stamp}.xlsx` })
  const see = page.getByRole('button', { name: 'See what would change' })

  await signIn('admin', '/exchange/import')
  await test.step('the file is sent, its columns are proposed, and what days are is asked', async () => {
    await page
      .getByLabel('Choose a file')
      .and(page.locator('input'))
      .setInputFiles({
        name: `${stamp}.xlsx`,
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: workbookOf([headings, ...good, ...bad]),
      })
    await page.getByRole('combobox', { name: 'Content type' }).click()
    await page.getByRole('option', { name: `Lamp ${stamp}` }).click()
    await expect(page.getByText('1.5 kg')).toBeVisible()
    await page.getByRole('button', { name: /Apr 1, 2026/ }).click()
    await page.getByRole('checkbox', { name: 'Publish what is imported' }).check()
    await checkAccessibility()
    await see.click()
  })
  await test.step('the rehearsal tells the new words and the bad rows, and the plan what will be made', async () => {
    await expect(run).toBeVisible()
    await page.getByRole('checkbox', { name: 'Make all 2 as options' }).check({ timeout: 30_000 })
    await page.getByRole('checkbox', { name: 'Make it as a concept' }).check()
    await checkAccessibility()
    await page.getByRole('button', { name: 'Rehearse with these choices' }).click()
    await expect(page.getByText(/^Before the rows, this is made: 2 options and 2 concepts\./)).toBeVisible({
      timeout: 30_000,
    })
    await checkAccessibility()
    await expect(page.getByText('Row 8, column “sku”: Row 2 is of the same item.')).toBeVisible()
    await expect(page.getByText(/^Row 9, column “Weight \(kg\)”: “heavy” is not a number/)).toBeVisible()
    await expect(page.getByRole('row', { name: /^No day Row 10 .* Problem/ })).toBeVisible()
  })
  await test.step('the good rows are made and published', async () => {
    await page.getByRole('button', { name: 'Apply to 6 items' }).click()
    await expect(page.getByText('6 items were changed.')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Made for this import: 2 options and 2 concepts.')).toBeVisible()
    const { items } = await api.search.searchUserContent({
      body: {
        filtering: { searchText: stamp, statuses: ['published'] },
        variationId: english,
        fields: ['price', 'weight'],
      },
    })
    expect(items).toHaveLength(6)
  })
})
