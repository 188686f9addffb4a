import type { SearchContentDocument } from '@pim/contract'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, expectToast, test } from '../../fixtures/pim.ts'
import { enterAs } from '../../fixtures/sessions.ts'

const acme = 'Acme Outfitters'
const nordic = 'Nordic Home'
const names = { acme, nordic }

const tenantOf = (page: Page) => page.getByRole('button', { name: /^Tenant:/ })
const stored = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key)
const rows = (page: Page) => page.locator('tr[data-row]').getByRole('link')

async function changeTenant(page: Page, name: string): Promise<void> {
  await tenantOf(page).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(tenantOf(page)).toHaveAccessibleName(`Tenant: ${name}`)
}

async function products(origin: string, tenant: string): Promise<readonly SearchContentDocument[]> {
  const { search } = await apiAs(origin, 'editor', tenant)
  const { items } = await search.searchUserContent({
    body: { filtering: { contentTypeTechnicalNames: ['product'] }, sorting: { field: 'name', direction: 'asc' } },
  })
  return items
}

test('a new tab opens in the tenant that was chosen last, and in the first one where there is no such tenant', {
  tag: '@whole',
}, async ({ page, signIn }) => {
  await signIn('editor', '/prototype')
  await expect(tenantOf(page)).toHaveAccessibleName(`Tenant: ${acme}`)
  expect(await stored(page, 'tenantId')).toBe('acme')
  for (const [chosen, opens] of [
    ['nordic', 'nordic'],
    ['somebody-elses', 'acme'],
  ] as const) {
    await page.evaluate((id) => localStorage.setItem('tenantId', id), chosen)
    const tab = await page.context().newPage()
    await tab.goto('/prototype')
    await expect(tenantOf(tab)).toHaveAccessibleName(`Tenant: ${names[opens]}`)
    expect(await stored(tab, 'tenantId')).toBe(opens)
    await tab.close()
  }
})

test('a change of tenant stores it, clears what the old one left, and starts anew in the same place of the history', async ({
  page,
  signIn,
  origin,
}) => {
  const [first] = await products(origin, 'acme')
  await signIn('editor', `/content-item/${first?.contentItemId}`)
  await page.getByRole('tab', { name: /^sv-SE/ }).click()
  await expect.poll(() => stored(page, 'variationId')).not.toBeNull()
  const steps = await page.evaluate(() => history.length)

  await changeTenant(page, nordic)
  await expect(page).toHaveURL(/\/$/)
  await expect(rows(page).first()).toBeVisible()
  expect(await stored(page, 'tenantId')).toBe('nordic')
  expect(await stored(page, 'variationId')).toBeNull()
  expect(await page.evaluate(() => history.length)).toBe(steps)
})

test.describe('with a network that holds a reply back', () => {
  test.use({ expectedComplaints: /ERR_FAILED/ })

  test('what comes after the change of tenant is never shown', async ({ page, signIn, origin }) => {
    const own = (await products(origin, 'acme'))[0]?.name ?? ''
    const others = (await products(origin, 'nordic')).map(({ name }) => name)
    expect(others).not.toContain(own)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let isOver = false
    await page.route('**/api/search-content-documents/**', async (route) => {
      if (route.request().headers()['x-tenant-id'] !== 'acme') return route.continue()
      const response = await route.fetch()
      await released
      // The page may have hung up on it; a reply that nobody waits for is as good as none.
      await route.fulfill({ response }).catch(() => undefined)
      isOver = true
    })
    await signIn('editor', `/content-items?q=${encodeURIComponent(own)}`)
    await changeTenant(page, nordic)
    await expect(rows(page).first()).toBeVisible()
    const before = await rows(page).allInnerTexts()
    release()
    await expect.poll(() => isOver).toBe(true)
    // One more round trip of the page's own, so that whatever came late has been dealt with.
    await page.getByRole('searchbox', { name: 'Search content' }).fill(own)
    await expect(page.getByRole('heading', { name: 'Nothing fits these filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await expect(rows(page).first()).toBeVisible()
    expect(await rows(page).allInnerTexts()).toEqual(before)
  })
})

test('two tabs work in two tenants, and what is saved in turns stays where it was written', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const [ours] = await products(origin, 'acme')
  const [theirs] = await products(origin, 'nordic')
  const address = (row: SearchContentDocument | undefined) =>
    `/content-item/${row?.contentItemId}?variation=${row?.variationId}`
  await signIn('editor', address(ours))
  const other = await page.context().newPage()
  await other.goto('/prototype')
  await changeTenant(other, nordic)
  await other.goto(address(theirs))

  const title = (tab: Page) => tab.getByRole('textbox', { name: 'Title', exact: true })
  const before = { acme: await title(page).inputValue(), nordic: await title(other).inputValue() }
  const write = async (tab: Page, text: string) => {
    await title(tab).fill(text)
    await expect(tab.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  }
  const inServer = async (tenant: string, row: SearchContentDocument | undefined) => {
    const { contentVariation } = await apiAs(origin, 'editor', tenant)
    const { fields } = await contentVariation.getVariation({
      params: { contentVariationId: row?.contentVariationId ?? '' },
    })
    return fields.title?.value
  }
  for (const turn of ['first', 'second']) {
    await write(page, `${before.acme} ${turn}`)
    await write(other, `${before.nordic} ${turn}`)
    await expect.poll(() => inServer('acme', ours)).toBe(`${before.acme} ${turn}`)
    await expect.poll(() => inServer('nordic', theirs)).toBe(`${before.nordic} ${turn}`)
  }
  // The other tab chose last; this one keeps to its own.
  await page.reload()
  await expect(tenantOf(page)).toHaveAccessibleName(`Tenant: ${acme}`)
  await expect(title(page)).toHaveValue(`${before.acme} second`)
  await write(page, before.acme)
  await write(other, before.nordic)
  await expect.poll(() => inServer('acme', ours)).toBe(before.acme)
  await expect.poll(() => inServer('nordic', theirs)).toBe(before.nordic)
})

test('who is taken out of a tenant is led out of it in every tab, and told so', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const { installation } = await apiAs(origin, 'admin')
  const { members } = await installation.getMembers({ params: { externalId: 'acme' } })
  const editor = members.find(({ username }) => username === 'editor')
  if (!editor) throw new Error('The demo has no editor.')
  const { userId, isEverywhere: _, ...person } = editor
  await signIn('editor', '/content-items')
  const other = await page.context().newPage()
  await other.goto('/content-items')
  for (const tab of [page, other]) await expect(rows(tab).first()).toBeVisible()
  await installation.removeMember({ params: { externalId: 'acme', userId } })
  try {
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await expectToast(page, `You are no longer a member of ${acme}.`)
    for (const tab of [page, other]) await expect(tenantOf(tab)).toHaveAccessibleName(`Tenant: ${nordic}`)
  } finally {
    await installation.addMember({ params: { externalId: 'acme' }, body: person })
  }
})

test('an administrator of a tenant adds a member by e-mail, who signs in, sees the tenant, and changes their password', {
  tag: '@whole',
}, async ({ page, browser, origin }) => {
  const { installation } = await apiAs(origin, 'admin')
  /** Somebody new, whom an operator has given an account. */
  const made = async (username: string, externalId: string) => {
    const person = { username, firstName: username, lastName: 'Lind', email: `${username}@example.com` }
    const { userId, password = '' } = await installation.addMember({
      params: { externalId },
      body: { ...person, role: 'admin' },
    })
    return { ...person, userId, password }
  }
  const nora = await made('nora', 'nordic')
  const ola = await made('ola', 'acme')
  await installation.removeMember({ params: { externalId: 'acme', userId: ola.userId } })

  await page.goto('/settings/members')
  await enterAs(page, nora)
  // Not one of those who run the installation.
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('list')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add a member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a member by e-mail' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(ola.email)
  await dialog.getByRole('button', { name: 'Add a member' }).click()
  await expect(page.getByRole('row', { name: 'ola@example.com' })).toContainText('has not opened the tenant yet')

  const theirs = await browser.newContext({ baseURL: origin })
  const tab = await theirs.newPage()
  await tab.goto('/')
  await enterAs(tab, ola)
  await expect(rows(tab).first()).toBeVisible()
  await tab.getByRole('button', { name: /^Account/ }).click()
  const opened = theirs.waitForEvent('page')
  await tab.getByRole('link', { name: 'Change name or password' }).click()
  const account = await opened
  await account.getByLabel('Present password').fill(ola.password)
  await account.getByLabel('New password', { exact: true }).fill('words of a new kind')
  await account.getByLabel('New password once more').fill('words of a new kind')
  await account.getByRole('button', { name: 'Change the password' }).click()
  await expect(account.getByRole('status')).toContainText('Your password is changed')
  await theirs.close()

  await page.reload()
  await expect(page.getByRole('row', { name: /ola Lind/ })).toBeVisible()
  await page.getByRole('button', { name: 'What to do with ola Lind' }).click()
  await page.getByRole('menuitem', { name: 'Take out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByRole('row', { name: /ola Lind/ })).toHaveCount(0)
  const again = await apiAs(origin, { username: 'ola', password: 'words of a new kind' })
  expect(await again.tenants.getAllTenants()).toEqual([])
  await installation.removeMember({ params: { externalId: 'nordic', userId: nora.userId } })
})

test('a section that the tenant does not have is neither offered nor fetched', async ({ page, signIn }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(() => localStorage.setItem('tenantId', 'nordic'))
  await signIn('editor', '/media-items')
  await expect(tenantOf(page)).toHaveAccessibleName(`Tenant: ${nordic}`)
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await expect(sections.first()).toBeVisible()
  for (const section of await sections.all()) await section.hover()
  await expect(page.getByRole('link', { name: 'Taxonomy' })).toHaveCount(0)
  await expect.poll(() => asked.some((url) => url.includes('/remotes/content/'))).toBe(true)
  await page.goto('/taxonomies')
  await expect(page.getByRole('heading', { level: 1, name: 'There is nothing at this place' })).toBeVisible()
  expect(asked.filter((url) => url.includes('/remotes/taxonomy'))).toEqual([])
})

test('a viewer finds every button of the others, and is told which role it takes', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
}) => {
  const [first] = await products(origin, 'acme')
  await signIn('viewer', '/content-items')
  for (const [path, button, role] of [
    ['/content-items', 'New item', 'editor'],
    ['/media-items', 'Upload files', 'editor'],
    [`/content-item/${first?.contentItemId}`, 'Publish', 'publisher'],
  ] as const) {
    await page.goto(path)
    const refused = page.getByRole('button', { name: button, exact: true })
    await expect(refused).toBeDisabled()
    await refused.hover({ force: true })
    await expect(page.getByRole('tooltip')).toContainText(`Takes the role of ${role}`)
  }
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).not.toBeEditable()
})
