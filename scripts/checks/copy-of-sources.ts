import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../workspace.ts'

/** A copy of the sources in which a file can be changed while nothing here is. */
interface Copy {
  readonly root: string
  remove(): void
}

const leftOut = new Set(['.git', '.tools', '.data', '.cache', 'dist', 'test-results', 'playwright-report'])

export function copyOfSources(from: string = root): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'pim-faults-'))
  // The test database runs as another user of the machine.
  chmodSync(folder, 0o755)
  const installed = join(from, 'node_modules')
  cpSync(from, folder, {
    recursive: true,
    // Links between the packages then lead to those of the copy.
    verbatimSymlinks: true,
    filter: (path) => path !== installed && !leftOut.has(basename(path)),
  })
  symlinkSync(installed, join(folder, 'node_modules'))
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
