import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Remote, remoteSchema } from '@pim/contract'

/** A section that was built: its static half, and the folder it is served from. */
export interface Section {
  readonly name: string
  readonly folder: string
  readonly remote: Remote
}

export const remotePrefix = (name: string): string => `/remotes/${name}/`

/** Whatever folder beside the host calls itself a section is one: adding a section changes nothing here. */
export function findSections(root: string): Section[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('remote-'))
    .map((entry) => join(root, entry.name, 'dist'))
    .filter((folder) => existsSync(join(folder, 'remote.json')))
    .sort()
    .map(readSection)
}

function readSection(folder: string): Section {
  const file = join(folder, 'remote.json')
  const { name, $schema: _schema, ...known } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`${file} names no section`)
  return {
    name,
    folder,
    remote: remoteSchema.parse({ ...known, manifestUrl: `${remotePrefix(name)}mf-manifest.json` }),
  }
}

/** The sections as the browser is told of them; the server's settings may name another manifest, or one more section. */
export function remotesOf(
  sections: readonly Section[],
  overrides: Readonly<Record<string, string>>,
): Record<string, Remote> {
  const remotes: Record<string, Remote> = {}
  for (const { name, remote } of sections) remotes[name] = remote
  for (const [name, manifestUrl] of Object.entries(overrides)) remotes[name] = { ...remotes[name], manifestUrl }
  return remotes
}
