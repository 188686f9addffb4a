import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/pim.ts'

const checkout = join(import.meta.dirname, '../../..')

test('a section that runs against an installation that does not let it sign in is told what to change there', ({
  origin: installation,
}) => {
  const args = ['scripts/boot.mjs', 'dev', '--section', 'media', '--against', installation]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8', timeout: 60_000 })
  expect(stderr).toMatch(
    /does not let a page of http:\/\/localhost:\d+ sign in: start the installation with PIM_DEV_ORIGINS=/,
  )
  expect(status).toBe(2)
})
