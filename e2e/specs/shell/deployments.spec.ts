import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { demoReady } from '../../demo-ready.ts'
import { apiAs } from '../../fixtures/api.ts'
import { deployTo, releaseOf } from '../../fixtures/deploy.ts'
import { earlierReleases, today } from '../../fixtures/earlier-releases.ts'
import { type BuiltSection, buildSection } from '../../fixtures/fault-builds.ts'
import { mixedInstallation } from '../../fixtures/mixed-installation.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { type SectionOrigin, serveSection } from '../../fixtures/section-origin.ts'

const checkout = join(import.meta.dirname, '../../..')

/** Pages of this origin may sign in at the product, too. */
const devPort = Number(process.env.PIM_E2E_DEV_PORT)

let product: Product
let elsewhere: SectionOrigin
let throwing: BuiltSection
const folder = mkdtempSync(join(tmpdir(), 'pim-releases-'))

test.describe.configure({ mode: 'serial' })
test.use({ expectedComplaints: /./ })

test.beforeAll(async () => {
  test.setTimeout(360_000)
  // At a path of the section that it replaces.
  const screens = { '/content-items': { titleKey: 'content.title' } }
  throwing = await buildSection('content', `if (globalThis) throw new Error('This section was built to fail.')\n`, {
    'remote.json': JSON.stringify({ name: 'content', titleKey: 'content.title', position: 1, screens }),
  })
  elsewhere = await serveSection(join(checkout, 'remote-media/dist'))
  const settings = { PIM_REMOTES: `media=${elsewhere.pinned}`, PIM_DEV_ORIGINS: `http://localhost:${devPort}` }
  product = await startProduct(Number(process.env.PIM_E2E_PORT) + 5, settings, { isFilled: true })
  await demoReady(product.origin)
})
test.afterAll(async () => {
  await product?.stop()
  await elsewhere?.stop()
  throwing?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const deploy = (...args: string[]) => deployTo(product.dataFolder, ...args)

async function deployed(...args: string[]): Promise<string> {
  const { code, output } = await deploy('content', ...args)
  expect(code, output).toBe(0)
  return /content ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
}

const release = (name: string, description?: Record<string, unknown>) => releaseOf(folder, name, description)

/** Loads the page anew, and gives the release of the content section that runs in it. */
async function loaded(page: Page, tenant = 'acme'): Promise<string> {
  await page.evaluate((id) => {
    // A tab keeps its own tenant.
    sessionStorage.clear()
    localStorage.setItem('tenantId', id)
  }, tenant)
  const entries = entriesRun(page)
  await page.goto(`${product.origin}/content-items`)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  return entries[0] ?? ''
}

/** The releases of the content section that are run in the page from now on. Others are fetched, too; a script is what runs. */
function entriesRun(page: Page): readonly string[] {
  const entries: string[] = []
  page.on('request', (request) => {
    const [, release] = /\/remotes\/content\/([0-9a-f]{64})\/remoteEntry\.js/.exec(request.url()) ?? []
    if (release !== undefined && request.resourceType() === 'script') entries.push(release)
  })
  return entries
}

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'is not available' })

/** The release of the content section that the people of a tenant get. */
async function given(tenant = 'acme'): Promise<string | undefined> {
  const api = await apiAs(product.origin, 'admin')
  const tenants = await api.tenants.getAllTenants({})
  const own = tenants.find(({ externalId }) => externalId === tenant)?.remotes?.content
  return (own ?? (await api.clientConfiguration.getClientConfiguration()).remotes.content)?.release
}

test('releases come to all, to some, and go back, each by its hash, under the hands of somebody who types', async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000)
  await page.clock.install()
  await signIn('admin', `${product.origin}/prototype`)
  const own = (await contentNow())?.serverRelease ?? ''
  expect(own).toMatch(/^[0-9a-f]{64}$/)
  expect(await loaded(page)).toBe(own)
  const runSince = entriesRun(page)
  await page.locator('tr[data-row]').getByRole('link').first().click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.press('End')
  const before = await title.inputValue()

  let typed = ''
  const type = async (letters: string) => {
    await page.keyboard.type(letters)
    typed += letters
    await expect(title).toHaveValue(before + typed)
    await expect(title).toBeFocused()
  }
  /** Types before and after the page has read again which builds there are. */
  const typeThrough = async (change: () => Promise<unknown>, isGiven: () => string) => {
    const changing = change()
    await type('ab')
    await changing
    // Servers read again after a second which release is live.
    await expect.poll(() => given()).toBe(isGiven())
    const read = ['**/api/tenants/all', '**/api/client-configuration'].map((url) => page.waitForResponse(url))
    await page.clock.runFor(15_000)
    await Promise.all(read)
    await type('cd')
  }
  const { sections } = await apiAs(product.origin, 'admin')
  const content = { section: 'content' }
  const releases = { one: '', two: '' }
  const deploys = async (name: keyof typeof releases, ...args: string[]) => {
    releases[name] = await deployed('--from', release(name), ...args)
  }
  await typeThrough(
    () => deploys('one'),
    () => releases.one,
  )
  const fetchedMeanwhile = page.waitForRequest((request) => request.url().includes(`/content/${releases.two}/`))
  await typeThrough(
    () => deploys('two', '--canary-tenants', 'acme'),
    () => releases.two,
  )
  await fetchedMeanwhile
  expect(await given('nordic')).toBe(releases.one)
  const steps: [() => Promise<unknown>, keyof typeof releases][] = [
    // The canary alone.
    [() => deployed('--rollback'), 'one'],
    [() => sections.setCanary({ params: content, body: { release: releases.two, tenants: ['acme'] } }), 'two'],
    [() => deployed('--promote', releases.two), 'two'],
    [() => sections.pinSection({ params: content, body: { release: releases.one } }), 'one'],
    [() => sections.unpinSection({ params: content }), 'two'],
    [() => sections.rollBackSection({ params: content }), 'one'],
  ]
  for (const [change, name] of steps) await typeThrough(change, () => releases[name])

  expect(runSince).toEqual([])
  // The first is that of the item; editors of texts have their own.
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first()
  while (await undo.isEnabled()) await undo.click()
  await expect(title).toHaveValue(before)
  await expect(page.getByRole('status').filter({ hasText: /^(?:Saved|Everything is saved)/ })).toBeVisible()
  // The live build is drawn once the section was left and entered again. The browser caches the configuration for three seconds.
  await expect(async () => {
    await page.clock.runFor(15_000)
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    expect(runSince.at(-1)).toBe(releases.one)
  }).toPass()

  await sections.rollBackSection({ params: content })
  await expect.poll(() => loaded(page)).toBe(own)
})

/** What is deployed of the content section. */
async function contentNow() {
  const all = await (await apiAs(product.origin, 'admin')).sections.getSections()
  return all.find(({ section }) => section === 'content')
}

test('a canary that throws is taken back by itself, and says so to operators', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin', `${product.origin}/prototype`)
  const canary = await deployed('--from', throwing.folder, '--canary-tenants', 'acme')
  await expect(async () => {
    await page.goto(`${product.origin}/content-items`)
    await expect(panel(page)).toContainText('stopped with an error', { timeout: 5_000 })
  }).toPass()
  // Two more people meet it.
  const body = { section: 'content', release: canary, reason: 'broken', cause: 'It threw.' } as const
  for (const person of ['editor', 'publisher'] as const) {
    const api = await apiAs(product.origin, person)
    const gets = async () =>
      (await api.tenants.getAllTenants({})).find(({ externalId }) => externalId === 'acme')?.remotes?.content?.release
    await expect.poll(gets).toBe(canary)
    await api.sections.reportSectionFailure({ body })
  }
  await expect.poll(async () => (await contentNow())?.canary).toBeUndefined()
  const now = await contentNow()
  await expect.poll(() => loaded(page)).toBe(now?.live?.release ?? now?.serverRelease)
  await page.goto(`${product.origin}/settings/releases`)
  await expect(page.getByText(`${canary.slice(0, 8)} failed and was taken back`)).toBeVisible()
})

test('a file that was changed in the store is not served, and the panel of its section says so', async ({
  page,
  signIn,
}) => {
  await signIn('admin', `${product.origin}/prototype`)
  const damaged = await deployed('--from', release('Damaged'), '--canary-tenants', 'nordic')
  // Before the server has read it.
  const store = join(product.dataFolder, 'releases/content', damaged)
  const { files } = JSON.parse(readFileSync(join(store, 'release.json'), 'utf8')) as Stored
  const entry = files.find(({ path }) => path === 'remoteEntry.js')?.sha256 ?? ''
  writeFileSync(join(store, entry), `${readFileSync(join(store, entry), 'utf8')} `)
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.setItem('tenantId', 'nordic')
  })
  await expect(async () => {
    await page.goto(`${product.origin}/content-items`)
    await expect(panel(page)).toContainText('missing on the server or damaged there', { timeout: 5_000 })
  }).toPass()
  expect((await fetch(`${product.origin}/remotes/content/${damaged}/remoteEntry.js`)).status).toBe(404)
})

/** The list of the files of a release, in the store. */
interface Stored {
  readonly files: readonly { path: string; sha256: string }[]
}

test('an open page of an earlier release lives through a deploy of shell, server and sections', {
  tag: '@whole',
}, async ({ page, signIn }) => {
  // Two releases are opened one after the other, and the server is stopped and started between them.
  test.setTimeout(240_000)
  const [, last] = await earlierReleases((line) => console.log(`  ${line}`))
  test.skip(last === undefined, 'this clone has no history of earlier releases')
  if (last === undefined) return
  const installation = await mixedInstallation(product.origin, devPort)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  try {
    installation.use({ shell: last, sections: last })
    await signIn('admin', `${installation.origin}/prototype`)
    await page.goto(`${installation.origin}/content-items`)
    await page.locator('tr[data-row]').getByRole('link').first().click()
    await expect(title).not.toHaveValue('')
    const typed = `${await title.inputValue()}, half a sentence`

    const start = await product.pause()
    await title.fill(typed)
    await expect(page.getByRole('status').filter({ hasText: /^Not saved/ })).toBeVisible()
    installation.use({ shell: today, sections: today, before: last })
    await start()
    await expect(title).toHaveValue(typed)
    await title.press('End')
    await page.keyboard.type('!')
    await expect(page.getByRole('status').filter({ hasText: /^Saved / })).toBeVisible()

    // A part that was not fetched before.
    await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    // A section that was not opened before is of the new release, which does not fit the old shell.
    await page.getByRole('link', { name: 'Taxonomy', exact: true }).click()
    await panel(page).getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Taxonomies' })).toBeVisible()
    await page.goBack()
    await expect(title).toHaveValue(`${typed}!`)
  } finally {
    await installation.stop()
  }
})

test('a section on another origin runs only the bytes that the operator has named', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin', `${product.origin}/prototype`)
  const heading = page.getByRole('heading', { level: 1, name: 'Media items' })
  const open = () => page.goto(`${product.origin}/media-items`)
  await open()
  await expect(heading).toBeVisible()
  const evil = ';globalThis.hasRun = true;'
  for (const file of ['remoteEntry.js', 'assets/', 'mf-manifest.json']) {
    elsewhere.change(file, file.endsWith('.json') ? ' ' : evil)
    await open()
    await expect(panel(page)).toContainText('is not the one that was deployed')
    expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
  }
  // It comes back without a hand.
  elsewhere.change(undefined)
  await expect(heading).toBeVisible()

  elsewhere.letRead(false)
  await open()
  await expect(panel(page)).toContainText('does not let this product read its files')
  elsewhere.letRead(true)
  await expect(heading).toBeVisible()
})
