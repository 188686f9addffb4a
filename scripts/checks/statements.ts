// Checks the statements that a test run has sent against what a distributed database asks of them
// (docs/adr/0014-distributed-postgresql.md). The run has kept them in the folder that PIM_TEST_STATEMENTS names:
//
//     node scripts/checks/statements.ts <folder>           prints what is wrong
//     node scripts/checks/statements.ts <folder> --list    prints each statement by name with its tables, too
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { catalogFile, type RecordedCatalog, type RecordedStatement } from '../../server/testing/recorded-statements.ts'
import { statementRules } from './statement-rules.ts'
import { factsOf } from './statement-tree.ts'

const catalogSchema = z.object({
  tables: z.record(z.string(), z.enum(['reference', 'local', 'distributed'])),
  definers: z.array(z.string()),
  stable: z.array(z.string()),
  volatile: z.array(z.string()),
})
const statementSchema = z.object({ name: z.string(), text: z.string(), tenants: z.array(z.number()).nullable() })

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const [folder = ''] = positionals
const catalog: RecordedCatalog = catalogSchema.parse(JSON.parse(readFileSync(join(folder, catalogFile), 'utf8')))
const statements = new Map<string, RecordedStatement>()
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl')))
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
    const statement = statementSchema.parse(JSON.parse(line))
    statements.set(`${statement.tenants === null} ${statement.name} ${statement.text}`, statement)
  }

/** With fewer tables that a statement names, nothing was recorded to speak of. */
const minTables = 10
const named = new Set<string>()
const listed = new Set<string>()
const violations = new Set<string>()
for (const statement of statements.values()) {
  const facts = factsOf(statement.text)
  const tables = [...new Set(facts.uses.map(({ table }) => table))].filter((table) => table in catalog.tables).sort()
  for (const table of tables) named.add(table)
  listed.add(`${statement.name}  ${tables.join(' ')}`)
  for (const rule of statementRules)
    for (const what of rule.find(facts, statement, catalog))
      violations.add(`${statement.name}  ${what}  (${rule.name})`)
}
if (values.list) console.log([...listed].sort().join('\n'))
if (named.size < minTables)
  violations.add(`the check is broken: ${statements.size} statements name ${named.size} tables`)
if (violations.size > 0) {
  console.error([...violations].sort().join('\n'))
  console.error(`\n${violations.size} violations in ${statements.size} statements.`)
  process.exit(1)
}
console.log(`${statementRules.length} rules hold in ${statements.size} statements on ${named.size} tables of tenants.`)
