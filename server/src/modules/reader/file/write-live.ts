import type { SQLInputValue } from 'node:sqlite'
import type { BodyDocument, ItemDocument, LiveDocument } from '../item-document.ts'
import { microsecondsOf } from './microseconds.ts'
import { blobOf, type CodeKind, isAlike, type ReaderFile, rowsOfItem } from './reader-file.ts'

/** The number that stands for a name. */
export type NumberOf = (of: CodeKind, name: string) => number

const liveColumns = [
  'id',
  'type',
  'name',
  'name_key',
  'version',
  'published_at',
  'channels',
  'binary',
  'mime_type',
  'body',
] as const

type StoredLive = Readonly<Record<(typeof liveColumns)[number] | 'r' | 'variation', SQLInputValue>>

export const liveIn = (file: ReaderFile, n: number): StoredLive[] =>
  file.all(
    `select r, variation, ${liveColumns.join(', ')} from live where r >= ? and r < ?`,
    n * rowsOfItem,
    (n + 1) * rowsOfItem,
  ) as StoredLive[]

/** As it stands in the file; `body`: the number of its body there. */
export function storedLive(
  numberOf: NumberOf,
  contentTypeId: string,
  live: LiveDocument,
  n: number,
  body: number,
): StoredLive {
  const variation = numberOf('variation', live.variationId)
  return {
    r: n * rowsOfItem + variation,
    variation,
    id: blobOf(live.contentVariationId),
    type: numberOf('type', contentTypeId),
    name: live.name,
    name_key: live.nameKey,
    version: live.publishedVersion,
    published_at: microsecondsOf(live.publishedAt),
    channels: channelsOf(live.deliveryTargets),
    ...fileOf(numberOf, live),
    body,
  }
}

/** Columns of the file of a media item. */
export const fileOf = (
  numberOf: NumberOf,
  { binaryId, mimeType }: Pick<LiveDocument, 'binaryId' | 'mimeType'>,
): Pick<StoredLive, 'binary' | 'mime_type'> => ({
  binary: binaryId === null ? null : blobOf(binaryId),
  mime_type: mimeType === null ? null : numberOf('mime type', mimeType),
})

/** Between commas, so that a name is found with them. */
const channelsOf = (names: readonly string[]): string => (names.length === 0 ? '' : `,${names.toSorted().join()},`)

export const columnsOfLiveThatDiffer = (is: StoredLive, wanted: StoredLive): string[] =>
  liveColumns.filter((column) => !isAlike(is[column], wanted[column])).map((column) => `live ${column}`)

/** The number of a body of an item; undefined: it is not there. */
export function bodyIn(file: ReaderFile, n: number, { key }: BodyDocument): number | undefined {
  const b = file.get('select b from body where n = ? and key = ?', n, key)?.b
  return typeof b === 'number' ? b : undefined
}

function ownBody(file: ReaderFile, n: number, body: BodyDocument): number {
  return (
    bodyIn(file, n, body) ??
    file.run(
      'insert into body (n, key, fields, names, sources) values (?, ?, ?, ?, ?)',
      n,
      body.key,
      body.fields,
      body.names,
      body.sources,
    ).id
  )
}

/** Counts of what is live, as lists of it are narrowed. */
function count(file: ReaderFile, { variation, type, channels }: StoredLive, change: 1 | -1): void {
  file.run(
    `insert into live_tally (variation, type, channels, count) values (?, ?, ?, ?)
     on conflict do update set count = count + excluded.count`,
    variation,
    type,
    channels,
    change,
  )
}

/** Writes what is live of an item, where it differs from what is there. */
export function writeLive(file: ReaderFile, n: number, item: Pick<ItemDocument, 'contentTypeId' | 'live'>): void {
  const was = new Map(liveIn(file, n).map((row) => [Number(row.variation), row]))
  const numberOf: NumberOf = (of, name) => file.ownCode(of, name)
  let isBodyLeft = false
  for (const live of item.live) {
    const is = storedLive(numberOf, item.contentTypeId, live, n, ownBody(file, n, live.body))
    const stored = was.get(Number(is.variation))
    was.delete(Number(is.variation))
    if (stored !== undefined && liveColumns.every((column) => isAlike(stored[column], is[column]))) continue
    if (stored !== undefined) count(file, stored, -1)
    count(file, is, 1)
    isBodyLeft ||= stored !== undefined && stored.body !== is.body
    file.run(
      `insert or replace into live (r, variation, ${liveColumns.join(', ')}) values (?, ?${', ?'.repeat(liveColumns.length)})`,
      is.r,
      is.variation,
      ...liveColumns.map((column) => is[column]),
    )
  }
  for (const row of was.values()) {
    count(file, row, -1)
    file.run('delete from live where r = ?', row.r)
  }
  if (isBodyLeft || was.size > 0)
    file.run(
      'delete from body where n = ?1 and b not in (select body from live where r >= ?2 and r < ?3)',
      n,
      n * rowsOfItem,
      (n + 1) * rowsOfItem,
    )
}
