import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumOptions } from '../../fixtures/chromium.ts'
import { expect, test } from '../../fixtures/pim.ts'
import { startProduct } from '../../fixtures/product.ts'

const checkout = join(import.meta.dirname, '../../..')
const [, pnpm = ''] = /pnpmVersion = '([^']+)'/.exec(readFileSync(join(checkout, 'scripts/boot.mjs'), 'utf8')) ?? []

let parent: string
test.beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'pim-repository-'))
})
test.afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('a section in a repository of its own passes its checks, and runs in an installation: built, from its sources and deployed', async ({
  origin,
  page,
  signIn,
}) => {
  test.setTimeout(300_000)
  const folder = join(parent, 'shelf')
  const env = environment({ PIM_URL: origin, PIM_CHROMIUM: chromiumOptions.executablePath })
  const run = (command: string, args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}) => {
    const all = { ...env, ...more }
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env: all, encoding: 'utf8', timeout: 200_000 })
    expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
    return stdout
  }
  run(process.execPath, ['scripts/boot.mjs', 'new', 'section-repository', folder], checkout)
  run('npx', ['--yes', `pnpm@${pnpm}`, 'install', '--prefer-offline', '--no-frozen-lockfile'], folder)
  // With its own browser test of this build.
  expect(run('npm', ['test'], folder)).toContain('1 passed')

  const alone = Number(process.env.PIM_E2E_DEV_PORT)
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...env, PIM_DEV_PORT: String(alone) },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm passes no signal on.
    detached: true,
  })
  // The development server takes the next port of its own, too, or the one after it.
  const other = startProduct(alone + 3, {})
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('this section') && resolve())
      child.once('exit', () => reject(new Error('the development server ended')))
    })
    await signIn('editor', `http://localhost:${alone}/shelf`)
    await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible()
    const screen = join(folder, 'src/screens/shelf/shelf.tsx')
    writeFileSync(screen, readFileSync(screen, 'utf8').replace(/title={t\([^)]*\)}/, 'title="Changed"'))
    await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
    // Before its development server ends.
    await page.goto('about:blank')
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM')
      await once(child, 'exit')
    }
  }

  const product = await other
  try {
    // As its README says, beside an installation whose release store is in its data folder.
    run('npm', ['run', 'deploy'], folder, { PIM_PRODUCT: checkout, PIM_DATA_DIR: product.dataFolder })
    await expect
      .poll(async () => (await fetch(`${product.origin}/api/client-configuration`)).text(), { timeout: 10_000 })
      .toMatch(/"shelf":.*"release":"[0-9a-f]{64}"/)
    await signIn('editor', `${product.origin}/shelf`)
    await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
    await page.goto('about:blank')
  } finally {
    await product.stop()
  }
})

/** Without what this run of Playwright has told its own processes. */
function environment(more: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:PLAYWRIGHT|PW|TEST_|npm_|NODE_OPTIONS)/.test(name))
  return { ...Object.fromEntries(own), ...more, CI: 'true' }
}
