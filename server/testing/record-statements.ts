import { appendFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { type RecordedStatement, statementsVariable } from './recorded-statements.ts'

const folder = process.env[statementsVariable]
const root = dirname(dirname(import.meta.dirname))
const isRecording = Symbol.for('pim: statements are recorded')

/** The driver is wrapped once in a process, as its test files share it. */
if (folder !== undefined && !(isRecording in pg.Client.prototype)) {
  const { query } = pg.Client.prototype
  Object.defineProperty(pg.Client.prototype, isRecording, { value: true })
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...sent: unknown[]) {
      const text = textOf(sent[0])
      if (text !== undefined) note(folder, this, text, sent)
      return Reflect.apply(query, this, sent)
    },
  })
}

const textOf = (sent: unknown): string | undefined => {
  if (typeof sent === 'string') return sent
  const text: unknown = typeof sent === 'object' && sent !== null && 'text' in sent ? sent.text : undefined
  return typeof text === 'string' ? text : undefined
}

/** The tenant of the transaction that a connection is in; null where it has none. */
const tenants = new WeakMap<pg.Client, string | null>()
const known = new Set<string>()

function note(to: string, client: pg.Client, text: string, [config, more]: readonly unknown[]): void {
  const tenant = /\bset local app\.(?:erased_)?tenant_id = '([^']*)'/.exec(text.slice(0, 400))?.[1]
  if (tenant !== undefined) tenants.set(client, tenant || null)
  const current = tenants.get(client)
  if (tenant !== undefined || current === undefined) return
  const given: unknown = typeof config === 'object' && config !== null && 'values' in config ? config.values : more
  const values: readonly unknown[] = Array.isArray(given) ? given : []
  const key = `${current === null} ${shapeOf(text)}`
  if (known.has(key)) return
  const name = senderOf(callers())
  if (name === undefined) return
  known.add(key)
  const own = values.flatMap((value, at) => (value === current ? [at + 1] : []))
  const line: RecordedStatement = { name, text, tenants: current === null ? null : own }
  appendFileSync(join(to, `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** Lists of different lengths make one statement; of a long one the ends tell what it is. */
const shapeOf = (text: string): string => {
  const ends = text.length > 4_000 ? text.slice(0, 3_000) + text.slice(-1_000) : text
  return ends.replaceAll(/\$\d+/g, '$').replaceAll(/\$(?:, \$)+/g, '$')
}

function callers(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack
}

const carriers = ['server/src/platform/database/transaction.ts', 'server/src/platform/database/database.ts']

/** The first function that does more than carry the statement; undefined where it is a test's. */
function senderOf(stack: string): string | undefined {
  for (const [, called = '', path = ''] of stack.matchAll(
    /^ +at (?:(?:async )?(.+) \()?(?:file:\/\/)?(\/.+?):\d+:\d+\)?$/gm,
  )) {
    const file = relative(root, path)
    if (file === 'server/testing/record-statements.ts' || carriers.includes(file)) continue
    if (!/^server\/(?:src|identity-dev|testing|bench)\//.test(file)) continue
    if (!/^server\/(?:src|identity-dev)\//.test(file) || file.endsWith('test.ts')) return undefined
    return called === '' ? file : `${file} ${called}`
  }
  return undefined
}
