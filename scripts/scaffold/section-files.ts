import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'

const templates = join(import.meta.dirname, 'templates')

/** Texts of files by path. */
export type Files = Readonly<Record<string, string>>

interface Manifest {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The files of a section of this workspace, below its folder. */
export const sectionFiles = (name: string, position: number): Files => ({
  ...filled('section', name, { '"position": 99': `"position": ${position}` }),
  'tsconfig.json': `{ "extends": "../tsconfig.web.json", "include": ["src"] }\n`,
})

/** The browser test of a section of this workspace, below `e2e`. */
export const specFiles = (name: string): Files =>
  Object.fromEntries(
    Object.entries(filled('spec', name, { __fixtures__: '../../fixtures/pim.ts' })).map(([path, text]) => [
      `specs/${name}/${path}`,
      text,
    ]),
  )

export interface RepositoryOptions {
  readonly name: string
  readonly pnpmVersion: string
  /** Where the packages of the product are, by name, from the folder of the repository. */
  readonly packages: ReadonlyMap<string, string>
}

/** The files of a section in a repository of its own: the same section, with what the workspace has for all of its sections. */
export function repositoryFiles({ name, pnpmVersion, packages }: RepositoryOptions): Files {
  const {
    gitignore = '',
    'github/workflows/section.yml': workflow = '',
    ...own
  } = filled('repository', name, { __pnpm__: pnpmVersion })
  const spec = filled('spec', name, { __fixtures__: './installation.ts' })
  const section = filled('section', name)
  return {
    ...section,
    ...own,
    ...Object.fromEntries(Object.entries(spec).map(([path, text]) => [`e2e/${path}`, text])),
    '.gitignore': gitignore,
    '.github/workflows/section.yml': workflow,
    'package.json': repositoryManifest(own['package.json'] ?? '', section['package.json'] ?? '', packages),
    'pnpm-workspace.yaml': pnpmSettings(packages),
  }
}

/** What only the workspace itself has for all sections. */
const tools = ['@biomejs/biome', '@playwright/test', '@types/node', 'knip', 'typescript']

function repositoryManifest(own: string, ofSection: string, packages: ReadonlyMap<string, string>): string {
  const catalog = catalogVersions()
  const versioned = (dependencies: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.keys(dependencies)
        .sort()
        .map((dependency) => {
          const tarball = packages.get(dependency)
          return [dependency, tarball === undefined ? versionIn(catalog, dependency) : `file:${tarball}`]
        }),
    )
  const { dependencies, devDependencies } = JSON.parse(ofSection) as Manifest
  const manifest = {
    ...(JSON.parse(own) as Manifest),
    dependencies: versioned(dependencies),
    devDependencies: versioned({ ...devDependencies, ...Object.fromEntries(tools.map((tool) => [tool, ''])) }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** The packages name one another by version; no registry has them. No dependency runs code at install time. */
const pnpmSettings = (packages: ReadonlyMap<string, string>): string =>
  [
    'overrides:',
    ...[...packages].map(([name, tarball]) => `  "${name}": "file:${tarball}"`),
    'strictPeerDependencies: false',
    'strictDepBuilds: false',
    'verifyDepsBeforeRun: false',
    '',
  ].join('\n')

function versionIn(catalog: ReadonlyMap<string, string>, name: string): string {
  const version = catalog.get(name)
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no ${name}.`)
  return version
}

function catalogVersions(): Map<string, string> {
  const [, catalog = ''] = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').split(/^catalog:$/m)
  const lines = catalog.slice(0, catalog.search(/^\w/m)).matchAll(/^ {2}"?([^":\s]+)"?: (\S+)$/gm)
  return new Map([...lines].map(([, name = '', version = '']) => [name, version]))
}

/** The files of a template with the name put into paths and texts. */
function filled(template: string, name: string, more: Readonly<Record<string, string>> = {}): Files {
  const words: Readonly<Record<string, string>> = {
    __name__: name,
    __Name__: name.slice(0, 1).toUpperCase() + name.slice(1),
    ...more,
  }
  const fill = (text: string) => Object.entries(words).reduce((all, [word, value]) => all.replaceAll(word, value), text)
  const folder = join(templates, template)
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    // A `.txt` at the end keeps a tool of this workspace from taking the template for its settings.
    paths.map((path) => [fill(path.slice(folder.length + 1).replace(/\.txt$/, '')), fill(readFileSync(path, 'utf8'))]),
  )
}
