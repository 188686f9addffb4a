import { createHash } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import type { ItemDocument, KeyDocument, RowDocument, Standing, WordsDocument } from '../item-document.ts'
import { microsecondsOf } from './microseconds.ts'
import { blobOf, isAlike, placeOf, type ReaderFile, type Row, rowsOfItem, statuses } from './reader-file.ts'
import { fileOf, type NumberOf, writeLive } from './write-live.ts'

/** Changes of one transaction of the file. */
export interface Changes {
  readonly items: readonly ItemDocument[]
  /** Ids of items that are no more. */
  readonly gone: readonly string[]
  /** Facts that are remembered with them, as the position in the log that the file has reached. */
  readonly facts?: Readonly<Record<string, string | number>> | undefined
}

export function writeChanges(file: ReaderFile, { items, gone, facts = {} }: Changes): void {
  const { isWhole, ...others } = facts
  const isLast = isWhole === 1
  let erased: ReadonlySet<number> = new Set()
  if (isLast) file.keepOrder()
  file.inTransaction(() => {
    const tally = new Tally(file)
    erased = new Set(gone.flatMap((id) => removeItem(file, id, tally)))
    for (const item of items) writeItem(file, item, tally)
    tally.write()
    if (isLast) file.complete()
    for (const [name, value] of Object.entries(others)) file.setFact(name, value)
  })
  if (isLast) {
    // That it is whole is written when all else is on the disk.
    file.settle()
    file.setFact('isWhole', 1)
  }
  // Words of what is deleted stay in their index until it is put together again.
  if (erased.size > 0) file.erase(erased)
}

/** Counts of rows as lists are narrowed: what the changes add and take away. */
class Tally {
  readonly #file: ReaderFile
  readonly #changes = new Map<string, number>()

  constructor(file: ReaderFile) {
    this.#file = file
  }

  add(
    counted: readonly [variation: number, place: number, type: number, status: number, isLive: number],
    change: 1 | -1,
  ) {
    const place = counted.join()
    this.#changes.set(place, (this.#changes.get(place) ?? 0) + change)
  }

  write(): void {
    for (const [place, change] of this.#changes)
      if (change !== 0)
        this.#file.run(
          `insert into tally (variation, place, type, status, is_live, count) values (?, ?, ?, ?, ?, ?)
           on conflict do update set count = count + excluded.count`,
          ...place.split(',').map(Number),
          change,
        )
  }
}

export const rowColumns = [
  'id',
  'place',
  'type',
  'status',
  'name',
  'named_in',
  'item_name',
  'name_key',
  'live_name_key',
  'version',
  'modified_at',
  'modified_by',
  'completeness',
  'readiness',
  'translation',
  'binary',
  'mime_type',
  'is_live',
  'differs',
  'channels',
  'missing',
  'words',
  'live_words',
] as const

export type StoredRow = Readonly<Record<(typeof rowColumns)[number] | 'r' | 'variation', SQLInputValue>>

export const rowsIn = (file: ReaderFile, n: number): StoredRow[] =>
  file.all(
    `select r, variation, ${rowColumns.join(', ')} from row where r >= ? and r < ?`,
    n * rowsOfItem,
    (n + 1) * rowsOfItem,
  ) as StoredRow[]

const countedAs = (row: StoredRow) =>
  [row.variation, row.place, row.type, row.status, row.is_live].map(Number) as [number, number, number, number, number]

/** Answers the variations that it was in. */
function removeItem(file: ReaderFile, contentItemId: string, tally: Tally): number[] {
  const n = file.get('select n from item where id = ?', blobOf(contentItemId))?.n
  if (typeof n !== 'number') return []
  const rows = rowsIn(file, n)
  for (const row of rows) removeRow(file, row, tally)
  writeLive(file, n, { contentTypeId: '', live: [] })
  writeKeys(file, n, [])
  file.run('delete from item where n = ?', n)
  return rows.map(({ variation }) => Number(variation))
}

function removeRow(file: ReaderFile, row: StoredRow, tally: Tally): void {
  const r = Number(row.r)
  writeWords(file, Number(row.variation), 2 * r, row.words, undefined)
  writeWords(file, Number(row.variation), 2 * r + 1, row.live_words, undefined)
  tally.add(countedAs(row), -1)
  file.run('delete from row where r = ?', r)
}

function writeItem(file: ReaderFile, item: ItemDocument, tally: Tally): void {
  const id = blobOf(item.contentItemId)
  const known = file.get('select n from item where id = ?', id)?.n
  const n = typeof known === 'number' ? known : file.run('insert into item (id) values (?)', id).id
  const was = new Map((known === undefined ? [] : rowsIn(file, n)).map((row) => [Number(row.variation), row]))
  for (const row of item.rows) {
    const variation = file.ownCode('variation', row.variationId)
    writeRow(file, item, row, n, variation, was.get(variation), tally)
    was.delete(variation)
  }
  for (const row of was.values()) removeRow(file, row, tally)
  writeLive(file, n, item)
  writeKeys(file, n, item.keys, known === undefined)
}

function writeRow(
  file: ReaderFile,
  item: ItemDocument,
  row: RowDocument,
  n: number,
  variation: number,
  was: StoredRow | undefined,
  tally: Tally,
): void {
  const { row: is, working, live } = storedRow((of, name) => file.ownCode(of, name), item, row, n)
  const r = Number(is.r)
  writeWords(file, variation, 2 * r, was?.words ?? null, working)
  writeWords(file, variation, 2 * r + 1, was?.live_words ?? null, live)
  if (was !== undefined && rowColumns.every((column) => isAlike(was[column], is[column]))) return
  if (was !== undefined) tally.add(countedAs(was), -1)
  tally.add(countedAs(is), 1)
  const values = rowColumns.map((column) => is[column])
  if (was === undefined)
    file.run(
      `insert into row (r, variation, ${rowColumns.join(', ')}) values (?, ?${', ?'.repeat(rowColumns.length)})`,
      r,
      variation,
      ...values,
    )
  else file.run(`update row set ${rowColumns.map((column) => `${column} = ?`).join(', ')} where r = ?`, ...values, r)
}

/** As it stands in the file, and the words of its documents; `live`: where what is live has others. */
export function storedRow(
  numberOf: NumberOf,
  item: ItemDocument,
  row: RowDocument,
  n: number,
): { readonly row: StoredRow; readonly working: WordsDocument; readonly live: WordsDocument | undefined } {
  const variation = numberOf('variation', row.variationId)
  const working = wordsOf(item, row, 'inWorking')
  const wordsOfLive = row.isLive ? wordsOf(item, row, 'inLive') : undefined
  // Where what is live has the same words, they stand in the index once.
  const live = wordsOfLive === working ? undefined : wordsOfLive
  const stored: StoredRow = {
    r: n * rowsOfItem + variation,
    variation,
    id: blobOf(row.contentVariationId),
    place: placeOf(item.kind, item.isDeleted),
    type: numberOf('type', item.contentTypeId),
    status: statuses.indexOf(row.status),
    name: row.name,
    named_in: row.nameVariationId === null ? null : numberOf('variation', row.nameVariationId),
    item_name: row.itemName,
    name_key: row.nameKey,
    live_name_key: row.liveNameKey,
    version: row.version,
    modified_at: microsecondsOf(row.modifiedAt),
    modified_by: numberOf('person', row.modifiedBy),
    completeness: row.completeness,
    readiness: row.readiness,
    translation: row.translation,
    ...fileOf(numberOf, row),
    is_live: row.isLive ? 1 : 0,
    differs: row.hasUnpublishedChanges ? 1 : 0,
    channels: listOf(row.deliveryTargets),
    missing: listOf(row.missingFields),
    words: fingerprintOf(working),
    live_words: live === undefined ? null : fingerprintOf(live),
  }
  return { row: stored, working, live }
}

/** Between commas, so that a name is found with them; null: none. */
const listOf = (names: readonly string[]): string | null => (names.length === 0 ? null : `,${names.join()},`)

const stands = ({ variationIds }: Standing, variationId: string): boolean => variationIds?.includes(variationId) ?? true

const noWords: WordsDocument = { title: '', name: '', rest: '', marks: '', heads: '', inWorking: true, inLive: true }

const wordsOf = ({ words }: ItemDocument, { variationId }: RowDocument, where: 'inWorking' | 'inLive'): WordsDocument =>
  words.find((each) => each[where] && stands(each, variationId)) ?? noWords

const fingerprints = new WeakMap<WordsDocument, Buffer>()

function fingerprintOf(words: WordsDocument): Buffer {
  const known = fingerprints.get(words)
  if (known !== undefined) return known
  const { title, name, rest, marks, heads } = words
  const made = createHash('md5').update([title, name, rest, marks, heads].join('\u0000')).digest()
  fingerprints.set(words, made)
  return made
}

/** Words that are alike stay as they are: to index them is the dearest part of a write. */
function writeWords(
  file: ReaderFile,
  variation: number,
  doc: number,
  stored: SQLInputValue,
  words: WordsDocument | undefined,
): void {
  if (words === undefined && stored === null) return
  if (words !== undefined && stored !== null && isAlike(stored, fingerprintOf(words))) return
  const table = file.ownWordsOf(variation)
  if (stored !== null) {
    file.run(`delete from ${table} where rowid = ?`, doc)
    file.run('delete from head where doc = ?', doc)
  }
  if (words === undefined) return
  const { title, name, rest, marks, heads } = words
  file.run(
    `insert into ${table} (rowid, title, name, rest, marks) values (?, ?, ?, ?, ?)`,
    doc,
    title,
    name,
    rest,
    marks,
  )
  file.run('insert into head (doc, lines) values (?, ?)', doc, heads)
}

type StoredKey = readonly [field: number, variation: number, key: string, position: number, scope: number, use: number]

/** By what tells them apart in an item; see `placeOfKey`. */
export function storedKeys(numberOf: NumberOf, keys: readonly KeyDocument[]): Map<string, StoredKey> {
  const wanted = new Map<string, StoredKey>()
  for (const { of, key, position = 0, use, variationIds, inWorking, inLive } of keys) {
    const field = numberOf('field', of)
    const scope = (inWorking ? 1 : 0) + (inLive ? 2 : 0)
    const places = variationIds === undefined ? [0] : variationIds.map((id) => numberOf('variation', id))
    for (const variation of places) {
      const place = placeOfKey({ field, variation, key, position })
      const other = wanted.get(place)
      // A key that stands for the working copy by one entry, and for what is live by another.
      wanted.set(place, [field, variation, key, position, scope | (other?.[4] ?? 0), use])
    }
  }
  return wanted
}

export const keysIn = (file: ReaderFile, n: number): Row[] =>
  file.all('select field, variation, key, position, scope, use from key where n = ?', n)

export const placeOfKey = ({ field, variation, key, position }: Row): string =>
  `${field} ${variation} ${position} ${key}`

function writeKeys(file: ReaderFile, n: number, keys: readonly KeyDocument[], isNew = false): void {
  const wanted = storedKeys((of, name) => file.ownCode(of, name), keys)
  if (!isNew)
    for (const row of keysIn(file, n)) {
      const place = placeOfKey(row)
      const other = wanted.get(place)
      if (other !== undefined && other[4] === row.scope && other[5] === row.use) wanted.delete(place)
      else
        file.run(
          'delete from key where field = ? and variation = ? and key = ? and n = ? and position = ?',
          row.field ?? null,
          row.variation ?? null,
          row.key ?? null,
          n,
          row.position ?? null,
        )
    }
  for (const [field, variation, key, position, scope, use] of wanted.values())
    file.run(
      'insert into key (field, variation, key, n, position, scope, use) values (?, ?, ?, ?, ?, ?, ?)',
      field,
      variation,
      key,
      n,
      position,
      scope,
      use,
    )
}
