import { conceptsName, fieldName } from '../item-document.ts'
import type { ListedRow, PicturePlaces } from '../list-question.ts'
import { onlyOf, type Place, scopeOf } from './conditions.ts'
import { timeOf } from './microseconds.ts'
import { blobOf, idOf, type Row, rowsOfItem, statuses } from './reader-file.ts'
import { number } from './rows.ts'

/** Shows rows of a list with all that stands in the file of them. */
export function listedRow(place: Place, pictures: PicturePlaces): (row: Row) => ListedRow | undefined {
  const { file, isPublished } = place
  const columns = isPublished ? 'l.name, null as named_in, null as item_name' : 'v.name, v.named_in, v.item_name'
  const query = `select v.id, i.id as item, v.place, v.type, v.status, ${columns}, v.version, v.modified_at, v.modified_by,
    v.completeness, v.translation, v.binary, v.differs, v.channels, v.missing
    from row v join item i on i.n = v.r / ${rowsOfItem} ${isPublished ? 'join live l on l.r = v.r' : ''} where v.r = ?`
  const concepts = file.code('field', conceptsName) ?? 0
  const pictureOf = firstPictures(place, pictures)
  return ({ r }) => {
    const row = file.get(query, r ?? null)
    if (!(row?.id instanceof Uint8Array && row.item instanceof Uint8Array)) return undefined
    const n = Math.floor(number(r) / rowsOfItem)
    const contentTypeId = file.nameOf('type', row.type ?? null)
    const isMedia = number(row.place) >= 2
    const binary = isMedia ? row.binary : pictureOf(n, contentTypeId)
    return {
      contentItemId: idOf(row.item),
      contentVariationId: idOf(row.id),
      contentTypeId,
      kind: isMedia ? 'media' : 'user',
      name: String(row.name),
      nameVariationId: typeof row.named_in === 'number' ? file.nameOf('variation', row.named_in) : null,
      itemName: typeof row.item_name === 'string' ? row.item_name : null,
      binaryId: binary instanceof Uint8Array ? idOf(binary) : null,
      status: statuses[number(row.status)] ?? 'draft',
      hasUnpublishedChanges: row.differs === 1,
      completeness: number(row.completeness),
      deliveryTargets: namesIn(row.channels),
      missingFields: namesIn(row.missing),
      translation: number(row.translation),
      version: number(row.version),
      conceptIds: [...new Set(keysOf(place, n, concepts, 'key'))],
      modifiedAt: timeOf(number(row.modified_at)),
      modifiedBy: file.nameOf('person', row.modified_by ?? null),
      isDeleted: number(row.place) % 2 === 1,
    }
  }
}

const namesIn = (list: unknown): string[] => (typeof list === 'string' ? list.slice(1, -1).split(',') : [])

/** Keys of a field that an item has in the variation of the list. */
const keysOf = (place: Place, n: number, field: number, order: 'key' | 'position'): string[] =>
  place.file
    .all(
      `select k.key from key k indexed by key_of_item where k.n = ? and k.field = ? and k.variation in (0, ?) and k.scope & ?
        order by k.${order}`,
      n,
      field,
      onlyOf(place),
      scopeOf(place),
    )
    .map(({ key }) => String(key))

/**
 * The file of the first picture that an item refers to. It is looked for when the list is asked for, as the item that has it may be changed,
 * deleted or published by itself. In a list of what is live it is what is live of that item, too.
 */
function firstPictures(place: Place, { mimeTypes, fields }: PicturePlaces) {
  const { file, isPublished } = place
  const types = mimeTypes.flatMap((name) => file.code('mime type', name) ?? []).join()
  const query = `select m.binary from item i join ${isPublished ? 'live' : 'row'} m on m.r = i.n * ${rowsOfItem} + ?
    where i.id = ? and m.mime_type in (${types}) ${isPublished ? '' : 'and m.place = 2'}`
  const numbers = new Map(
    Object.entries(fields).map(([contentTypeId, names]) => [
      contentTypeId,
      names.flatMap((name) => file.code('field', fieldName(contentTypeId, name)) ?? []),
    ]),
  )
  return (n: number, contentTypeId: string): unknown => {
    for (const field of numbers.get(contentTypeId) ?? [])
      for (const key of keysOf(place, n, field, 'position')) {
        // Behind the letter that marks references.
        const binary = file.get(query, onlyOf(place), blobOf(key.slice(1)))?.binary
        if (binary !== undefined) return binary
      }
    return undefined
  }
}
