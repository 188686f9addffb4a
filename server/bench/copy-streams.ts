/// <reference path="../src/platform/backup/pg-copy-streams.d.ts" />
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Connection } from '../src/platform/database/addresses.ts'
import { type ContentTable, contentTables, type Write } from './copy-rows.ts'

/** Characters of rows that are collected before they are sent. */
const chunkLength = 1 << 18

const columns = new Map(Object.entries(contentTables).map(([table, names]) => [table, names.split(', ')]))

/** One COPY stream for each table, all at the same time. */
export class CopyStreams {
  readonly #streams = new Map<ContentTable, ReturnType<typeof copyFrom>>()
  readonly #texts = new Map<ContentTable, string>()
  readonly #clients: pg.Client[] = []
  rows = 0

  static async open(connection: Connection): Promise<CopyStreams> {
    const streams = new CopyStreams()
    for (const [table, names] of Object.entries(contentTables)) {
      const client = new pg.Client({ ...connection })
      await client.connect()
      // Without triggers: counters and foreign keys are made at the end, all at once.
      await client.query('set session_replication_role = replica')
      streams.#clients.push(client)
      const name = table as ContentTable
      streams.#streams.set(name, client.query(copyFrom(`copy ${table} (${names}) from stdin`)))
      streams.#texts.set(name, '')
    }
    return streams
  }

  readonly write: Write = (table, row) => {
    this.rows++
    const values = (columns.get(table) ?? []).map((column) => encoded(row[column]))
    this.#texts.set(table, `${this.#texts.get(table)}${values.join('\t')}\n`)
  }

  /** Sends the collected rows of tables with a full chunk, or of all; waits while a stream is full (backpressure). */
  async flush(all = false): Promise<void> {
    for (const [table, text] of this.#texts) {
      if (!all && text.length < chunkLength) continue
      this.#texts.set(table, '')
      const stream = this.#streams.get(table)
      if (stream && !stream.write(text)) await once(stream, 'drain')
    }
  }

  async close(): Promise<void> {
    await this.flush(true)
    for (const stream of this.#streams.values()) {
      stream.end()
      await finished(stream)
    }
    for (const client of this.#clients) await client.end()
  }
}

/** A value as COPY reads it. */
export function encoded(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  const text = Array.isArray(value)
    ? arrayLiteral(value)
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text
}

/** An array literal of PostgreSQL. */
const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
