/* Without zod, so that the browser can have it without the schemas. Server and screen make the same cells with it. */

/** What the cells of a derived column are made from; see `derivedColumnSchema`. */
export type DerivedFrom =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'template'; readonly template: string }
  | { readonly kind: 'part'; readonly column: string; readonly separator: string; readonly part: number | 'last' }

/** Columns that one template may name: see `templatePattern`. */
export const maxTemplateColumns = 20
/** The last part of a cell that is counted from its beginning. */
export const maxParts = 100

export type TemplatePart = { readonly text: string } | { readonly column: string }

/**
 * The parts of a template such as `{Brand} {Model}`; `{{` and `}}` are braces, also in the name of a column. Undefined where a brace opens or closes
 * nothing.
 */
export function templateParts(template: string): readonly TemplatePart[] | undefined {
  const parts: TemplatePart[] = []
  let text = ''
  let isColumn = false
  for (let at = 0; at < template.length; at += 1) {
    const letter = template[at] ?? ''
    if (letter !== '{' && letter !== '}') text += letter
    else if (template[at + 1] === letter) {
      text += letter
      at += 1
    } else if (isColumn === (letter === '{')) return undefined
    else {
      if (isColumn) parts.push({ column: text })
      else if (text !== '') parts.push({ text })
      text = ''
      isColumn = !isColumn
    }
  }
  if (isColumn) return undefined
  return text === '' ? parts : [...parts, { text }]
}

/** A name of a column as it stands in a template. */
export const columnInTemplate = (column: string): string => `{${column.replaceAll('{', '{{').replaceAll('}', '}}')}}`

const columnsIn = (parts: readonly TemplatePart[]): string[] =>
  parts.flatMap((part) => ('column' in part ? part.column : []))

/** A template that can be read, with the names of 1 to 20 columns. */
export const templatePattern = /^(?:[^{}]|\{\{|\}\})*(?:\{(?:[^{}]|\{\{|\}\})+\}(?:[^{}]|\{\{|\}\})*){1,20}$/u

export const isTemplate = (template: string): boolean => templatePattern.test(template)

/** The columns of the file that a derived column is made from. */
export function sourcesOf(from: DerivedFrom): readonly string[] {
  if (from.kind === 'fixed') return []
  return from.kind === 'part' ? [from.column] : columnsIn(templateParts(from.template) ?? [])
}

/** The cells of a row of the file by column: as the file has it, and as a text; undefined where the row says nothing of it. */
export interface SourceCells {
  readonly cellIn: (column: string) => unknown
  readonly textIn: (column: string) => string
}

/**
 * What makes the cell of a derived column of each row. The cell is a text, or what the file has where that is not a text and is taken whole;
 * undefined where the row says nothing of any column that it is made from, and empty where all of them are.
 */
export function deriving(from: DerivedFrom): (cells: SourceCells) => unknown {
  if (from.kind === 'fixed') return () => from.text
  if (from.kind === 'part') return (cells) => partOf(from, cells)
  const parts = templateParts(from.template) ?? []
  const columns = columnsIn(parts)
  return (cells) => (columns.every((column) => cells.cellIn(column) === undefined) ? undefined : filled(parts, cells))
}

/** Where a cell is empty, one of the spaces around its place goes, too. */
function filled(parts: readonly TemplatePart[], { textIn }: SourceCells): string {
  let text = ''
  let hasCell = false
  let isAfterEmpty = false
  for (const part of parts) {
    const more = 'text' in part ? part.text : textIn(part.column).trim()
    if ('column' in part) {
      if (more === '') isAfterEmpty = true
      else hasCell = true
    }
    if (more === '') continue
    text += isAfterEmpty && (text === '' || /\s$/.test(text)) ? more.trimStart() : more
    isAfterEmpty = false
  }
  return hasCell ? text.trim() : ''
}

function partOf(
  { column, separator, part }: Extract<DerivedFrom, { kind: 'part' }>,
  { cellIn, textIn }: SourceCells,
): unknown {
  const value = cellIn(column)
  if (value === undefined || value === null) return value
  const text = textIn(column)
  if (!text.includes(separator)) return part === 1 || part === 'last' ? value : ''
  if (part === 'last') return text.slice(text.lastIndexOf(separator) + separator.length).trim()
  let from = 0
  for (let passed = 1; passed < part; passed += 1) {
    const next = text.indexOf(separator, from)
    if (next === -1) return ''
    from = next + separator.length
  }
  const end = text.indexOf(separator, from)
  return text.slice(from, end === -1 ? undefined : end).trim()
}
