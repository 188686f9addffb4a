import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { buildNameOf } from './build-name.ts'

/** A section of these files in a folder of its own. */
function nameOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pim-name-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const name = buildNameOf('orders', folder, undefined)
  rmSync(folder, { recursive: true })
  return name
}
const sources = { 'src/remote.tsx': 'one', 'locales/en-US.json': '{}', 'pnpm-lock.yaml': 'lock 1' }

describe('the name of a build', () => {
  it('is the same for the same inputs, and another one for others', () => {
    expect(buildNameOf('media', '', 'a'.repeat(64))).toBe(`section_media_${'a'.repeat(16)}`)
    expect(buildNameOf('media', '', 'b'.repeat(64))).not.toBe(buildNameOf('media', '', 'a'.repeat(64)))
  })

  it('is that of its sources and packages, wherever they lie, where nobody names the inputs', () => {
    const own = nameOf(sources)
    expect(own).toMatch(/^section_orders_[0-9a-f]{16}$/)
    expect(nameOf({ ...sources })).toBe(own)
    expect(nameOf({ ...sources, 'dist/remoteEntry.js': 'x', 'node_modules/a/index.js': 'x', '.git/HEAD': 'x' })).toBe(
      own,
    )
    expect(nameOf({ ...sources, 'README.md': 'x', 'src/remote.test.tsx': 'x', 'e2e/a.spec.ts': 'x' })).toBe(own)
    expect(nameOf({ ...sources, 'src/remote.tsx': 'two' })).not.toBe(own)
    expect(nameOf({ ...sources, 'pnpm-lock.yaml': 'lock 2' })).not.toBe(own)
  })
})
