import { conceptsName, fieldName } from '../item-document.ts'
import type { ListedId, ListedRow, PicturePlaces } from '../list-question.ts'
import { onlyOf, type Place, scopeOf } from './conditions.ts'
import { timeOf } from './microseconds.ts'
import { blobOf, idOf, type ReaderFile, type Row, rowsOfItem, statuses } from './reader-file.ts'
import { number, read } from './rows.ts'
import { oneOf, raw, type Sql, sql } from './sql.ts'

/** Rows `v` of items `i` with these numbers, in their order. */
const withNumbers = (rows: readonly Row[], more = raw('')): Sql =>
  sql`from json_each(${JSON.stringify(rows.map(({ r }) => r))}) page cross join row v on v.r = page.value
    cross join item i on i.n = v.r / ${raw(String(rowsOfItem))} ${more} order by page.key`

export const listedIds = (file: ReaderFile, rows: readonly Row[]): ListedId[] =>
  read(file, sql`select v.id, i.id as item ${withNumbers(rows)}`).flatMap((row) => idsOf(row) ?? [])

function idsOf({ id, item }: Row): ListedId | undefined {
  return id instanceof Uint8Array && item instanceof Uint8Array
    ? { contentItemId: idOf(item), contentVariationId: idOf(id) }
    : undefined
}

/** All that stands in the file of rows, by one statement, and their pictures. */
export function listedRows(place: Place, { mimeTypes, fields }: PicturePlaces, rows: readonly Row[]): ListedRow[] {
  const { file, isPublished } = place
  const fieldsOfTypes = Object.entries(fields).map(([type, names]) => names.map((name) => fieldName(type, name)))
  const inOrder = fieldsOfTypes.flat().flatMap((name) => file.code('field', name) ?? [])
  const found = read(
    file,
    sql`select v.id, i.id as item, v.place, v.type, v.status, v.version, v.modified_at, v.modified_by, v.completeness,
        v.translation, v.binary, v.differs, v.channels, v.missing,
        ${raw(isPublished ? 'l.name, null as named_in, null as item_name' : 'v.name, v.named_in, v.item_name')},
        ${keysOf(place, [file.code('field', conceptsName) ?? 0], 'k.key')} as concepts,
        ${keysOf(place, inOrder, `k.field || ' ' || k.position || ' ' || k.key`)} as pictures
      ${withNumbers(rows, raw(isPublished ? 'cross join live l on l.r = v.r' : ''))}`,
  )
  const pictureOf = pictures(place, mimeTypes, inOrder)
  return found.flatMap((row) => {
    const ids = idsOf(row)
    const isMedia = number(row.place) >= 2
    const binary = isMedia ? row.binary : pictureOf(listIn(row.pictures))
    return ids === undefined
      ? []
      : {
          ...ids,
          contentTypeId: file.nameOf('type', row.type ?? null),
          kind: isMedia ? 'media' : 'user',
          name: String(row.name),
          nameVariationId: typeof row.named_in === 'number' ? file.nameOf('variation', row.named_in) : null,
          itemName: typeof row.item_name === 'string' ? row.item_name : null,
          binaryId: binary instanceof Uint8Array ? idOf(binary) : null,
          status: statuses[number(row.status)] ?? 'draft',
          hasUnpublishedChanges: row.differs === 1,
          completeness: number(row.completeness),
          // Between commas.
          deliveryTargets: listIn(row.channels).slice(1, -1),
          missingFields: listIn(row.missing).slice(1, -1),
          translation: number(row.translation),
          version: number(row.version),
          conceptIds: [...new Set(listIn(row.concepts))].sort(),
          modifiedAt: timeOf(number(row.modified_at)),
          modifiedBy: file.nameOf('person', row.modified_by ?? null),
          isDeleted: number(row.place) % 2 === 1,
        }
  })
}

/** The keys of these fields that an item `i` has in the variation of the list, as one text. */
const keysOf = (place: Place, of: readonly number[], text: string): Sql =>
  sql`(select group_concat(${raw(text)}) from key k indexed by key_of_item where k.n = i.n and k.field in ${oneOf(of)}
    and k.variation in (0, ${onlyOf(place)}) and k.scope & ${scopeOf(place)})`

const listIn = (text: unknown): string[] => (typeof text === 'string' ? text.split(',') : [])

/**
 * The file of the first picture among what an item refers to. It is looked for when the list is asked for, as the item that has it is
 * changed, deleted and published by itself. In a list of what is live it is what is live of that item, too.
 */
function pictures(place: Place, mimeTypes: readonly string[], inOrder: readonly number[]) {
  const { file, isPublished } = place
  const types = oneOf(mimeTypes.flatMap((name) => file.code('mime type', name) ?? []))
  const rankOf = new Map(inOrder.map((field, at) => [String(field), at]))
  return (references: readonly string[]): unknown => {
    const ranked = references.map((reference) => {
      const [field = '', position, key = ''] = reference.split(' ')
      // Behind the letter that marks references.
      return { rank: rankOf.get(field) ?? 0, position: Number(position), id: key.slice(1) }
    })
    for (const { id } of ranked.sort((one, other) => one.rank - other.rank || one.position - other.position)) {
      const [row] = read(
        file,
        sql`select m.binary from item i join ${raw(isPublished ? 'live' : 'row')} m on m.r = i.n * ${raw(String(rowsOfItem))} + ${onlyOf(place)}
          where i.id = ${blobOf(id)} and m.mime_type in ${types} ${raw(isPublished ? '' : 'and m.place = 2')}`,
      )
      if (row !== undefined) return row.binary
    }
    return undefined
  }
}
