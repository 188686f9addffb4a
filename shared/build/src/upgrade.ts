import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** `pim-contract-1.35.0.tgz` is version 1.35.0 of `@pim/contract`. */
const tarball = /^pim-(.+)-(\d+\.\d+\.\d+[\w.-]*)\.tgz$/

/** Why nothing was changed. */
export class CannotUpgrade extends Error {
  override readonly name = 'CannotUpgrade'
}

export interface Upgraded {
  readonly name: string
  readonly from: string | undefined
  readonly to: string
}

/**
 * Puts the packages of another release of the product into `packages/` of a repository, and their files into its settings. Nothing
 * is changed where one that the repository builds on is missing.
 */
export function upgradePackages(folder: string, from: string): Upgraded[] {
  const source = resolve(folder, from)
  const own = join(folder, 'packages')
  const read = (place: string) =>
    new Map(
      (existsSync(place) ? readdirSync(place) : []).flatMap((file) => {
        const [, name, version] = tarball.exec(file) ?? []
        return name === undefined || version === undefined ? [] : [[name, { file, version }] as const]
      }),
    )
  const [next, before] = [read(source), read(own)]
  if (next.size === 0) throw new CannotUpgrade(`${source} holds no packages of the product (pim-contract-….tgz)`)
  const missing = [...before.keys()].filter((name) => !next.has(name))
  if (missing.length > 0) throw new CannotUpgrade(`${source} lacks ${missing.map((name) => `@pim/${name}`).join(', ')}`)
  if (resolve(own) === source)
    throw new CannotUpgrade('--from names the packages of another release, not those that are here')
  for (const [name, { file }] of next) {
    copyFileSync(join(source, file), join(own, file))
    const old = before.get(name)?.file
    if (old === undefined || old === file) continue
    for (const settings of ['package.json', 'pnpm-workspace.yaml'].map((each) => join(folder, each))) {
      const text = readFileSync(settings, 'utf8')
      writeFileSync(settings, text.replaceAll(`packages/${basename(old)}`, `packages/${file}`))
    }
    rmSync(join(own, old))
  }
  return [...next].map(([name, { version }]) => ({
    name: `@pim/${name}`,
    from: before.get(name)?.version,
    to: version,
  }))
}
