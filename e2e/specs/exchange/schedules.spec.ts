import { readFile } from 'node:fs/promises'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

test('a profile of an export runs by itself: a schedule is made by keyboard, run, downloaded, paused and deleted', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const api = await apiAs(origin, 'editor')
  const name = `Nightly ${Date.now()}`
  const content = { technicalContentTypeName: 'product', technicalFieldNames: ['sku', 'title'] }
  await api.savedChoices.createSavedChoice({ body: { kind: 'exportProfile', name, content } })
  const row = page.getByRole('row', { name: new RegExp(name) })
  const choose = async (step: string) => {
    await pressEnter(page.getByRole('button', { name: `Actions for ${name}` }))
    await page.getByRole('menuitem', { name: step }).press('Enter')
  }

  await signIn('editor', '/exchange')
  await page.getByRole('link', { name: 'Schedules' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Schedules/ })).toBeVisible()

  await test.step('it is made by keyboard', async () => {
    await pressEnter(page.getByRole('button', { name: 'New schedule' }).first())
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByRole('combobox', { name: 'What runs' }).press('Enter')
    await page.getByRole('option', { name: 'Export' }).press('Enter')
    await dialog.getByRole('combobox', { name: /^Profile/ }).press('Enter')
    await page.getByRole('option', { name }).press('Enter')
    await checkAccessibility()
    await pressEnter(dialog.getByRole('button', { name: 'Save' }))
    await expect(row).toContainText('Has not run yet')
    await checkAccessibility()
  })
  await test.step('its run writes a file that is downloaded', async () => {
    await choose('Run now')
    await expect(row).toContainText('File written', { timeout: 30_000 })
    await choose('Show the runs')
    const dialog = page.getByRole('dialog', { name: `Runs of ${name}` })
    await expect(dialog.getByText('File written')).toBeVisible()
    await checkAccessibility()
    const downloading = page.waitForEvent('download')
    await pressEnter(dialog.getByRole('button', { name: 'Download' }))
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(text).toContain('sku')
    // The button that loads is without focus for a moment, in which the dialog does not hear Escape.
    await pressEnter(dialog.getByRole('button', { name: 'Close' }))
    await expect(dialog).toHaveCount(0)
  })
  await test.step('it is paused, and deleted', async () => {
    await choose('Pause')
    await expect(row).toContainText('Paused')
    await choose('Delete')
    await pressEnter(page.getByRole('button', { name: 'Delete schedule' }))
    await expect(row).toHaveCount(0)
  })
})
