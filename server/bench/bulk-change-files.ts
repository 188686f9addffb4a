import type { ImportMapping } from '@pim/contract'

export const texts: readonly string[] = Array.from({ length: 20 }, (_, at) => `text${at}`)

/** Columns by variation, or a column that names the variation of a row: with three variations that has three times as many rows. */
export type FileShape = 'rowAnItem' | 'rowAVariation'

export interface FileOfItems {
  readonly bytes: Buffer
  readonly mapping: Pick<ImportMapping, 'columns'> & Partial<Pick<ImportMapping, 'keyField'>>
}

/** A CSV of new items with own texts in all of their variations. `variations`: ids by language. */
export function fileOfItems(
  shape: FileShape,
  itemCount: number,
  variations: Readonly<Record<string, string>>,
): FileOfItems {
  return shape === 'rowAnItem' ? rowAnItem(itemCount, variations) : rowAVariation(itemCount, variations)
}

/** A CSV of many items of little text, each of which links to the one that is half the file away. */
export function longFile(rowCount: number): FileOfItems {
  const lines = Array.from(
    { length: rowCount },
    (_, at) => `L-${at},Long list ${at},L-${(at + Math.floor(rowCount / 2)) % rowCount}`,
  )
  return {
    bytes: Buffer.from(['sku,text0,related', ...lines].join('\n')),
    mapping: {
      keyField: 'sku',
      columns: [
        { column: 'sku', target: { kind: 'field', technicalFieldName: 'sku' } },
        { column: 'text0', target: { kind: 'field', technicalFieldName: 'text0' } },
        { column: 'related', target: { kind: 'field', technicalFieldName: 'related', linkedBy: 'sku' } },
      ],
    },
  }
}

const columnName = (text: string, language: string) => `${text} ${language}`

function rowAnItem(itemCount: number, variations: Readonly<Record<string, string>>): FileOfItems {
  const places = Object.entries(variations).flatMap(([language, variationId]) =>
    texts.map((text) => ({ text, variationId, column: columnName(text, language) })),
  )
  const lines = Array.from({ length: itemCount }, (_, at) =>
    [`New thing ${at}`, ...places.map(({ column }) => `a new ${column} ${at}`)].join(','),
  )
  return {
    bytes: Buffer.from([['name', ...places.map(({ column }) => column)].join(','), ...lines].join('\n')),
    mapping: {
      columns: [
        { column: 'name', target: { kind: 'name' } },
        ...places.map(({ text, variationId, column }) => ({
          column,
          target: { kind: 'field' as const, technicalFieldName: text, variationId },
        })),
      ],
    },
  }
}

function rowAVariation(itemCount: number, variations: Readonly<Record<string, string>>): FileOfItems {
  const languages = Object.keys(variations)
  const lines = Array.from({ length: itemCount }, (_, at) =>
    languages.map((language) =>
      [`N-${at}`, `Next thing ${at}`, language, ...texts.map((text) => `a next ${text} ${language} ${at}`)].join(','),
    ),
  ).flat()
  return {
    bytes: Buffer.from([['sku', 'name', 'language', ...texts].join(','), ...lines].join('\n')),
    mapping: {
      keyField: 'sku',
      columns: [
        { column: 'sku', target: { kind: 'field', technicalFieldName: 'sku' } },
        { column: 'name', target: { kind: 'name' } },
        { column: 'language', target: { kind: 'variation' } },
        ...texts.map((text) => ({ column: text, target: { kind: 'field' as const, technicalFieldName: text } })),
      ],
    },
  }
}
