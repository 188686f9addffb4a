import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutCopy, copyCheckout } from '../../fixtures/checkout-copy.ts'
import { expect, test } from '../../fixtures/pim.ts'

const checkout = join(import.meta.dirname, '../../..')
const lockOf = (folder: string) => readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
const port = Number(process.env.PIM_E2E_PORT) + 1
const origin = `http://localhost:${port}`
const alonePort = port + 1

let copy: CheckoutCopy
test.beforeEach(() => {
  copy = copyCheckout()
})
test.afterEach(() => copy.remove())

// A page that reads the manifest of one build and the entry of the next refuses that one by its hash, and tries again.
test.use({
  expectedComplaints:
    /Built to fail|404|already registered|Federation Runtime|Loading chunk|valid digest|integrity checks failed/,
})

test('a section that was just written is checked, built, found by a running product, and mended in an open page', async ({
  page,
  signIn,
}) => {
  test.setTimeout(600_000)
  const lock = lockOf(checkout)
  // Installs, and finds every app built already.
  copy.run(['scripts/boot.mjs', 'build'])
  copy.start(port, { PIM_DEV_ORIGINS: `http://localhost:${alonePort}` })
  await expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => undefined,
        ),
      { timeout: 120_000 },
    )
    .toBe(200)

  copy.run(['scripts/boot.mjs', 'new', 'remote', 'shelf'])
  // The checks of `npm test`, for the new section.
  copy.run(['node_modules/typescript/bin/tsc', '-p', 'remote-shelf'])
  copy.run(['node_modules/typescript/bin/tsc', '-p', 'e2e'])
  copy.run(['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', 'remote-shelf', 'e2e/specs/shelf'])
  copy.run(['scripts/checks/boundaries.ts'])
  copy.run(['scripts/checks/words.ts'])
  copy.run(['node_modules/knip/bin/knip.js', '--no-progress'])
  copy.run(['../node_modules/@rstest/core/bin/rstest.js', 'run'], 'remote-shelf')
  copy.run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], 'remote-shelf')

  await signIn('editor', `${origin}/content-items`)
  await page.getByRole('link', { name: 'Shelf', exact: true }).click()
  await expect(page).toHaveURL(/\/shelf$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()

  // A release that throws, and the one after it: each is built, and runs in the page in which the other one failed.
  const remote = join(copy.root, 'remote-shelf/src/remote.tsx')
  const working = readFileSync(remote, 'utf8')
  writeFileSync(remote, `${working}\nif (globalThis.document) throw new Error('Built to fail.')\n`)
  copy.run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], 'remote-shelf')
  // The server looks for a new build once a second, so the first page may still have the former one.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: 'Shelf stopped with an error' })).toBeVisible({
      timeout: 10_000,
    })
  }).toPass({ timeout: 60_000 })
  writeFileSync(remote, working)
  copy.run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], 'remote-shelf')
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()

  // Alone, from its sources, in a page that stays open while they change.
  const alone = ['dev', '--section', 'shelf', '--against', origin]
  await copy.startTask(alone, 'shelf, hot', { PIM_DEV_PORT: String(alonePort) })
  // The session of the installation holds in this page, too.
  await page.goto(`http://localhost:${alonePort}/shelf`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Content', exact: true })).toHaveCount(0)
  const loaded = await page.evaluate(() => performance.timeOrigin)
  const screen = join(copy.root, 'remote-shelf/src/screens/shelf/shelf.tsx')
  writeFileSync(screen, readFileSync(screen, 'utf8').replace(/title={t\([^)]*\)}/, 'title="Changed"'))
  await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  // Before its development server ends.
  await page.goto('about:blank')

  expect(lockOf(copy.root)).toContain('remote-shelf')
  expect(lockOf(checkout)).toBe(lock)
  expect(existsSync(join(checkout, 'remote-shelf'))).toBe(false)
})
