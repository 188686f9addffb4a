import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { ReleaseOrigin } from '@pim/contract'
import { z } from 'zod'

/** The origin of a build in this folder: commit, author, packages of the product. */
export function readOrigin(folder: string, variables: Readonly<Record<string, string | undefined>>): ReleaseOrigin {
  const commit = commitOf(folder) ?? variables.GITHUB_SHA ?? variables.CI_COMMIT_SHA
  const by = variables.GITHUB_ACTOR ?? variables.GITLAB_USER_LOGIN ?? userInfo().username
  const packages = packagesIn(folder)
  return { ...(commit !== undefined && { commit }), by, ...(Object.keys(packages).length > 0 && { packages }) }
}

/** Undefined outside of a repository. Files that are not committed are said: nobody finds them by the commit. */
function commitOf(folder: string): string | undefined {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const commit = git('rev-parse', 'HEAD')
    return git('status', '--porcelain', '.') === '' ? commit : `${commit} and changes`
  } catch {
    return undefined
  }
}

const packageSchema = z.object({ version: z.string() })

function packagesIn(folder: string): Record<string, string> {
  const ofProduct = join(folder, 'node_modules/@pim')
  if (!existsSync(ofProduct)) return {}
  return Object.fromEntries(
    readdirSync(ofProduct)
      .sort()
      .map((name) => {
        const read: unknown = JSON.parse(readFileSync(join(ofProduct, name, 'package.json'), 'utf8'))
        return [`@pim/${name}`, packageSchema.parse(read).version]
      }),
  )
}
