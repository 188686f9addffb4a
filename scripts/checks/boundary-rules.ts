import { posix } from 'node:path'
import { noFieldTypeNames } from './field-type-names.ts'
import { matches, type Rule, tablesIn } from './rule.ts'
import { acyclicFiles, repositorySpelling, tableOwners, transactionsOpenedAbove } from './server-rules.ts'
import type { Import, SourceFile } from './source-files.ts'
import { noWallTime } from './wall-time.ts'

/** The package that a file belongs to: `shared/ui`, `host`, `remote-content`, `examples/orders`, `server`. */
export function packageOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'shared' || first === 'examples' ? `${first}/${second}` : first
}

const shared = ['contract', 'field-types', 'api-client', 'shell', 'content-kit', 'ui'] as const
const build = 'build'

/**
 * The packages of this repository that each package may import. The bundler presets are for configuration files only.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/contract': [],
  'shared/field-types': ['contract', 'ui'],
  'shared/api-client': ['contract', 'shell', 'ui'],
  'shared/shell': ['contract', 'api-client', 'ui'],
  'shared/ui': ['contract', 'api-client', 'shell'],
  // Not lent by the shell: each section brings its own, so nothing that is lent may stand on it.
  'shared/content-kit': ['contract', 'api-client', 'shell', 'ui', 'field-types'],
  'shared/build': ['contract'],
  host: shared,
  server: ['contract', 'field-types'],
  e2e: ['contract', 'api-client'],
  scripts: ['contract', 'field-types'],
}
const ofRemote = shared

function allowedFor(path: string): readonly string[] {
  const from = packageOf(path)
  const allowed = /^(?:remote-|examples\/)/.test(from) ? ofRemote : (mayImport[from] ?? [])
  return /^(?:rsbuild|rstest)\.config\.ts$/.test(posix.basename(path)) ? [...allowed, build] : allowed
}

/** These start, check or configure the others, so they may import their files directly. */
const outside = new Set(['scripts', 'deploy'])

const scoped = /^@pim\/([\w-]+)(?:\/(.+))?$/

/** A rule on single imports: `wrong` returns the text of the violation, or undefined. */
function importRule(
  name: string,
  wrong: (file: SourceFile, imported: Import, all: ReadonlyMap<string, SourceFile>) => string | undefined,
): Rule {
  return {
    name,
    check: (file, all) =>
      file.imports.flatMap((imported) => {
        const what = wrong(file, imported, all)
        return what === undefined ? [] : [{ rule: name, path: file.path, line: imported.line, what }]
      }),
  }
}

const packages = importRule('packages import only those below them', ({ path }, { specifier }) => {
  const name = scoped.exec(specifier)?.[1]
  if (name === undefined || packageOf(path) === `shared/${name}` || allowedFor(path).includes(name)) return undefined
  return `${packageOf(path)} may not import ${specifier}`
})

const byPackageName = importRule('packages are entered by their name', ({ path }, { file, specifier }) => {
  if (file === undefined || packageOf(file) === packageOf(path)) return undefined
  if (outside.has(packageOf(path))) return undefined
  return `${specifier} leads out of ${packageOf(path)}`
})

const leaf = importRule('the contract is zod and nothing else', ({ path, isTest }, { specifier }) => {
  if (!path.startsWith('shared/contract/src/') || isTest || specifier.startsWith('.') || specifier === 'zod')
    return undefined
  return `the contract may not import ${specifier}`
})

const modelHalfOnly = importRule('the server knows the model half of field types', ({ path }, { specifier }) => {
  if (packageOf(path) !== 'server' || !specifier.startsWith('@pim/field-types/react')) return undefined
  return `the server may not import ${specifier}`
})

/** Libraries that need neither a browser nor Node, so that server and browser compute the same. */
const runAnywhere = /^(?:zod|htmlparser2|@noble\/hashes\/[\w.]+|@pim\/contract(?:\/.+)?)$/

/** All files that the model half imports, directly or not, run in the server, so they may not import React. */
const modelHalf: Rule = {
  name: 'the model half of field types is the contract and what runs anywhere',
  check(file, all) {
    if (file.path !== 'shared/field-types/src/index.ts') return []
    return [...reachable(file, all)].flatMap((reached) =>
      reached.imports
        .filter(({ specifier }) => !specifier.startsWith('.') && !runAnywhere.test(specifier))
        .map(({ specifier, line }) => ({
          rule: modelHalf.name,
          path: reached.path,
          line,
          what: `the model half may not import ${specifier}`,
        })),
    )
  },
}

function reachable(start: SourceFile, all: ReadonlyMap<string, SourceFile>): Set<SourceFile> {
  const seen = new Set([start])
  for (const file of seen) {
    for (const { file: path } of file.imports) {
      const next = path === undefined ? undefined : all.get(path)
      if (next !== undefined) seen.add(next)
    }
  }
  return seen
}

interface SiblingFolders {
  readonly name: string
  /** Its first group is the folder's name in a path. */
  readonly folder: RegExp
  isIncluded?(folder: string, all: ReadonlyMap<string, SourceFile>): boolean
  /** Whether a file of another folder may import this path within a folder. */
  mayImport?(inside: string, file: SourceFile): boolean
}

/** A rule on folders of one kind, such as screens: they may not import each other's files. */
function siblingFolders({ name, folder, isIncluded = () => true, mayImport = () => false }: SiblingFolders): Rule {
  return importRule(name, (file, { file: target = '', specifier }, all) => {
    const [own, other] = [folder.exec(file.path)?.[1], folder.exec(target)?.[1]]
    if (own === undefined || other === undefined || own === other) return undefined
    if (!isIncluded(own, all) || !isIncluded(other, all)) return undefined
    if (mayImport(target.slice(target.indexOf(`/${other}/`) + other.length + 2), file)) return undefined
    return `${own} may not import ${specifier} of ${other}`
  })
}

const screens = siblingFolders({
  name: 'screens do not import screens',
  folder: /^(?:host|remote-[\w-]+|examples\/[\w-]+)\/src\/screens\/([\w-]+)\//,
})
const fieldTypes = siblingFolders({
  name: 'field types do not import field types',
  folder: /^shared\/field-types\/src\/([\w-]+)\//,
  // Folders without a model are shared by all field types.
  isIncluded: (name, all) => all.has(`shared/field-types/src/${name}/model.ts`),
})
const modules = siblingFolders({
  name: 'server modules enter each other by index.ts',
  folder: /^server\/src\/modules\/([\w-]+)\//,
  mayImport: (inside, { isTest }) => inside === 'index.ts' || (isTest && inside === 'testing.ts'),
})

const platform = importRule('platform and http do not know the modules', ({ path, isTest }, { file, specifier }) => {
  if (isTest || !/^server\/src\/(?:platform|http)\//.test(path) || !file?.startsWith('server/src/modules/'))
    return undefined
  // Row types are written in their modules and joined in `schema.ts`, which types the queries.
  if (path === 'server/src/platform/database/schema.ts' && file.endsWith('/tables.ts')) return undefined
  return `${specifier} is a module's`
})

const sqlToken = /\bsql(?:<[^`]*?>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/

const sqlPlaces: Rule = {
  name: 'SQL stands in repositories and the platform',
  check({ path, text, isTest }) {
    if (!path.startsWith('server/src/') || path.startsWith('server/src/platform/') || isTest) return []
    // Statements of the files of lists, of which each holds one tenant alone.
    if (path.endsWith('repository.ts') || path.startsWith('server/src/modules/reader/file/')) return []
    return matches(text, sqlToken).map((line) => ({ rule: sqlPlaces.name, path, line, what: 'contains SQL' }))
  },
}

/** Parameters that carry the tenant: its id, or the allowance of an API key, which contains it. */
const tenantParameters = new Set(['tenantId', 'allowance'])
/** A first parameter called `system` marks functions that read across tenants. */
const exported =
  /^export (?:async function|function|const) (\w+)(?:<[^(]*>)?(?: = (?:async )?)?\(\s*(\w+): Transaction(?:,\s*(\w+))?/
const tenantFirst: Rule = {
  name: 'every repository function takes the tenant first',
  check({ path, text }, all) {
    if (!/^server\/src\/modules\/.*repository\.ts$/.test(path)) return []
    const namesTable = new RegExp(
      `\\b(?:from|join|into|update)\\s+(?:${tablesIn(all).join('|')})\\b|\\.(?:selectFrom|insertInto|updateTable|deleteFrom)\\(`,
    )
    let line = 1
    return text.split(/^(?=(?:export|const|function|async|interface|type) )/m).flatMap((part) => {
      const start = line
      line += part.split('\n').length - 1
      const [, name, first, second] = exported.exec(part) ?? []
      if (name === undefined || first === 'system' || tenantParameters.has(second ?? '') || !namesTable.test(part))
        return []
      return [
        { rule: tenantFirst.name, path, line: start, what: `${name} does not take tenantId after its transaction` },
      ]
    })
  },
}

const doubleCast: Rule = {
  name: 'no value is declared to be another type by way of unknown',
  check({ path, text, isTest }) {
    if (isTest || path.startsWith('scripts/checks/')) return []
    return matches(text, /\bas unknown as\b/).map((line) => ({
      rule: doubleCast.name,
      path,
      line,
      what: 'as unknown as',
    }))
  },
}

/** The client of `useApi` makes stale what its calls change; whoever does so by hand does it twice, or for too much. */
const noInvalidation: Rule = {
  name: 'queries are made stale by the calls that change them',
  check({ path, text, isTest }) {
    if (isTest || !/^(?:remote-[^/]+|examples\/[^/]+|shared\/(?!api-client\/)[^/]+)\/src\//.test(path)) return []
    return matches(text, /\binvalidate(?:Queries|Topics)\b/).map((line) => ({
      rule: noInvalidation.name,
      path,
      line,
      what: 'makes queries stale by hand',
    }))
  },
}

/**
 * Finds a value tested with `instanceof Promise` and then dropped: a rejection that nobody handles ends the process.
 * The linter's own rule sees only promises that are a whole statement.
 */
const ownedPromises: Rule = {
  name: 'a value that turns out to be a promise is awaited, chained or returned',
  check({ path, text, isTest }) {
    if (isTest) return []
    return [...text.matchAll(/\b(\w+) instanceof Promise\b/g)].flatMap(({ 1: name = '', index }) => {
      const rest = text.slice(index, index + 400)
      if (new RegExp(`\\b${name}\\s*\\.(?:then|catch)\\(|\\b(?:await|return|yield) ${name}\\b`).test(rest)) return []
      const line = text.slice(0, index).split('\n').length
      return [{ rule: ownedPromises.name, path, line, what: `${name} may be a promise that nobody waits for` }]
    })
  },
}

/** Packages that import each other in a cycle cannot be tested or deployed alone. */
const acyclic: Rule = {
  name: 'packages do not import in a circle',
  check(file, all) {
    // Once for the whole repository: reported with the file that sorts first.
    if (file.path !== [...all.keys()].sort()[0]) return []
    const edges = packageEdges(all)
    return [...edges.keys()]
      .filter((start) => leadsTo(start, start, edges))
      .map((name) => ({ rule: acyclic.name, path: name, line: 1, what: `${name} leads back to itself` }))
  },
}

function packageEdges(all: ReadonlyMap<string, SourceFile>): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports, isTest } of all.values()) {
    if (isTest) continue
    for (const { specifier } of imports) {
      const name = scoped.exec(specifier)?.[1]
      if (name === undefined || packageOf(path) === `shared/${name}`) continue
      edges.set(packageOf(path), (edges.get(packageOf(path)) ?? new Set()).add(`shared/${name}`))
    }
  }
  return edges
}

function leadsTo(start: string, goal: string, edges: ReadonlyMap<string, Set<string>>): boolean {
  const seen = new Set(edges.get(start))
  for (const name of seen) {
    if (name === goal) return true
    for (const next of edges.get(name) ?? []) seen.add(next)
  }
  return false
}

export const rules: readonly Rule[] = [
  packages,
  byPackageName,
  leaf,
  modelHalfOnly,
  modelHalf,
  screens,
  fieldTypes,
  modules,
  platform,
  sqlPlaces,
  tenantFirst,
  doubleCast,
  noInvalidation,
  ownedPromises,
  noWallTime,
  noFieldTypeNames,
  acyclic,
  acyclicFiles,
  tableOwners,
  transactionsOpenedAbove,
  repositorySpelling,
]
