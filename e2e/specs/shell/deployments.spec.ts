import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { type SectionOrigin, serveSection } from '../../fixtures/section-origin.ts'

const checkout = join(import.meta.dirname, '../../..')

let product: Product
let elsewhere: SectionOrigin
const folder = mkdtempSync(join(tmpdir(), 'pim-releases-'))

test.describe.configure({ mode: 'serial' })
test.use({ expectedComplaints: /./ })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  elsewhere = await serveSection(join(checkout, 'remote-media/dist'))
  product = await startProduct(Number(process.env.PIM_E2E_PORT) + 5, { PIM_REMOTES: `media=${elsewhere.pinned}` })
})
test.afterAll(async () => {
  await product?.stop()
  await elsewhere?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The command as an operator types it, beside the server that runs. */
function deploy(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/boot.mjs', 'deploy', ...args], {
      cwd: checkout,
      env: { ...process.env, PIM_DATA_DIR: product.dataFolder },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.once('close', (code) => resolve({ code, output }))
  })
}

async function deployed(...args: string[]): Promise<string> {
  const { code, output } = await deploy('content', ...args)
  expect(code, output).toBe(0)
  return /content ([0-9a-f]{64})/.exec(output)?.[1] ?? ''
}

/** A release of the content section: as it is built, with another text and another description. */
function release(name: string, description: Record<string, unknown> = {}): string {
  const to = join(folder, name)
  cpSync(join(checkout, 'remote-content/dist'), to, { recursive: true })
  const change = (file: string, more: object) => {
    const text = JSON.stringify({ ...JSON.parse(readFileSync(join(to, file), 'utf8')), ...more })
    writeFileSync(join(to, file), text)
    return `sha256-${createHash('sha256').update(text).digest('base64')}`
  }
  const { integrity } = JSON.parse(readFileSync(join(to, 'mf-manifest.json'), 'utf8'))
  integrity['strings.json'] = change('strings.json', { 'de-DE': { 'content.section.title': name } })
  integrity['remote.json'] = change('remote.json', description)
  change('mf-manifest.json', { integrity })
  return to
}

/** Loads the page anew, and gives the release of the content section that runs in it; '' for the build of the server. */
async function loaded(page: Page, tenant = 'acme'): Promise<string> {
  await page.evaluate((id) => {
    // A tab keeps its own tenant.
    sessionStorage.clear()
    localStorage.setItem('tenantId', id)
  }, tenant)
  await page.goto(`${product.origin}/content-items`)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  // The release of all is fetched, too, before the tenant is known; a script is what ran.
  const entry = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType }) => initiatorType === 'script')
      .map(({ name }) => name)
      .find((name) => /\/remotes\/content\/.*remoteEntry\.js/.test(name)),
  )
  return /content\/([0-9a-f]{64})\//.exec(entry ?? '')?.[1] ?? ''
}

const signInAs = async (page: Page, user: string) => {
  await page.goto(`${product.origin}/prototype`)
  await page.locator('input[name="username"]').fill(user)
  await page.locator('input[name="password"]').fill(user)
  await page.locator('input[name="password"]').press('Enter')
  await expect(page.getByRole('banner')).toBeVisible()
}

const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'is not available' })

test('the deploy command gives an open installation a release: to all, to some, pinned, and back', async ({ page }) => {
  test.setTimeout(240_000)
  const admin = await apiAs(product.origin, 'admin')
  const found = async () => (await admin.search.searchUserContent({ body: {} })).items.length
  // The demo is loaded once the server has started.
  await expect.poll(found, { timeout: 120_000 }).toBeGreaterThan(0)
  await signInAs(page, 'admin')
  expect(await loaded(page)).toBe('')

  const one = await deployed('--from', release('One'))
  // The page goes on with what it has, also where a part was not fetched yet.
  await page.locator('tr[data-row]').getByRole('link').first().click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()
  // Servers read again after a second which release is live.
  await expect.poll(() => loaded(page)).toBe(one)

  const two = await deployed('--from', release('Two'), '--canary-tenants', 'nordic')
  await expect.poll(() => loaded(page, 'nordic')).toBe(two)
  expect(await loaded(page, 'acme')).toBe(one)
  await deployed('--promote')
  await expect.poll(() => loaded(page, 'acme')).toBe(two)
  await deployed('--pin', one, '--tenant', 'acme')
  await expect.poll(() => loaded(page, 'acme')).toBe(one)
  expect(await loaded(page, 'nordic')).toBe(two)
  await deployed('--unpin', '--tenant', 'acme')
  await deployed('--rollback')
  await expect.poll(() => loaded(page, 'nordic')).toBe(one)
  expect(await loaded(page, 'acme')).toBe(one)

  for (const [range, whose] of [
    ['shellContract', 'shell'],
    ['apiContract', 'API'],
  ] as const) {
    const { code, output } = await deploy('content', '--from', release(`Needs ${whose}`, { [range]: '^99.0.0' }))
    expect(code).toBe(1)
    expect(output).toContain(`It needs ^99.0.0 of the ${whose}'s contract`)
  }
  expect(await loaded(page)).toBe(one)

  // Two at once: the one that is live is the last one of the history.
  const [three, four] = await Promise.all([deployed('--from', release('Three')), deployed('--from', release('Four'))])
  const { items } = await sectionsNow()
  expect([three, four]).toContain(items?.live?.release)
  expect(items?.changes[0]?.release).toBe(items?.live?.release)
  await expect.poll(() => loaded(page)).toBe(items?.live?.release)
})

async function sectionsNow() {
  const admin = await apiAs(product.origin, 'admin')
  const all = await admin.sections.getSections()
  return { items: all.find(({ section }) => section === 'content') }
}

test('a section on another origin runs only the bytes that the operator has named', async ({ page }) => {
  await signInAs(page, 'admin')
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
