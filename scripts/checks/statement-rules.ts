import type { RecordedCatalog, RecordedStatement } from '../../server/testing/recorded-statements.ts'
import type { StatementFacts } from './statement-tree.ts'

/** A rule for statements of a database that is spread over several servers by tenant. */
export interface StatementRule {
  readonly name: string
  find(facts: StatementFacts, statement: RecordedStatement, catalog: RecordedCatalog): readonly string[]
}

/** Statements that are for all tenants, by their names, and why they ask every worker. */
const acrossTenants: Readonly<Record<string, string>> = {
  'server/src/modules/content-index/write/rebuild.repository.ts findTenantsToRebuild':
    'each start looks for tenants whose index was made by an older recipe',
}

/** Functions that read past the policies in tables of the coordinator alone. */
const ofCoordinator = new Set(['api_key_by_hash', 'api_key_was_used'])

const isSpread = (table: string, { tables }: RecordedCatalog) => tables[table] === 'distributed'
/** Copied to each worker, or spread over them. */
const isOnWorkers = (table: string, { tables }: RecordedCatalog) =>
  tables[table] === 'distributed' || tables[table] === 'reference'
const ofDatabase = /^(?:pg_|information_schema\.)/

export const statementRules: readonly StatementRule[] = [
  {
    name: 'each spread table is named with its tenant',
    find({ uses }, { name, tenants: own }, catalog) {
      if (name in acrossTenants) return []
      // In a transaction of no tenant any value may be one.
      const isTenant = (value: unknown) => typeof value !== 'number' || own === null || own.includes(value)
      return uses.flatMap(({ table, way, tenants }) =>
        isSpread(table, catalog) && !tenants.some(isTenant) ? [`${way} of ${table} without the tenant`] : [],
      )
    },
  },
  {
    name: 'one statement goes to one server',
    find({ uses }, _statement, catalog) {
      const tables = [...new Set(uses.map(({ table }) => table))].filter((table) => !ofDatabase.test(table))
      const local = tables.filter((table) => !isOnWorkers(table, catalog))
      const spread = tables.filter((table) => isSpread(table, catalog))
      if (local.length === 0 || spread.length === 0) return []
      return [`${spread.join(', ')} of a worker with ${local.join(', ')} of the coordinator`]
    },
  },
  {
    name: 'a text has one statement',
    find: ({ count, uses }, _statement, catalog) =>
      count > 1 && uses.some(({ table }) => isOnWorkers(table, catalog)) ? [`${count} statements`] : [],
  },
  {
    name: 'no query among the values of an insert',
    find: ({ queriesInValues }, _statement, catalog) =>
      queriesInValues.filter((table) => isOnWorkers(table, catalog)).map((table) => `insert into ${table}`),
  },
  {
    name: 'an insert by a query says what becomes of a conflict, or returns something',
    find: ({ copies }, _statement, catalog) =>
      copies.filter((table) => isOnWorkers(table, catalog)).map((table) => `insert into ${table}`),
  },
  {
    name: 'an update calls only what the worker may work out',
    find: ({ updates }, _statement, catalog) =>
      updates
        .filter(({ table }) => isOnWorkers(table, catalog))
        .flatMap(({ table, isOnConflict, calls }) =>
          calls
            // The coordinator puts the result of what is stable in its place, but not for a row that is met or of a column.
            .filter(
              ({ name, hasColumn }) =>
                catalog.volatile.includes(name) || ((isOnConflict || hasColumn) && catalog.stable.includes(name)),
            )
            .map(({ name }) => `${name} in an update of ${table}`),
        ),
  },
  {
    name: 'what reads past the policies is called beside a table of the tenant',
    find({ functions, uses }, _statement, catalog) {
      if (uses.some(({ table }) => isSpread(table, catalog))) return []
      return catalog.definers
        .filter((name) => functions.has(name) && !ofCoordinator.has(name))
        .map((name) => `${name} alone`)
    },
  },
]
