import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from '../checks/chromium.ts'
import { root } from '../workspace.ts'

const chromium = findChromium(console.log)
if (!chromium) {
  console.error('There is no chromium: install one, or name it with PIM_CHROMIUM.')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'e2e/node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    'shots.config.ts',
    ...process.argv.slice(2),
  ],
  { cwd: join(root, 'e2e'), stdio: 'inherit', env: { ...process.env, PIM_CHROMIUM: chromium } },
)
console.log('The pictures are in .shots/')
process.exit(status ?? 1)
