import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutCopy, copyCheckout } from '../../fixtures/checkout-copy.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { newSectionRepository } from '../../fixtures/section-repository.ts'

const checkout = join(import.meta.dirname, '../../..')
const lockOf = (folder: string) => readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
const port = Number(process.env.PIM_E2E_PORT) + 1
const alonePort = port + 1

let copy: CheckoutCopy
/** Runs the sources of the copy. */
let product: Product
test.beforeAll(async () => {
  test.setTimeout(300_000)
  copy = copyCheckout()
  // Installs, and finds every app built already.
  copy.run(['scripts/boot.mjs', 'build'])
  const settings = { PIM_DEV_ORIGINS: `http://localhost:${alonePort}` }
  product = await startProduct(port, settings, { root: copy.root, isFilled: true })
})
test.afterAll(async () => {
  await product?.stop()
  await copy?.remove()
})

test.describe('a section in this repository', () => {
  // A page that reads the manifest of one build and the entry of the next refuses that one by its hash, and tries again.
  test.use({
    expectedComplaints:
      /Built to fail|SectionFailure: shelf threw|404|already registered|Federation Runtime|Loading chunk|valid digest|integrity checks failed/,
  })

  const build = () => copy.run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], 'remote-shelf')

  test('a section that was just written is built, found by a running product, and mended in an open page', {
    tag: '@whole',
  }, async ({ page, signIn }) => {
    test.setTimeout(600_000)
    const lock = lockOf(checkout)
    copy.run(['scripts/boot.mjs', 'new', 'remote', 'shelf'])
    build()
    await signIn('editor', `${product.origin}/content-items`)
    await page.getByRole('link', { name: 'Shelf', exact: true }).click()
    await expect(page).toHaveURL(/\/shelf$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()

    // A release that throws, and the one after it: each is built, and runs in the page in which the other one failed.
    const remote = join(copy.root, 'remote-shelf/src/remote.tsx')
    const working = readFileSync(remote, 'utf8')
    writeFileSync(remote, `${working}\nif (globalThis.document) throw new Error('Built to fail.')\n`)
    build()
    // The server looks for a new build once a second, so the first page may still have the former one.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('alert').filter({ hasText: 'Shelf stopped with an error' })).toBeVisible({
        timeout: 10_000,
      })
    }).toPass({ timeout: 60_000 })
    writeFileSync(remote, working)
    build()
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()

    // Alone, from its sources, in a page that stays open while they change.
    const alone = ['dev', '--section', 'shelf', '--against', product.origin]
    await copy.startTask(alone, 'shelf, hot', { PIM_DEV_PORT: String(alonePort) })
    // The session of the installation holds in this page, too.
    await page.goto(`http://localhost:${alonePort}/shelf`)
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Content', exact: true })).toHaveCount(0)
    const loaded = await page.evaluate(() => performance.timeOrigin)
    const screen = join(copy.root, 'remote-shelf/src/screens/shelf/shelf.tsx')
    const text = readFileSync(screen, 'utf8')
    writeFileSync(screen, text.replace(/title={t\([^)]*\)}/, 'title="Changed"'))
    await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
    writeFileSync(screen, text)
    // Before its development server ends.
    await page.goto('about:blank')

    expect(lockOf(copy.root)).toContain('remote-shelf')
    expect(lockOf(checkout)).toBe(lock)
    expect(existsSync(join(checkout, 'remote-shelf'))).toBe(false)
  })

  test('a section that was just written passes the checks', { tag: '@whole' }, () => {
    test.setTimeout(300_000)
    if (!existsSync(join(copy.root, 'remote-shelf'))) copy.run(['scripts/boot.mjs', 'new', 'remote', 'shelf'])
    copy.run(['node_modules/typescript/bin/tsc', '-p', 'remote-shelf'])
    copy.run(['node_modules/typescript/bin/tsc', '-p', 'e2e'])
    copy.run([
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      'remote-shelf',
      'e2e/specs/shelf',
    ])
    copy.run(['scripts/checks/boundaries.ts'])
    copy.run(['scripts/checks/words.ts'])
    copy.run(['node_modules/knip/bin/knip.js', '--no-progress'])
    copy.run(['../node_modules/@rstest/core/bin/rstest.js', 'run'], 'remote-shelf')
  })
})

test('a section in a repository of its own passes its checks, and runs in an installation, built and from its sources', {
  tag: '@whole',
}, async ({ origin, page, signIn }) => {
  test.setTimeout(300_000)
  const repository = newSectionRepository('shelf', origin)
  try {
    // With its own browser test of this build.
    expect(repository.run('npm', ['test'])).toContain('1 passed')

    const alone = process.env.PIM_E2E_DEV_PORT ?? ''
    const end = await repository.start('npm', ['run', 'dev'], 'this section', { PIM_DEV_PORT: alone })
    try {
      await signIn('editor', `http://localhost:${alone}/shelf`)
      await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()
      const screen = join(repository.folder, 'src/screens/shelf/shelf.tsx')
      writeFileSync(screen, readFileSync(screen, 'utf8').replace(/title={t\([^)]*\)}/, 'title="Changed"'))
      await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
      // Before its development server ends.
      await page.goto('about:blank')
    } finally {
      await end()
    }
  } finally {
    repository.remove()
  }
})

test('a section that runs against an installation that does not let it sign in is told what to change there', {
  tag: '@whole',
}, ({ origin: installation }) => {
  const args = ['scripts/boot.mjs', 'dev', '--section', 'media', '--against', installation]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toMatch(
    /does not let a page of http:\/\/localhost:\d+ sign in: start the installation with PIM_DEV_ORIGINS=/,
  )
  expect(status).toBe(2)
})
