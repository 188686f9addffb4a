import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { layout } from './recipe.ts'

/** Bits of the number of a row that name its variation; those above name its item. */
const bitsOfVariation = 12
export const rowsOfItem = 2 ** bitsOfVariation

/**
 * Everything that lists of one tenant ask about. `row.r` is the number of the item × 4096 + that of the variation, so that an
 * item's rows are neighbours. In `key`, variation 0 stands for all that the item has; `scope`: 1 in the working copy, 2 live, 3 both.
 * `position`: that of a reference in its field. `named_in`: the variation whose title the name is.
 * `live` is what is delivered, with a body that variations with the same values share; its `channels` empty: all of them.
 */
const schema = `
create table fact (name text primary key, value) without rowid;
create table code (of text not null, name text not null, number integer not null, primary key (of, name)) without rowid;
create unique index code_by_number on code (of, number);
create table item (n integer primary key, id blob not null unique);
create table row (
  r integer primary key, id blob not null, variation integer not null, place integer not null, type integer not null,
  status integer not null, name text not null, named_in integer, item_name text, name_key text not null,
  live_name_key text, version integer not null, modified_at integer not null,
  modified_by integer not null, completeness integer not null, readiness integer not null, translation integer not null,
  binary blob, mime_type integer, is_live integer not null, differs integer not null, channels text, missing text,
  words blob, live_words blob);
create table key (
  field integer not null, variation integer not null, key text not null, n integer not null, position integer not null,
  scope integer not null, use integer not null, primary key (field, variation, key, n, position)) without rowid;
create table live (
  r integer primary key, id blob not null, variation integer not null, type integer not null, name text not null,
  name_key text not null, version integer not null, published_at integer not null, channels text not null,
  binary blob, mime_type integer, body integer not null);
create table body (
  b integer primary key, n integer not null, key text not null, fields text not null, names text not null,
  sources text not null, unique (n, key));
create table live_tally (
  variation integer not null, type integer not null, channels text not null, count integer not null,
  primary key (variation, type, channels)) without rowid;
create table head (doc integer primary key, lines text not null);
create table tally (
  variation integer not null, place integer not null, type integer not null, status integer not null,
  is_live integer not null, count integer not null, primary key (variation, place, type, status, is_live)) without rowid;
`

/** Made when all items of a file were written: one by one each would cost more. */
const indexes = `
create index if not exists row_by_modified on row (variation, place, modified_at);
create index if not exists row_by_name on row (variation, place, name_key);
create index if not exists row_by_type on row (variation, type, place, status, modified_at);
create index if not exists row_by_status on row (variation, place, status);
create index if not exists row_by_completeness on row (variation, place, completeness);
create index if not exists row_by_readiness on row (variation, place, readiness);
create index if not exists row_by_translation on row (variation, place, translation);
create index if not exists row_by_modifier on row (variation, place, modified_by);
create index if not exists row_unlike_live on row (variation, place, modified_at) where differs;
create index if not exists row_live on row (variation, type) where is_live;
create index if not exists live_by_id on live (variation, type, id);
create index if not exists live_by_publication on live (variation, type, published_at, id);
create index if not exists live_by_name on live (variation, type, name_key, id);
create index if not exists live_of_all on live (id);
create index if not exists key_of_item on key (n, field, variation, key, position, scope, use);
`

/** All of ASCII that is printed: texts come as words between spaces, and marks are signs. */
const signs = `!#$%&()*+,-./:;<=>?@[\\]^_\`{|}~`

/** The words of one variation. Documents are numbered by rows: 2r the working copy, 2r + 1 what is live where it has other words. */
const wordsSchema = (variation: number): string => `
create virtual table words_${variation} using fts5(title, name, rest, marks, content='', contentless_delete=1,
  tokenize="ascii tokenchars '${signs}""'");
create virtual table vocabulary_${variation} using fts5vocab(words_${variation}, 'row');`

export const placeOf = (kind: string, isDeleted: boolean): number => (kind === 'media' ? 2 : 0) + (isDeleted ? 1 : 0)

export const statuses = ['draft', 'published', 'unpublished', 'archived'] as const

export const blobOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

export function idOf(blob: Uint8Array): string {
  const hex = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export const isAlike = (one: SQLInputValue | undefined, other: SQLInputValue | undefined): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other

/** Kinds of names that numbers stand for in the file. */
export type CodeKind = 'variation' | 'type' | 'person' | 'mime type' | 'field'

export type Row = Record<string, SQLInputValue>

export class LayoutDiffers extends Error {}

/** A file of one tenant, open for one thread. */
export class ReaderFile {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #codes = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #words = new Set<number>()

  /**
   * `isWriter`: makes the file where there is none. `busyMs`: for so long a statement waits while the file is locked, with its thread.
   * Throws where it is damaged or of another layout.
   */
  constructor(path: string, { isWriter, busyMs = 1_000 }: { readonly isWriter: boolean; readonly busyMs?: number }) {
    this.#database = new DatabaseSync(path, { readOnly: !isWriter })
    if (isWriter) {
      this.run('pragma page_size = 8192')
      this.all('pragma journal_mode = wal')
    }
    this.run(`pragma cache_size = -${usualCache}`)
    this.run('pragma temp_store = memory')
    // Pages of what is erased are overwritten.
    this.run('pragma secure_delete = on')
    this.all(`pragma busy_timeout = ${busyMs}`)
    if (isWriter && this.get(`select 1 as found from sqlite_schema where name = 'fact'`) === undefined)
      this.inTransaction(() => {
        this.#database.exec(schema)
        this.setFact('layout', layout)
      })
    // Derived from the truth, so a power cut may cost one that is being made; the end of a process alone harms none.
    if (isWriter && this.fact('isWhole') === undefined) {
      this.run(`pragma cache_size = -${buildingCache}`)
      this.run('pragma synchronous = off')
    } else if (isWriter) this.keepOrder()
    if (this.fact('layout') !== layout) throw new LayoutDiffers('the file is of another layout')
    for (const { name } of this.all(
      `select name from sqlite_schema where name glob 'words_[0-9]*' and type = 'table'`,
    )) {
      const [, number] = /^words_(\d+)$/.exec(String(name)) ?? []
      if (number !== undefined) this.#words.add(Number(number))
    }
  }

  /**
   * From here on a power cut costs the last changes at most, which are written again from the log: what is behind is on the disk before
   * what is ahead, though nobody waits for the disk at a commit.
   */
  keepOrder(): void {
    this.run('pragma synchronous = normal')
  }

  /** Everything that was written is on the disk after it, as something was since `keepOrder`. */
  settle(): void {
    this.all('pragma wal_checkpoint(truncate)')
  }

  /** Faults that SQLite finds in its pages and indexes, those of words, too. */
  faults(): string[] {
    const found = this.all('pragma integrity_check(10)').map((row) => String(row.integrity_check))
    return found.filter((fault) => fault !== 'ok')
  }

  /** Makes the indexes of a file that all items were written into. */
  complete(): void {
    this.#database.exec(indexes)
    this.run(`pragma cache_size = -${usualCache}`)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  /** Statements are prepared once: their texts are few. */
  #prepared(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known !== undefined) {
      // The most recently used last.
      this.#statements.delete(text)
      this.#statements.set(text, known)
      return known
    }
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    for (const [oldest] of this.#statements) {
      if (this.#statements.size <= mostStatements) break
      this.#statements.delete(oldest)
    }
    return statement
  }

  all(text: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#prepared(text).all(...values) as Row[]
  }

  get(text: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepared(text).get(...values) as Row | undefined
  }

  run(text: string, ...values: readonly SQLInputValue[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#prepared(text).run(...values)
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  inTransaction<Result>(work: () => Result): Result {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      // A full disk has rolled it back already.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      // They may be of the transaction.
      this.#codes.clear()
      this.#names.clear()
      this.#words.clear()
      throw error
    }
  }

  /** All statements of the work see one state. */
  inSnapshot<Result>(work: () => Result): Result {
    this.#database.exec('begin')
    try {
      return work()
    } finally {
      this.#database.exec('commit')
    }
  }

  /** The same for work that waits for something else; the state is the one that is read first. */
  async inLongSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#database.exec('begin')
    try {
      return await work()
    } finally {
      this.#database.exec('commit')
    }
  }

  /** Takes the words of deleted documents of these variations out of the file. */
  erase(variations: Iterable<number>): void {
    for (const variation of variations) {
      const table = this.wordsOf(variation)
      if (table !== undefined) this.run(`insert into ${table} (${table}) values ('optimize')`)
    }
    this.settle()
  }

  fact(name: string): SQLInputValue | undefined {
    return this.get('select value from fact where name = ?', name)?.value
  }

  setFact(name: string, value: SQLInputValue): void {
    this.run('insert into fact values (?, ?) on conflict (name) do update set value = excluded.value', name, value)
  }

  /** The number that stands for a name; undefined: nothing has it. */
  code(of: CodeKind, name: string): number | undefined {
    const place = `${of} ${name}`
    const known = this.#codes.get(place)
    if (known !== undefined) return known
    const number = this.get('select number from code where of = ? and name = ?', of, name)?.number
    if (typeof number !== 'number') return undefined
    if (this.#codes.size > mostCodes) this.#codes.clear()
    this.#codes.set(place, number)
    return number
  }

  /** The name that a number stands for; empty: it stands for none. */
  nameOf(of: CodeKind, number: SQLInputValue): string {
    const place = `${of} ${number}`
    const known = this.#names.get(place)
    if (known !== undefined) return known
    const name = this.get('select name from code where of = ? and number = ?', of, number)?.name
    if (typeof name !== 'string') return ''
    if (this.#names.size > mostCodes) this.#names.clear()
    this.#names.set(place, name)
    return name
  }

  /** The number that stands for a name, made where there is none yet. */
  ownCode(of: CodeKind, name: string): number {
    const known = this.code(of, name)
    if (known !== undefined) return known
    this.run(
      'insert into code (of, name, number) select ?1, ?2, coalesce(max(number), 0) + 1 from code where of = ?1',
      of,
      name,
    )
    return this.code(of, name) ?? 0
  }

  /** The table of the words of a variation; undefined: it has none. */
  wordsOf(variation: number): string | undefined {
    if (!this.#words.has(variation)) {
      if (this.get('select 1 as found from sqlite_schema where name = ?', `words_${variation}`) === undefined)
        return undefined
      this.#words.add(variation)
    }
    return `words_${variation}`
  }

  ownWordsOf(variation: number): string {
    const known = this.wordsOf(variation)
    if (known !== undefined) return known
    this.#database.exec(wordsSchema(variation))
    this.#words.add(variation)
    return `words_${variation}`
  }
}

/** Kilobytes of pages that are kept in memory, and while a file is made, when most are written many times. */
const usualCache = 4_096
const buildingCache = 49_152
const mostStatements = 400
const mostCodes = 20_000
