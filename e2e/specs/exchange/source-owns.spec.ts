import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

test('a file that comes again shows what staff have changed since, which is kept, and items that are gone, which are deleted once somebody has looked', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const api = await apiAs(origin, 'editor')
  const stamp = `SRC${Date.now()}`
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const fileOf = (titles: readonly string[]) => ({
    name: `${stamp}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `sku;name;title\r\n${titles.map((title, at) => `${stamp}-${at};Lamp ${at};${title}`).join('\r\n')}\r\n`,
    ),
  })
  const found = async () => {
    const body = { filtering: { searchText: stamp }, variationId: english, fields: ['sku'] }
    const { items } = await api.search.searchUserContent({ body })
    return items
  }
  const chosen = page.getByLabel('Choose a file').and(page.locator('input'))
  const choose = async (label: string | RegExp, name: string) => {
    await page.getByRole('combobox', { name: label }).press('Enter')
    await page.getByRole('option', { name, exact: true }).press('Enter')
  }
  const apply = async (count: number) => {
    const items = count === 1 ? '1 item' : `${count} items`
    await pressEnter(page.getByRole('button', { name: `Apply to ${items}` }))
    await expect(page.getByText(`${items} ${count === 1 ? 'was' : 'were'} changed.`)).toBeVisible({ timeout: 60_000 })
  }

  await signIn('admin', '/exchange/import')
  await test.step('the form asks what the source owns, and a profile keeps it', async () => {
    await chosen.setInputFiles(fileOf(['One', 'Two', 'Three']))
    await choose('Content type', 'Product')
    const again = page.getByRole('checkbox', { name: 'This file comes again from the same source' })
    await again.press('Space')
    await choose(/^Items that are gone from the source/, 'Are deleted')
    await expect(page.getByText(/^What a source owns is known by the imports of its profile/)).toBeVisible()
    await checkAccessibility()
    await pressEnter(page.getByRole('button', { name: 'Profiles' }))
    await page.getByRole('menuitem', { name: 'Save as a profile…' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name of the profile' }).fill(stamp)
    await pressEnter(page.getByRole('button', { name: 'Save profile' }))
    await expect(page.getByText(`Import of the profile “${stamp}”`)).toBeVisible()
    await pressEnter(page.getByRole('button', { name: 'See what would change' }))
    await apply(3)
  })
  await test.step('the next file says what staff have changed since, and what is gone', async () => {
    const first = (await found()).find(({ name }) => name === 'Lamp 0')
    const fields = [{ technicalFieldName: 'title', value: 'Of staff' }]
    await api.contentVariation.updateVariation({
      body: { contentVariationId: first?.contentVariationId ?? '', fields },
    })
    await page.getByRole('link', { name: 'Import again with this mapping' }).press('Enter')
    await chosen.setInputFiles(fileOf(['One 2', 'Two 2']))
    await expect(page.getByText(`Import of the profile “${stamp}”`)).toBeVisible()
    await pressEnter(page.getByRole('button', { name: 'See what would change' }))
    await expect(page.getByText('Changed since, stays')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^1 of the 3 items of earlier imports are not in this file/)).toBeVisible()
    await checkAccessibility()
    await pressEnter(page.getByRole('button', { name: /^Changed by staff since the last import/ }))
    await expect(page.getByRole('cell', { name: /Of staff/ })).toBeVisible()
    await expect(page.getByRole('cell', { name: /One 2/ })).toBeVisible()
  })
  await test.step('one chooses what is replaced and what goes, and all of it is done', async () => {
    await pressEnter(page.getByRole('button', { name: 'Show them' }))
    await pressEnter(page.getByRole('button', { name: 'Take in this 1 row' }))
    await expect(page.getByText(/^1 of the 3 items of earlier imports/)).toBeHidden()
    await checkAccessibility()
    await apply(2)
    await expect.poll(async () => (await found()).map(({ name }) => name).sort()).toEqual(['Lamp 0', 'Lamp 1'])
  })
  await test.step('the undo brings back what was deleted', async () => {
    await pressEnter(page.getByRole('button', { name: 'Undo for 2 items' }))
    await expect(page.getByText('Not deleted')).toBeVisible({ timeout: 30_000 })
    await checkAccessibility()
    await apply(2)
    await expect.poll(async () => (await found()).length).toBe(3)
  })
})
