import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The root folder of the repository. */
export const root = dirname(import.meta.dirname)

/** The folders of the apps that a browser loads: the shell and all sections. */
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
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}`)
  return [...sharedPackages(), ...apps(), 'server', 'e2e', 'scripts', ...examples]
}
