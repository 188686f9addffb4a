import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

test('a file with an error is imported by keyboard, mended, imported again, and taken back but for what somebody changed since', async ({
  page,
  signIn,
  origin,
  checkAccessibility,
}) => {
  const api = await apiAs(origin, 'editor')
  const stamp = `IMP${Date.now()}`
  const skus = [1, 2, 3].map((number) => `${stamp}-${number}`)
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const fileOf = (second: string) => ({
    name: `${stamp}.csv`,
    mimeType: 'text/csv',
    // Windows-1252 and semicolons, as German spreadsheets save CSV.
    buffer: Buffer.from(
      `sku;name;title\r\n${skus[0]};Lamp 1;Größe 1\r\n${second};Lamp 2;Größe 2\r\n${skus[2]};Lamp 3;Größe 3\r\n`,
      'latin1',
    ),
  })
  const found = async () => {
    const body = { filtering: { searchText: stamp }, variationId: english, fields: ['sku'] }
    const { items } = await api.search.searchUserContent({ body })
    return items
  }
  const chosen = (label: string) => page.getByLabel(label).and(page.locator('input'))

  await signIn('editor', '/exchange')
  await test.step('the file is sent and shown as it was read', async () => {
    await page.getByRole('link', { name: 'Import a file' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Import a file' })).toBeVisible()
    await checkAccessibility()
    const choosing = page.waitForEvent('filechooser')
    await pressEnter(page.getByRole('button', { name: 'Choose a file' }).and(page.locator('button')))
    // The second row has the key of the first one.
    await (await choosing).setFiles(fileOf(skus[0] ?? ''))
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveText(/Windows-1252/)
    await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveText(/Semicolon/)
    await expect(page.getByRole('cell', { name: 'Größe 2' })).toBeVisible()
  })
  await test.step('its columns are mapped as they are proposed, also after a reload', async () => {
    const type = page.getByRole('combobox', { name: 'Content type' })
    await type.press('Enter')
    await page.getByRole('option', { name: 'Product', exact: true }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'Where sku goes' })).toHaveValue('Article number')
    const empty = page.getByRole('combobox', { name: 'Empty cells' })
    await empty.press('Enter')
    await page.getByRole('option', { name: 'Take the value away' }).press('Enter')
    await page.reload()
    await expect(empty).toHaveText('Take the value away')
    await checkAccessibility()
    await pressEnter(page.getByRole('button', { name: 'See what would change' }))
  })
  await test.step('the rehearsal says which row is wrong and why, and nothing is written', async () => {
    await expect(page.getByRole('heading', { name: `Import of ${stamp}.csv` })).toBeVisible()
    await expect(page.getByText(/^Row 3, .*: Row 2 is of the same item\.$/)).toBeVisible({ timeout: 30_000 })
    await checkAccessibility()
    expect(await found()).toEqual([])
  })
  await test.step('the mended file is imported with the same mapping', async () => {
    await page.getByRole('link', { name: 'Import again with this mapping' }).press('Enter')
    await expect(page.getByText(`The mapping of ${stamp}.csv is taken over. Choose the new file.`)).toBeVisible()
    await chosen('Choose a file').setInputFiles(fileOf(skus[1] ?? ''))
    await expect(page.getByRole('combobox', { name: 'Empty cells' })).toHaveText('Take the value away')
    await pressEnter(page.getByRole('button', { name: 'See what would change' }))
    const apply = page.getByRole('button', { name: 'Apply to 3 items' })
    await expect(apply).toBeVisible({ timeout: 30_000 })
    await pressEnter(apply)
    await expect(page.getByText('3 items were changed.')).toBeVisible({ timeout: 60_000 })
    expect((await found()).map(({ name }) => name).sort()).toEqual(['Lamp 1', 'Lamp 2', 'Lamp 3'])
  })
  await test.step('the undo leaves alone what somebody has changed since', async () => {
    const [changed] = (await found()).filter(({ name }) => name === 'Lamp 2')
    await api.contentVariation.updateVariation({
      body: {
        contentVariationId: changed?.contentVariationId ?? '',
        fields: [{ technicalFieldName: 'title', value: 'Written since' }],
      },
    })
    await pressEnter(page.getByRole('button', { name: 'Undo for 3 items' }))
    const apply = page.getByRole('button', { name: 'Apply to 2 items' })
    await expect(apply).toBeVisible({ timeout: 60_000 })
    await pressEnter(apply)
    await expect(page.getByText('2 items were changed.')).toBeVisible({ timeout: 60_000 })
    expect((await found()).map(({ name }) => name)).toEqual(['Lamp 2'])
  })
  await test.step('the list has the imports and the undo', async () => {
    await page.getByRole('link', { name: 'Import and export' }).first().press('Enter')
    await expect(page.getByRole('link', { name: `Import of ${stamp}.csv` })).toHaveCount(2)
    await expect(page.getByRole('link', { name: 'Undo of a bulk change' }).first()).toBeVisible()
    await checkAccessibility()
  })
  await test.step('a file is taken out as well', async () => {
    await page.getByRole('link', { name: 'Export items' }).press('Enter')
    await page.getByRole('radio', { name: 'CSV' }).press('Space')
    await checkAccessibility()
    const downloading = page.waitForEvent('download')
    await pressEnter(page.getByRole('button', { name: 'Download' }))
    expect((await downloading).suggestedFilename()).toBe('article.csv')
  })
})
