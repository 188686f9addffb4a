import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the whole product. */
export const root = dirname(import.meta.dirname)

/** Everything that a browser loads: the shell, and each section that stands beside it. */
export function apps(): string[] {
  const sections = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('remote-'))
    .map((entry) => entry.name)
    .sort()
  return ['host', ...sections]
}

export function sharedPackages(): string[] {
  return readdirSync(join(root, 'shared')).map((name) => `shared/${name}`)
}

/** Every package of the workspace by its folder. */
export function packages(): string[] {
  return [...sharedPackages(), ...apps(), 'server', 'e2e', 'scripts']
}
