import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@rstest/core'

const program = fileURLToPath(new URL('./files-of-a-save.ts', import.meta.url))

describe('one usual save', () => {
  // Two of them are what makes titles and codes come first in a search: letters by language, and heads. Two are the state
  // of translation, which is kept with each save. One is what stems are kept in, so that the database stems no word twice.
  it('passes 55 source files at most', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    const files: string[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(files).toContain('server/src/modules/content/store/persist.ts')
    expect(files.length).toBeLessThanOrEqual(55)
  }, 60_000)
})
