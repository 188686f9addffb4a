import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from '@rstest/core'
import { readBuild } from '../../server/src/platform/releases/index.ts'
import { isWholeRun } from '../../server/testing/budget.ts'
import { root } from '../workspace.ts'
import { buildApps, buildForDeploy } from './build-apps.ts'

const served = join(root, 'remote-taxonomy', 'dist')

/** Each file that servers serve, with its hash and when it was written. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => {
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
        return [relative(folder, path), `${hash} ${statSync(path).mtimeMs}`]
      }),
  )

describe('a build for a deploy', () => {
  it('is refused for a section that is not there', async () => {
    await expect(buildForDeploy('remote-nothing', () => {})).rejects.toThrow('There is no remote-nothing to build here')
  })

  // It bundles a section, once it is changed.
  it.runIf(isWholeRun)(
    'lies in a folder of its own, and is the release that the server has where nothing has changed',
    async () => {
      await buildApps(() => {})
      const before = filesIn(served)
      const folder = await buildForDeploy('remote-taxonomy', () => {})
      expect(relative(served, folder)).toMatch(/^\.\./)
      expect(filesIn(served)).toEqual(before)
      expect(existsSync(join(folder, 'mf-manifest.json'))).toBe(true)
      expect((await readBuild(folder)).release).toBe((await readBuild(served)).release)
    },
  )
})
