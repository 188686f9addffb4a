import { loadModule, parseSync } from 'libpg-query'

/** A table in a statement, with what its column of the tenant is compared with or gets. */
export interface TableUse {
  readonly table: string
  readonly way: 'read' | 'insert' | 'update' | 'delete' | 'merge'
  readonly tenants: readonly TenantValue[]
}

/** The number of a parameter, a value in the text, or, of what is inserted, the tenant of a row that is read. */
export type TenantValue = number | 'constant' | 'column'

export interface StatementFacts {
  /** Number of statements in the text. */
  readonly count: number
  readonly uses: readonly TableUse[]
  /** Names of all functions that are called. */
  readonly functions: ReadonlySet<string>
  /** Tables with a row to insert that has a query among its values. */
  readonly queriesInValues: readonly string[]
  /** Tables that are filled by a query without anything after it, which Citus would do by COPY. */
  readonly copies: readonly string[]
  /** Calls in updates of rows that are there. */
  readonly updates: readonly UpdateCalls[]
}

export interface UpdateCalls {
  readonly table: string
  /** Whether the row is one that an insert has met. */
  readonly isOnConflict: boolean
  readonly calls: readonly { readonly name: string; readonly hasColumn: boolean }[]
}

type Tree = Readonly<Record<string, unknown>>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const treeIn = (parent: unknown, name: string): Tree | undefined => {
  const child = isTree(parent) ? parent[name] : undefined
  return isTree(child) ? child : undefined
}
const listIn = (parent: unknown, name: string): readonly unknown[] => {
  const child = isTree(parent) ? parent[name] : undefined
  return Array.isArray(child) ? child : []
}
const textIn = (parent: unknown, name: string): string | undefined => {
  const child = isTree(parent) ? parent[name] : undefined
  return typeof child === 'string' ? child : undefined
}

await loadModule()

/** Throws where PostgreSQL would refuse the text. */
export function factsOf(text: string): StatementFacts {
  const statements = listIn(parseSync(text), 'stmts')
  const reading = new Reading()
  for (const each of statements) reading.walk(treeIn(each, 'stmt'), new Set())
  return { count: statements.length, ...reading }
}

const queries = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

class Reading {
  readonly uses: TableUse[] = []
  readonly functions = new Set<string>()
  readonly queriesInValues: string[] = []
  readonly copies: string[] = []
  readonly updates: UpdateCalls[] = []

  /** Finds the queries and calls in any part of a statement; `named`: what `with` gives a name. */
  walk(part: unknown, named: ReadonlySet<string>): void {
    if (Array.isArray(part)) for (const each of part) this.walk(each, named)
    if (!isTree(part)) return
    const called = calledFunction(part)
    if (called !== undefined) this.functions.add(called)
    for (const [name, child] of Object.entries(part)) {
      if (queries.has(name) && isTree(child)) this.#query(name, child, named)
      else this.walk(child, named)
    }
  }

  #query(kind: string, query: Tree, around: ReadonlySet<string>): void {
    const parts = listIn(query.withClause, 'ctes').map((cte) => treeIn(cte, 'CommonTableExpr'))
    const named = new Set([...around, ...parts.flatMap((part) => textIn(part, 'ctename') ?? [])])
    const { withClause, fromClause, usingClause, sourceRelation, relation, larg, rarg, ...rest } = query
    this.walk(withClause, named)
    this.walk(rest, named)
    for (const side of [larg, rarg]) if (isTree(side)) this.#query('SelectStmt', side, named)
    if (kind === 'InsertStmt') {
      this.#insert(relation, query)
      return
    }

    const sources: Source[] = []
    const conditions: unknown[] = [query.whereClause, query.joinCondition]
    for (const from of [fromClause, usingClause, sourceRelation]) this.#sources(from, named, sources, conditions)
    const compared = conditions.flatMap(conjuncts).flatMap(comparisons)
    if (isTree(relation)) {
      const way = kind === 'UpdateStmt' ? 'update' : kind === 'DeleteStmt' ? 'delete' : 'merge'
      const calls = callsIn([query.targetList, query.mergeWhenClauses])
      this.updates.push({ table: nameOf(relation), isOnConflict: false, calls })
      sources.push({ table: nameOf(relation), alias: aliasOf(relation), way })
    }
    for (const { alias, ...use } of sources) {
      const tenants = compared.flatMap((each) => (each.alias === undefined || each.alias === alias ? [each.value] : []))
      this.uses.push({ ...use, tenants })
    }
  }

  #sources(from: unknown, named: ReadonlySet<string>, sources: Source[], conditions: unknown[]): void {
    for (const each of Array.isArray(from) ? from : [from]) {
      const table = treeIn(each, 'RangeVar')
      const join = treeIn(each, 'JoinExpr')
      if (table !== undefined) {
        if (table.schemaname !== undefined || !named.has(nameOf(table)))
          sources.push({ table: nameOf(table), alias: aliasOf(table), way: 'read' })
      } else if (join !== undefined) {
        this.#sources([join.larg, join.rarg], named, sources, conditions)
        conditions.push(join.quals)
        this.walk(join.quals, named)
      } else this.walk(each, named)
    }
  }

  #insert(relation: unknown, query: Tree): void {
    const table = nameOf(relation)
    const select = treeIn(query.selectStmt, 'SelectStmt')
    const at = listIn(query, 'cols').findIndex((column) => textIn(treeIn(column, 'ResTarget'), 'name') === 'tenant_id')
    const rows = listIn(select, 'valuesLists').map((row) => listIn(treeIn(row, 'List'), 'items'))
    if (rows.some((row) => has(row, 'SubLink'))) this.queriesInValues.push(table)
    const isEnded = query.onConflictClause !== undefined || query.returningClause !== undefined
    if (select !== undefined && rows.length === 0 && !isEnded) this.copies.push(table)
    this.updates.push({ table, isOnConflict: true, calls: callsIn(listIn(query.onConflictClause, 'targetList')) })
    const given =
      rows.length > 0
        ? rows.map((row) => row[at])
        : selectsOf(select).map((each) => treeIn(listIn(each, 'targetList')[at], 'ResTarget')?.val)
    const tenants = given.map(
      (value) => tenantValue(value) ?? (columnOf(value)?.column === 'tenant_id' ? 'column' : undefined),
    )
    const isEach = at >= 0 && tenants.length > 0 && !tenants.includes(undefined)
    this.uses.push({ table, way: 'insert', tenants: isEach ? tenants.filter((value) => value !== undefined) : [] })
  }
}

interface Source extends Pick<TableUse, 'table' | 'way'> {
  readonly alias: string
}

const nameOf = (table: unknown): string =>
  [textIn(table, 'schemaname'), textIn(table, 'relname')].filter((part) => part !== undefined).join('.')
const aliasOf = (table: Tree): string => textIn(treeIn(table, 'alias'), 'aliasname') ?? textIn(table, 'relname') ?? ''

/** The selects of a union, or the one. */
const selectsOf = (select: Tree | undefined): Tree[] => {
  if (select === undefined) return []
  const sides = [treeIn(select, 'larg'), treeIn(select, 'rarg')].flatMap(selectsOf)
  return sides.length > 0 ? sides : [select]
}

function has(part: unknown, name: string): boolean {
  if (Array.isArray(part)) return part.some((each) => has(each, name))
  return isTree(part) && (name in part || Object.values(part).some((each) => has(each, name)))
}

/** The calls of what columns get, without those of queries in it. */
function callsIn(part: unknown): UpdateCalls['calls'] {
  if (Array.isArray(part)) return part.flatMap(callsIn)
  if (!isTree(part) || 'SubLink' in part) return []
  const name = 'SQLValueFunction' in part ? 'now' : calledFunction(part)
  const inside = Object.values(part).flatMap(callsIn)
  return name === undefined ? inside : [{ name, hasColumn: has(part, 'ColumnRef') }, ...inside]
}

const calledFunction = (part: Tree): string | undefined =>
  textIn(treeIn(listIn(treeIn(part, 'FuncCall'), 'funcname').at(-1), 'String'), 'sval')

/** The conditions that all have to be true. */
function conjuncts(condition: unknown): unknown[] {
  const both = treeIn(condition, 'BoolExpr')
  return both?.boolop === 'AND_EXPR' ? listIn(both, 'args').flatMap(conjuncts) : [condition]
}

/** Comparisons of a column `tenant_id` with a value in a condition: `a.tenant_id = $1`, also as a part of a row. */
function comparisons(condition: unknown): { alias: string | undefined; value: TenantValue }[] {
  const equal = treeIn(condition, 'A_Expr')
  const operator = textIn(treeIn(listIn(equal, 'name')[0], 'String'), 'sval')
  if (equal?.kind !== 'AEXPR_OP' || operator !== '=') return []
  const [left, right] = [partsOf(equal.lexpr), partsOf(equal.rexpr)]
  return left.flatMap((one, at) => {
    const other = right[at]
    for (const [side, compared] of [
      [one, other],
      [other, one],
    ]) {
      const column = columnOf(side)
      const value = tenantValue(compared)
      if (column?.column === 'tenant_id' && value !== undefined) return [{ alias: column.alias, value }]
    }
    return []
  })
}

const partsOf = (side: unknown): readonly unknown[] => {
  const row = treeIn(side, 'RowExpr')
  return row === undefined ? [side] : listIn(row, 'args')
}

function columnOf(side: unknown): { alias: string | undefined; column: string | undefined } | undefined {
  const column = treeIn(side, 'ColumnRef')
  if (column === undefined) return undefined
  const names = listIn(column, 'fields').map((field) => textIn(treeIn(field, 'String'), 'sval'))
  return { alias: names.at(-2), column: names.at(-1) }
}

function tenantValue(side: unknown): number | 'constant' | undefined {
  const cast = treeIn(side, 'TypeCast')
  if (cast !== undefined) return tenantValue(cast.arg)
  const parameter = treeIn(side, 'ParamRef')
  if (typeof parameter?.number === 'number') return parameter.number
  return treeIn(side, 'A_Const') === undefined ? undefined : 'constant'
}
