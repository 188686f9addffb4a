import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutCopy, copyCheckout } from '../../fixtures/checkout-copy.ts'
import { expect, test } from '../../fixtures/pim.ts'

const checkout = join(import.meta.dirname, '../../..')
const lockOf = (folder: string) => readFileSync(join(folder, 'pnpm-lock.yaml'), 'utf8')
const port = Number(process.env.PIM_E2E_PORT) + 1
const origin = `http://localhost:${port}`

let copy: CheckoutCopy
test.beforeEach(() => {
  copy = copyCheckout()
})
test.afterEach(() => copy.remove())

test.use({ expectedComplaints: /Built to fail|404|already registered|Federation Runtime|Loading chunk/ })

test('a section that was just written is checked, built, found by a running product, and mended in an open page', async ({
  page,
  signIn,
}) => {
  test.setTimeout(600_000)
  const lock = lockOf(checkout)
  // Installs, and finds every app built already.
  copy.run(['scripts/boot.mjs', 'build'])
  copy.start(port)
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
  copy.run(['node_modules/typescript/bin/tsc', '-p', 'remote-shelf'])
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
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Shelf stopped with an error' })).toBeVisible()
  writeFileSync(remote, working)
  copy.run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build'], 'remote-shelf')
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()

  expect(lockOf(copy.root)).toContain('remote-shelf')
  expect(lockOf(checkout)).toBe(lock)
  expect(existsSync(join(checkout, 'remote-shelf'))).toBe(false)
})
