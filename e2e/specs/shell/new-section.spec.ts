import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/pim.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'remote-shelf')
const lockFile = join(root, 'pnpm-lock.yaml')

function run(args: string[], cwd = root): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 120_000 })
  expect(status, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
}

test('a section that was just written is checked, built, and found by a running product', async ({ page, signIn }) => {
  test.setTimeout(240_000)
  const lock = readFileSync(lockFile)
  try {
    run([join(root, 'scripts/boot.mjs'), 'new', 'remote', 'shelf'])
    run([join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
    run([join(root, 'node_modules/@rstest/core/bin/rstest.js'), 'run'], folder)
    run([join(folder, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build'], folder)

    await signIn('editor', '/content-items')
    await page.getByRole('link', { name: 'Shelf', exact: true }).click()
    await expect(page).toHaveURL(/\/shelf$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(lockFile, lock)
  }
})
