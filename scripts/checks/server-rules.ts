import { matches, type Rule, tablesIn } from './rule.ts'
import type { SourceFile } from './source-files.ts'

const moduleOf = (path: string): string | undefined =>
  /^server\/(?:src\/(?:modules|platform)\/[^/]+|[^/]+)/.exec(path)?.[0]

/** Matches where a file names a table in SQL or to the query builder. */
const namesTable = (table: string): RegExp => {
  const name = table.replace('.', '\\.')
  return new RegExp(
    `\\b(?:from|join|into|update|using|table)\\s+${name}\\b|\\.(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\\('${name}\\b`,
  )
}

/** The modules that name each table. */
function ownersOf(all: ReadonlyMap<string, SourceFile>): Map<string, Set<string>> {
  const naming = new Map<string, Set<string>>()
  for (const table of tablesIn(all)) {
    const pattern = namesTable(table)
    const modules = [...all.values()]
      .filter(
        ({ path, isTest }) => /^server\/(?:src|identity-dev)\//.test(path) && !isTest && !path.endsWith('tables.ts'),
      )
      .filter(({ text }) => matches(text, pattern).length > 0)
      .flatMap(({ path }) => moduleOf(path) ?? [])
    naming.set(table, new Set(modules))
  }
  return naming
}

/**
 * A table is changed and read in one place, so that its columns can change with one module. Others call a function of
 * that module or put a fragment that it exports into their own statement.
 */
export const tableOwners: Rule = {
  name: 'a table is named in SQL by one module',
  check(file, all) {
    // Once for the whole repository: reported with the file that sorts first.
    if (file.path !== [...all.keys()].sort()[0]) return []
    return [...ownersOf(all)].flatMap(([table, modules]) =>
      modules.size < 2
        ? []
        : [{ rule: tableOwners.name, path: table, line: 1, what: `is named by ${[...modules].sort().join(', ')}` }],
    )
  },
}

/**
 * Transactions are opened where a call or a job enters a module; the functions below take the transaction as a
 * parameter.
 */
export const transactionsOpenedAbove: Rule = {
  name: 'handlers, services and jobs open transactions; what they call takes one',
  check({ path, text, isTest }) {
    if (isTest || !path.startsWith('server/src/modules/')) return []
    if (!/repository\.ts$|\/(?:domain|operations|store|write|page)\//.test(path)) return []
    return matches(text, /\.(?:inTenant|inTenantReadOnly|asSystem)\(/).map((line) => ({
      rule: transactionsOpenedAbove.name,
      path,
      line,
      what: 'opens a transaction of its own',
    }))
  },
}

export const repositorySpelling: Rule = {
  name: 'a repository is called <noun>.repository.ts',
  check({ path }) {
    if (!path.startsWith('server/') || !/repository/.test(path.split('/').at(-1) ?? '')) return []
    if (/\/[a-z0-9-]+\.repository(?:\.test)?\.ts$/.test(path)) return []
    return [{ rule: repositorySpelling.name, path, line: 1, what: 'is spelled another way' }]
  },
}

/** Files that import each other in a circle can only be read, tested and loaded together. Tests are left out. */
export const acyclicFiles: Rule = {
  name: 'files do not import in a circle',
  check(file, all) {
    if (file.path !== [...all.keys()].sort()[0]) return []
    return circlesIn(all).map((circle) => ({
      rule: acyclicFiles.name,
      path: circle[0] ?? '',
      line: 1,
      what: `leads back to itself by way of ${circle.slice(1).join(', ')}`,
    }))
  },
}

/** Strongly connected components of more than one file (Tarjan's algorithm). */
function circlesIn(all: ReadonlyMap<string, SourceFile>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const circles: string[][] = []
  const visit = (path: string): void => {
    index.set(path, index.size)
    low.set(path, index.get(path) ?? 0)
    stack.push(path)
    onStack.add(path)
    for (const { file: next } of all.get(path)?.imports ?? []) {
      if (next === undefined || !all.has(next) || all.get(next)?.isTest) continue
      if (!index.has(next)) {
        visit(next)
        low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
      } else if (onStack.has(next)) low.set(path, Math.min(low.get(path) ?? 0, index.get(next) ?? 0))
    }
    if (low.get(path) !== index.get(path)) return
    const circle = stack.splice(stack.indexOf(path))
    for (const each of circle) onStack.delete(each)
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const { path, isTest } of all.values()) if (!isTest && !index.has(path)) visit(path)
  return circles
}
