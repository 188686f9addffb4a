import type { Route } from '@playwright/test'
import { apiAs, deliveryWith } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { pressEnter } from '../../fixtures/press-enter.ts'

/** An article that has a title in English alone, in no variation live. */
async function article(origin: string) {
  const api = await apiAs(origin, 'admin')
  const variations = await api.tenants.getVariations()
  const idOf = (code: string) => variations.find(({ languageCode }) => languageCode === code)?.variationId ?? ''
  const name = `Planned ${Date.now()}`
  const { contentItemId } = await api.contentItem.createItem({ query: { name, technicalContentTypeName: 'article' } })
  const all = await api.contentItem.getItemVariations({ params: { contentItemId } })
  const at = (code: string) => {
    const found = all.find(({ variationId }) => variationId === idOf(code))
    if (!found) throw new Error(`The demo has no ${code}.`)
    return found
  }
  const write = (code: string, fields: Record<string, unknown>) =>
    api.contentVariation.updateVariation({
      body: {
        contentVariationId: at(code).contentVariationId,
        fields: Object.entries(fields).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
      },
    })
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'It is warm.' }] }] }
  await write('en-US', { title: 'A warm jacket for winter', teaser: 'Warm.', body })
  const delivered = async (code: string) => {
    const { delivery } = deliveryWith(origin, 'demo-delivery-key')
    const { items } = await delivery.getItemVariations({ query: { contentItemId, variationId: idOf(code) } })
    return items[0]?.fields.title
  }
  return {
    contentItemId,
    name,
    write,
    delivered,
    publish: (code: string) =>
      api.contentVariation.publish({ params: { contentVariationId: at(code).contentVariationId } }),
    address: (code: string) => `/content-item/${contentItemId}?variation=${idOf(code)}`,
  }
}

test('what inherits is published with what it inherits from, and keeps it when that goes', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
  checkAccessibility,
}) => {
  const { name, delivered, address } = await article(origin)
  await signIn('publisher', address('de-AT'))
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/de-AT takes Title from en-US/)).toBeVisible()
  await checkAccessibility()
  expect(await delivered('de-AT')).toBeUndefined()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(publish).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Publish en-US too' }).press('Space')
  await expect(dialog.getByText('en-US · goes live too')).toBeVisible()
  await pressEnter(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await expect.poll(() => delivered('de-AT')).toBe('A warm jacket for winter')

  await page.getByRole('tab', { name: /^en-US/ }).click()
  await expect(page.getByRole('tab', { name: /^en-US/, selected: true })).toBeVisible()
  await page.getByRole('button', { name: 'More steps' }).click()
  await page.getByRole('menuitem', { name: /^Unpublish/ }).click()
  const question = page.getByRole('alertdialog', { name: `Unpublish ${name} in en-US?` })
  await expect(question.getByText(/de-AT is live and takes Title from en-US/)).toBeVisible()
  await question.getByRole('radio', { name: /^de-AT keeps what it shows/ }).check()
  await expect(question.getByText(/^Keeps what it shows: Title/)).toBeVisible()
  await checkAccessibility()
  await question.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await expect(page.getByText('No longer live')).toBeVisible()
  await expect.poll(() => delivered('en-US')).toBeUndefined()
  expect(await delivered('de-AT')).toBe('A warm jacket for winter')
})

test('a new variation without all that it needs, and links that lead nowhere, are told before a step', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const linked = await article(origin)
  const linking = await article(origin)
  await linking.write('en-US', { further: [linked.contentItemId] })
  await linking.write('sv-SE', { title: 'En varm jacka' })
  await signIn('publisher', linking.address('sv-SE'))
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const dialog = page.getByRole('alertdialog')
  await publish.click()
  await expect(dialog.getByText(/sv-SE takes Teaser from en-US/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await linking.delivered('sv-SE')).toBeUndefined()

  await page.getByRole('tab', { name: /^en-US/ }).click()
  await expect(page.getByRole('tab', { name: /^en-US/, selected: true })).toBeVisible()
  // The panel says so beside the button; the question is whether what it links to goes along.
  await expect(page.getByText(/Read on links to an item that is not live in en-US/)).toBeVisible()
  await checkAccessibility()
  await publish.click()
  await expect(dialog.getByRole('checkbox', { name: /links to/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.poll(() => linking.delivered('en-US')).toBe('A warm jacket for winter')

  await linked.publish('en-US')
  await page.goto(linked.address('en-US'))
  await page.getByRole('button', { name: 'More steps' }).click()
  await page.getByRole('menuitem', { name: /^Unpublish/ }).click()
  await expect(dialog.getByText(/1 live item links to it/)).toBeVisible()
  await expect(dialog.getByText(linking.name)).toBeVisible()
})

test.describe('a plan that goes out of date', () => {
  // The plan is refused as it was asked to be, and the browser notes every 409.
  test.use({ expectedComplaints: /409/ })

  test('shows what somebody else wrote, and goes on with it', { tag: '@whole' }, async ({
    page,
    signIn,
    origin,
    checkAccessibility,
  }) => {
    const { write, publish, delivered, address } = await article(origin)
    await publish('en-US')
    await write('en-US', { title: 'A warm jacket for autumn' })
    await signIn('publisher', address('en-US'))
    const title = page.locator('[data-field="title"] input')
    await expect(page.getByRole('insertion').filter({ hasText: 'autumn' })).toBeVisible()

    // Between the plan and its execution.
    const writesFirst = async (route: Route) => {
      await write('en-US', { title: 'A light jacket for autumn' })
      await route.continue()
    }
    await page.route('**/api/publish-plan/execute', writesFirst, { times: 1 })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText(/Somebody else has changed this/)).toBeVisible()
    await expect(dialog.getByRole('insertion').filter({ hasText: 'light' }).first()).toBeVisible()
    await expect(title).toHaveValue('A light jacket for autumn')
    await checkAccessibility()
    expect(await delivered('en-US')).toBe('A warm jacket for winter')
    await dialog.getByRole('button', { name: 'Publish with these changes' }).click()
    await expect.poll(() => delivered('en-US')).toBe('A light jacket for autumn')
  })
})

test('fifty items are published by one plan while somebody writes in one of them, and nothing of it is lost', {
  tag: '@whole',
}, async ({ page, signIn, origin, checkAccessibility }) => {
  const api = await apiAs(origin, 'admin')
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const name = `Fifty${Date.now()}`
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'It is warm.' }] }] }
  const planned = `As planned ${name}`
  const values = { title: planned, teaser: 'Warm.', body }
  const fields = Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
  const { results } = await api.contentItem.batchItems({
    body: {
      items: Array.from({ length: 50 }, (_, number) => ({
        name: `${name} ${number}`,
        technicalContentTypeName: 'article',
        variations: [{ variationId: english, fields, resetFields: [] }],
      })),
    },
  })
  const edited = results[7]?.contentItemId ?? ''
  const ofEdited = async () =>
    (await api.contentItem.getItemVariations({ params: { contentItemId: edited } })).find(
      ({ variationId }) => variationId === english,
    )
  await signIn('publisher', `/content-items?q=${name}&variation=${english}`)
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: /^Select all .*that match/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Publish 50 items in English/ })).toBeVisible()
  await checkAccessibility()

  // In another tab, between the plan and its execution: one edit is saved before, another while it is done.
  const other = await page.context().newPage()
  await other.goto(`/content-item/${edited}?variation=${english}`)
  const title = other.locator('[data-field="title"] input')
  await title.fill('Written meanwhile')
  await expect.poll(async () => (await ofEdited())?.fields.title?.value).toBe('Written meanwhile')
  await page.getByRole('button', { name: 'Publish 50 items' }).click()
  await title.fill('Written while it was done')
  await expect(page.getByText('49 items are live')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^1 item was left as it was: somebody has changed it/ })).toBeVisible()
  // A tab in the background does not finish its change of colours.
  await page.bringToFront()
  await checkAccessibility()
  // The address leads back to it.
  await page.reload()
  await expect(page.getByText('49 items are live')).toBeVisible()

  await expect(title).toHaveValue('Written while it was done')
  const deliveredWith = async (text: string) => {
    const { delivery } = deliveryWith(origin, 'demo-delivery-key')
    const query = { variationId: english, contentTypeTechnicalName: 'article', field: { title: [text] } }
    return (await delivery.getItemVariations({ query })).paging.totalCount
  }
  await expect.poll(() => deliveredWith(planned)).toBe(49)
  expect(await deliveredWith('Written meanwhile')).toBe(0)
  expect(await deliveredWith('Written while it was done')).toBe(0)
  await expect.poll(async () => (await ofEdited())?.fields.title?.value).toBe('Written while it was done')
  expect(await ofEdited()).toMatchObject({ status: 'draft', publishedVersion: null })
})
