/*
 * Names of the columns of files of items, without zod. A field's column has its technical name, and where a file has values of several
 * variations beside each other, the tag of one behind a colon: `title:sv-SE`. What is no field begins with `$`, which no
 * technical name does.
 */

export const itemColumns = { id: '$id', name: '$name', variation: '$variation', channels: '$channels' } as const

/** What is wrong with a row, in files of rows that are to be mended; imports leave it out. */
export const problemsColumn = '$problems'

/** `sv-SE`, and of a market of its own `sv-SE@FI`; no two variations of a tenant have the same. */
export const variationTag = ({
  languageCode,
  marketCode,
}: {
  readonly languageCode: string
  readonly marketCode?: string | undefined
}): string => (marketCode === undefined ? languageCode : `${languageCode}@${marketCode}`)

export const columnOf = (name: string, tag?: string): string => (tag === undefined ? name : `${name}:${tag}`)

/** A link field whose cells name items by a unique field of theirs: `related.sku`. */
export const linkColumnName = (name: string, key: string): string => `${name}.${key}`

/** A column headed by a label, which alone would not say what it is: `Title [title:sv-SE]`. */
export const labelledColumn = (label: string, column: string): string => `${label} [${column}]`

/** The name of a column without the label before it. */
export const columnBehindLabel = (heading: string): string => /\[([^[\]]+)\]$/.exec(heading.trim())?.[1] ?? heading

/** What a column's name says; `tag` is as somebody has written it, which may be that of no variation. */
export function readColumn(column: string): {
  readonly name: string
  readonly linkedBy?: string
  readonly tag?: string
} {
  const [whole = '', ...rest] = column.split(':')
  const [, name = whole.trim(), linkedBy] = /^([^.]+)\.([^.]+)$/.exec(whole.trim()) ?? []
  return {
    name,
    ...(linkedBy !== undefined && { linkedBy }),
    ...(rest.length > 0 && { tag: rest.join(':').trim() }),
  }
}
