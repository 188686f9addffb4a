import type { Locator, Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, expectToast, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'
import { type Planted, plantTaxonomy } from '../../fixtures/taxonomies.ts'

const tools = { Hand: undefined, Hammer: 'Hand', Saw: 'Hand', Power: undefined, Drill: 'Power' }
let count = 0
const ownName = () => `Tools ${Date.now()}-${count++}`

const treeOf = (page: Page, name: string) => page.getByRole('tree', { name: `Concepts of ${name}` })
const row = (tree: Locator, name: string) => tree.getByRole('treeitem', { name })

/** What stands where, as the server has it. */
async function stored(origin: string, { taxonomyId }: Planted): Promise<string[]> {
  const { taxonomies } = await apiAs(origin, 'viewer')
  const { concepts } = await taxonomies.getTaxonomy({ params: { taxonomyId } })
  const nameOf = (id: string | null) => concepts.find(({ conceptId }) => conceptId === id)?.friendlyName
  return concepts.map(({ friendlyName, parentConceptId }) =>
    parentConceptId ? `${nameOf(parentConceptId)} / ${friendlyName}` : friendlyName,
  )
}

test('a taxonomy is made, described, filled concept by concept, deleted and brought back', async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  const name = ownName()
  await signIn('admin', '/taxonomies')
  const form = page.getByRole('region', { name: 'New taxonomy' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Description' }).fill('What a workshop is sorted by.')
  await form.getByRole('button', { name: 'Create taxonomy' }).click()
  await expect(page).toHaveURL(/taxonomy=/)
  await expect(page.getByRole('heading', { level: 2, name: 'No concepts yet' })).toBeVisible()
  await checkAccessibility()

  await page.getByRole('button', { name: 'Add concept' }).first().click()
  const concept = page.getByRole('region', { name: 'New concept' }).getByRole('textbox', { name: 'Name' })
  for (const each of ['Saw', 'Hammer']) {
    await concept.fill(each)
    await concept.press('Enter')
    await expect(page.getByText(`${each} is added; on to the next`)).toBeVisible()
  }
  const tree = treeOf(page, name)
  await expect(tree.getByRole('treeitem')).toHaveText([/^Saw/, /^Hammer/])
  await expect(row(tree, 'Hammer').getByRole('img', { name: 'Edited last' })).toBeVisible()

  // Its words in another language come back with it.
  await row(tree, 'Saw').click()
  const words = page.getByRole('form', { name: 'Other languages and code' })
  await words.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German (Germany): no name yet' }).click()
  await words.getByRole('textbox', { name: 'Name in this language' }).fill('Säge')
  await words.getByRole('textbox', { name: 'Synonyms' }).fill('Fuchsschwanz')
  await words.getByRole('textbox', { name: 'Code' }).fill('SAW')
  await checkAccessibility()
  await page.keyboard.press('Control+s')
  await expectToast(page, 'The words of Saw are saved')
  await row(tree, 'Hammer').click()

  await page.getByRole('button', { name: 'Edit the taxonomy' }).click()
  await page.getByRole('button', { name: 'Delete taxonomy' }).click()
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
  await expect(question).toContainText('2 concepts in it go with it. You can bring it back right after.')
  await checkAccessibility()
  await question.getByRole('button', { name: 'Delete with 2 concepts' }).click()
  await expectToast(page, `${name} is deleted`)
  await expect(page).not.toHaveURL(/taxonomy=/)
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText(`${name} is back`)).toBeVisible()
  await expect(treeOf(page, name).getByRole('treeitem')).toHaveText([/^Saw/, /^Hammer/])
  await row(treeOf(page, name), 'Saw').click()
  await words.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German (Germany): Säge' }).click()
  await expect(words.getByRole('textbox', { name: 'Synonyms' })).toHaveValue('Fuchsschwanz')
  await expect(words.getByRole('textbox', { name: 'Code' })).toHaveValue('SAW')

  // It is one with another concept, which is found by its names from then on.
  await pressEnter(page.getByRole('button', { name: 'Merge into…' }))
  const merging = page.getByRole('dialog', { name: 'Merge Saw into another concept' })
  await merging.getByRole('treeitem', { name: 'Hammer' }).click()
  await expect(merging.getByRole('status')).toContainText(
    '0 items get Hammer. Hammer takes the names of Saw as synonyms',
  )
  await checkAccessibility()
  await pressEnter(merging.getByRole('button', { name: 'Merge', exact: true }))
  await expect(page.getByText('Saw is merged into Hammer')).toBeVisible()
  await expect(treeOf(page, name).getByRole('treeitem')).toHaveText([/^Hammer/])
  // Its words are those of the language that the tree has its names in.
  await page.getByRole('button', { name: /^Names in/ }).click()
  await page.getByRole('option', { name: /^de-DE/ }).click()
  await expect(words.getByRole('combobox', { name: 'Language' })).toHaveText(/^German .Germany/)
  await expect(words.getByRole('textbox', { name: 'Synonyms' })).toHaveValue(/Säge/)
  // A change of the tree's language mounts the form again; a draft is then shown in the language that it was typed in.
  await words.getByRole('textbox', { name: 'Synonyms' }).fill('Sägen')
  await page.getByRole('button', { name: /^Names in/ }).click()
  await page.getByRole('option', { name: /^sv-SE/ }).click()
  await expect(words.getByRole('textbox', { name: 'Synonyms' })).toHaveValue('Sägen')
})

test('concepts are moved, renamed and deleted by keyboard alone, and each step can be taken back', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, tools)
  await signIn('admin', `/taxonomies?taxonomy=${planted.taxonomyId}`)
  const tree = treeOf(page, name)
  await tree.focus()
  // Power goes below Hand, and out of it again.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: 'Power is now number 3 below Hand' })).toBeAttached()
  const moved = ['Hand', 'Hand / Hammer', 'Hand / Saw', 'Hand / Power', 'Power / Drill']
  await expect.poll(async () => (await stored(origin, planted)).toSorted()).toEqual(moved.toSorted())
  await tree.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(origin, planted)).not.toContain('Hand / Power')
  await expect(row(tree, 'Power')).toHaveAttribute('aria-level', '1')

  // F2 leads into the name, Enter saves it and leads back.
  await tree.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  const nameField = page
    .getByRole('region', { name: 'Concept', exact: true })
    .getByRole('textbox', { name: 'Name', exact: true })
  await expect(nameField).toBeFocused()
  await expect(nameField).toHaveValue('Hand')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(row(tree, 'By hand')).toBeVisible()
  await expect(tree).toBeFocused()

  // Deleting a concept with others below it opens a dialog with counts; one without any is deleted at once.
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete By hand?' })
  await expect(question.getByRole('radio', { name: 'They move up into its place' })).toBeFocused()
  await expect(question.getByRole('status')).toContainText('2 concepts move up')
  await checkAccessibility()
  await page.keyboard.press('ArrowDown')
  await expect(question.getByRole('status')).toContainText('3 concepts are deleted. No content carries')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'By hand is deleted')
  await expect(row(tree, 'By hand')).toHaveCount(0)
  await tree.focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('By hand is back')).toBeVisible()
  expect(await stored(origin, planted)).toEqual(expect.arrayContaining(['By hand / Hammer', 'By hand / Saw']))
  await expect(tree.getByRole('treeitem').first()).toHaveText(/^By hand/)

  await page.keyboard.press('Delete')
  // Until it has counted, the button does nothing.
  await expect(question.getByRole('status')).toContainText('2 concepts move up')
  await pressEnter(question.getByRole('button', { name: 'Delete', exact: true }))
  await expect.poll(() => stored(origin, planted)).toEqual(expect.arrayContaining(['Hammer', 'Saw']))
  await tree.focus()
  await page.keyboard.press('Control+z')
  await expect
    .poll(() => stored(origin, planted))
    .toEqual(expect.arrayContaining(['By hand / Hammer', 'By hand / Saw']))
})

test('a concept is dragged below another one, moved by the dialog, and refused where its name is taken', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, { ...tools, Wood: undefined })
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}&concept=${planted.conceptIds.Hammer}`)
  const tree = treeOf(page, name)
  // A link to a concept opens the way to it.
  await expect(row(tree, 'Hammer')).toHaveAttribute('aria-selected', 'true')
  await checkAccessibility()

  await row(tree, 'Wood').hover()
  await page.mouse.down()
  const target = await row(tree, 'Power').boundingBox()
  if (!target) throw new Error('There is no row to drop on.')
  await page.mouse.move(target.x + 60, target.y + target.height / 2 - 4)
  await page.mouse.move(target.x + 60, target.y + target.height / 2)
  await page.mouse.up()
  await expect(page.getByText('Wood is now below Power')).toBeVisible()
  await expect.poll(() => stored(origin, planted)).toContain('Power / Wood')

  await page.getByRole('button', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Hammer' })
  await checkAccessibility()
  await dialog.getByRole('treeitem', { name: 'Power' }).click()
  await dialog.getByRole('button', { name: 'Move here' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => stored(origin, planted)).toContain('Power / Hammer')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => stored(origin, planted)).toContain('Hand / Hammer')
})

test('a search keeps matches in their place, and the address keeps the search', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, tools)
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}`)
  const tree = treeOf(page, name)
  await expect(row(tree, 'Drill')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search concepts' }).fill('dril')
  await expect(row(tree, 'Drill')).toHaveAttribute('aria-level', '2')
  await expect(page).toHaveURL(/q=dril/)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search concepts' })).toHaveValue('dril')
  await expect(row(tree, 'Drill')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search concepts' }).fill('no such thing')
  await expect(page.getByText('No concept of that name')).toBeVisible()
})

test('a link to what is gone says so, and the rest of the screen stands', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const planted = await plantTaxonomy(origin, ownName(), tools)
  const missing = '019aa000-0000-7000-8000-000000000000'
  await signIn('editor', `/taxonomies?taxonomy=${planted.taxonomyId}&concept=${missing}`)
  await expect(page.getByRole('heading', { name: 'This concept is not there any more' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the taxonomy' }).click()
  await expect(page).not.toHaveURL(/concept=/)
})

test.describe('with a taxonomy that is gone', () => {
  test.use({ expectedComplaints: /404/ })

  test('the tree says so beside the taxonomies that there are', { tag: '@whole' }, async ({
    page,
    signIn,
    checkAccessibility,
  }) => {
    await signIn('editor', '/taxonomies?taxonomy=019aa000-0000-7000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'This taxonomy is not there any more' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Assortment/ })).toBeVisible()
    await checkAccessibility()
  })
})

test.describe('where content carries a concept', () => {
  test.use({ expectedComplaints: /409/ })

  test('it is not deleted before it was chosen what becomes of the content', { tag: '@whole' }, async ({
    page,
    signIn,
    checkAccessibility,
  }) => {
    await signIn('publisher', '/taxonomies')
    await page.getByRole('link', { name: /^Assortment/ }).click()
    await page.getByRole('searchbox', { name: 'Search concepts' }).fill('Lanterns')
    await page.getByRole('treeitem', { name: 'Lanterns' }).click()
    await expect(page.getByRole('region', { name: 'Used by' }).getByRole('link').first()).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Lanterns?' })
    await expect(question.getByRole('status')).toContainText(/lose what is deleted.* cannot be brought back/)
    await question.getByRole('radio', { name: 'Give the content another concept' }).press('Space')
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    await question.getByRole('treeitem').first().click()
    await expect(question.getByRole('status')).toContainText(/items? gets? /)
    await checkAccessibility()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('treeitem', { name: 'Lanterns' })).toBeVisible()
  })
})

test('a viewer sees everything, changes nothing, and is told why', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const name = ownName()
  const planted = await plantTaxonomy(origin, name, tools)
  await signIn('viewer', `/taxonomies?taxonomy=${planted.taxonomyId}&concept=${planted.conceptIds.Hand}`)
  const tree = treeOf(page, name)
  for (const button of ['New taxonomy', 'Add concept', 'Add below', 'Move to…', 'Delete', 'Save']) {
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.getByRole('button', { name: 'Delete', exact: true }).focus()
  await expect(page.getByRole('tooltip')).toContainText('Takes the role of publisher')
  await tree.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Delete')
  await page.keyboard.press('F2')
  await expect(tree).toBeFocused()
  expect(await stored(origin, planted)).toContain('Hand / Hammer')
  await expect(row(tree, 'Hand')).toBeVisible()
})

test('a tenant without taxonomies is told what they are for', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
  checkAccessibility,
}) => {
  const { tenants } = await apiAs(origin, 'admin')
  await tenants.createTenant({
    body: {
      externalId: `bare-${Date.now()}`,
      friendlyName: 'Bare',
      featureToggles: { taxonomyEnabled: true },
      defaultVariation: { languageCode: 'en-US', friendlyName: 'English' },
    },
  })
  await signIn('admin', '/content-items')
  await page.getByRole('button', { name: /^Tenant:/ }).click()
  await page.getByRole('menuitemradio', { name: /^Bare/ }).first().click()
  await page.getByRole('link', { name: 'Taxonomy', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'No taxonomies yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create taxonomy' })).toBeVisible()
  await checkAccessibility()
})
