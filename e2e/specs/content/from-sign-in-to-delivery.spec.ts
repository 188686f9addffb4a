import { apiAs, deliveryWith } from '../../fixtures/api.ts'
import { expect, expectToast, test } from '../../fixtures/pim.ts'

const product = 'Skymning storm lantern'

test('a German text is changed, inherited in Austria, published, and read by a shop', async ({
  page,
  signIn,
  changeUser,
  origin,
}) => {
  const title = `Sturmlaterne Skymning ${Date.now()}`

  await signIn('editor', '/content-items')
  await page.getByRole('searchbox', { name: 'Search content' }).fill('Skymning')
  await page.getByRole('link', { name: product }).click()
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible()

  const openTab = async (language: RegExp) => {
    await page.getByRole('tab', { name: language }).click()
    await expect(page.getByRole('tab', { name: language, selected: true })).toBeVisible()
  }
  await openTab(/^de-DE/)
  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.fill(title)
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()

  await openTab(/^de-AT/)
  await expect(field).toHaveValue(title)
  await expect(page.locator('[data-field="title"]').getByText('inherited from de-DE')).toBeVisible()

  await openTab(/^de-DE/)
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
  const address = page.url()

  await changeUser('publisher', new URL(address).pathname + new URL(address).search)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()

  const { delivery } = deliveryWith(origin, 'demo-delivery-key')
  const variations = await delivery.getTenantVariations()
  const [, contentItemId = ''] = /content-item\/([^/?]+)/.exec(address) ?? []
  const delivered = async (language: string) => {
    const variationId = variations.find(({ languageCode }) => languageCode === language)?.variationId
    const page = await delivery.getItemVariations({ query: { contentItemId, ...(variationId ? { variationId } : {}) } })
    return page.items[0]?.fields.title
  }
  await expect.poll(() => delivered('de-DE')).toBe(title)
  // Austria has no title of its own, so what is live there changed with Germany's, in the same moment.
  expect(await delivered('de-AT')).toBe(title)
})

test.describe('with somebody else at work', () => {
  // A refused save is an answer like any other, but the browser notes every 409.
  test.use({ expectedComplaints: /409/ })

  test('two people in one field: nobody is overwritten unseen', { tag: '@whole' }, async ({
    page,
    signIn,
    origin,
    checkAccessibility,
  }) => {
    const { search, contentVariation } = await apiAs(origin, 'admin')
    const found = await search.searchUserContent({ body: { filtering: { searchText: 'Skymning' } } })
    const row = found.items[0]
    if (!row) throw new Error('The demo has no lantern.')
    await signIn('editor', `/content-item/${row.contentItemId}?variation=${row.variationId}`)
    const field = page.getByRole('textbox', { name: 'Title', exact: true })
    await expect(field).toBeVisible()

    const theirs = `${product} (theirs ${Date.now()})`
    await contentVariation.updateVariation({
      body: {
        contentVariationId: row.contentVariationId,
        fields: [{ technicalFieldName: 'title', value: theirs }],
      },
    })
    await field.fill(`${product} (mine)`)
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody changed this field' })
    await expect(notice).toContainText(theirs)
    await expect(field).toHaveValue(`${product} (mine)`)
    await checkAccessibility()
    await notice.getByRole('button', { name: 'Take theirs' }).click()
    await expect(field).toHaveValue(theirs)

    // The history has it all, and gives the old title back.
    await contentVariation.updateVariation({
      body: {
        contentVariationId: row.contentVariationId,
        fields: [{ technicalFieldName: 'title', value: product }],
      },
    })
  })
})

test('an item is created, filled in, deleted and brought back', { tag: '@whole' }, async ({
  page,
  signIn,
  checkAccessibility,
}) => {
  const name = `Testkessel ${Date.now()}`
  await signIn('admin', '/content-items')
  await page.getByRole('button', { name: 'New item' }).click()
  const dialog = page.getByRole('dialog', { name: 'New content item' })
  await dialog.getByRole('combobox', { name: 'Content type' }).click()
  await page.getByRole('option', { name: 'Article', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await checkAccessibility()
  await dialog.getByRole('button', { name: 'Create item' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await checkAccessibility()

  await page.getByRole('button', { name: 'More steps' }).click()
  await page.getByRole('menuitem', { name: 'Delete item' }).click()
  await page.getByRole('button', { name: /^Delete with/ }).click()
  await expectToast(page, `${name} is deleted`)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText(`${name} is back`)).toBeVisible()
})

test.describe('with the server away', () => {
  test.use({ expectedComplaints: /net::ERR_FAILED/ })

  test('a save that fails keeps every letter, and goes through once the server is back', { tag: '@whole' }, async ({
    page,
    signIn,
  }) => {
    await signIn('editor', '/content-items?q=Skymning')
    await page.getByRole('link', { name: /Skymning/ }).click()
    const field = page.getByRole('textbox', { name: 'Title', exact: true })
    const before = await field.inputValue()
    await page.route('**/api/content-variation', (route) => route.abort())
    await field.fill(`${before} – draft`)
    await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible()
    await expect(field).toHaveValue(`${before} – draft`)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(`${before} – draft`)
    await page.unroute('**/api/content-variation')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(before)
    await expect(page.getByRole('status').filter({ hasText: /^(Saved|Everything is saved)/ })).toBeVisible()
  })
})
