import { readFile } from 'node:fs/promises'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { plantTaxonomy } from '../../fixtures/taxonomies.ts'

const csv = (...lines: string[]) => ({
  name: 'tools.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

test('concepts come from a file once its error is mended, in all languages, and go out so that nothing changes when they come again', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const name = `Files ${Date.now()}`
  const { taxonomyId, conceptIds } = await plantTaxonomy(origin, name, { Hand: undefined, Saw: 'Hand' })
  const { taxonomies } = await apiAs(origin, 'admin')
  await taxonomies.changeConceptWords({
    params: { taxonomyId, conceptId: conceptIds.Saw ?? '' },
    body: { code: 'SAW', names: { 'en-US': 'Saw', 'de-DE': 'Kleine Säge' } },
  })
  await signIn('admin', `/taxonomies?taxonomy=${taxonomyId}`)
  await page.getByRole('button', { name: 'Import or export concepts' }).click()
  const dialog = page.getByRole('dialog', { name: `${name}: import and export` })
  const file = dialog.locator('input[type=file]')

  // A parent that is nowhere: nothing can be imported, and the row says why.
  const header = 'code,parent,name,name:de-DE,name:ja'
  const saw = 'SAW,,Saw,Große Säge,のこぎり'
  await file.setInputFiles(csv(header, saw, 'DRILL,POWER,Drill,Bohrer,ドリル'))
  await expect(dialog.getByText('Nothing can be imported until these are mended in the file.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Drill/ })).toContainText('POWER')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await checkAccessibility()

  await file.setInputFiles(csv(header, saw, 'POWER,,Power,Elektrisch,', 'DRILL,POWER,Drill,Bohrer,ドリル'))
  await expect(dialog.getByText('2 new concepts and 1 changed')).toBeVisible()
  const changed = dialog.getByRole('row', { name: /Saw/ })
  await expect(changed.locator('del')).toHaveText([/Kleine/, /Hand/])
  await expect(changed.locator('ins')).toHaveText([/Große/, /のこぎり/, /top of the tree/])
  await checkAccessibility()
  await dialog.getByRole('button', { name: 'Import 3 concepts' }).click()
  await expect(dialog.getByText(`The file is imported into ${name}`)).toBeVisible()
  await expect(dialog.getByText(/^Last import: 2 new, 1 changed/)).toBeVisible()
  await checkAccessibility()
  await dialog.getByRole('button', { name: 'Close' }).click()
  const tree = page.getByRole('tree', { name: `Concepts of ${name}` })
  await expect(tree.getByRole('treeitem')).toHaveText([/^Hand/, /^Saw/, /^Power1/])

  // Words of other languages are found in the tree, and it is read in one of them.
  await page.getByRole('searchbox', { name: 'Search concepts' }).fill('ドリル')
  await expect(tree.getByRole('treeitem', { name: 'Drill' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search concepts' }).fill('')
  await page.getByRole('button', { name: /^Names in/ }).click()
  await page.getByRole('option', { name: /de-DE/ }).first().click()
  await expect(tree.getByRole('treeitem', { name: 'Große Säge' })).toBeVisible()
  await checkAccessibility()

  await page.getByRole('button', { name: 'Import or export concepts' }).click()
  await dialog.getByRole('tab', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const path = await (await downloading).path()
  const exported = await readFile(path)
  expect(exported.toString('utf8')).toContain('のこぎり')
  await dialog.getByRole('tab', { name: 'Import' }).click()
  await file.setInputFiles({ name: 'tools.csv', mimeType: 'text/csv', buffer: exported })
  await expect(dialog.getByText('The file changes nothing.')).toBeVisible()

  // What the last import did is undone, but for a concept that was changed since.
  const drill = (await taxonomies.getTaxonomy({ params: { taxonomyId } })).concepts.find(
    ({ friendlyName }) => friendlyName === 'Drill',
  )
  await taxonomies.changeConcept({
    params: { taxonomyId, conceptId: drill?.conceptId ?? '' },
    query: { description: 'Turns' },
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Import or export concepts' }).click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await checkAccessibility()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog.getByText('The import is undone: 1 as before, 0 deleted.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Drill: somebody has changed it since/,
    /Power: concepts stand/,
  ])
  await checkAccessibility()
  await page.keyboard.press('Escape')
  // What is below a concept that the search has opened may be shown, too.
  await expect(tree.locator('[role=treeitem][aria-level="1"]')).toHaveText([/^Hand1/, /^Elektrisch1/])
})
