import type { ImportDerivedColumn, ImportInspection } from '@pim/contract'
import { deriving, sourcesOf, templateParts } from '@pim/contract/import/derived-columns.ts'
import type { TFunction } from 'i18next'
import { type MappingDraft, withoutUnknownColumns } from './mapping-draft.ts'

export type DerivedFrom = ImportDerivedColumn['from']

/** Characters that the name of a column may have. */
const maxName = 200
/** Characters of a fixed value that its column is called by. */
const maxShown = 60

/** The cells that a column would have in the first rows, which are texts already; null where a row says nothing of it. */
export function derivedCells(
  { columns, firstRows }: Pick<ImportInspection, 'columns' | 'firstRows'>,
  from: DerivedFrom,
) {
  const cellOf = deriving(from)
  return firstRows.map((row) => {
    const cellIn = (column: string) => row[columns.indexOf(column)] ?? undefined
    const cell = cellOf({ cellIn, textIn: (column) => cellIn(column) ?? '' })
    return typeof cell === 'string' ? cell : null
  })
}

/** The file as if it had the columns, too. */
export function withDerived(inspection: ImportInspection, derived: MappingDraft['derived'] = []): ImportInspection {
  if (derived.length === 0) return inspection
  const cells = derived.map(({ from }) => derivedCells(inspection, from))
  return {
    ...inspection,
    columns: [...inspection.columns, ...derived.map(({ column }) => column)],
    firstRows: inspection.firstRows.map((row, at) => [...row, ...cells.map((ofColumn) => ofColumn[at] ?? null)]),
  }
}

/** The name, with a number behind it where there is a column of that name. */
function freeName({ columns }: Pick<MappingDraft, 'columns'>, name: string): string {
  const known = new Set(columns.map(({ column }) => column))
  const numbered = (count: number) =>
    count === 1 ? name.slice(0, maxName) : `${name.slice(0, maxName - 10)} (${count})`
  let count = 1
  while (known.has(numbered(count))) count += 1
  return numbered(count)
}

/** A draft with one column more, or another one, and what that is called. */
interface Made {
  readonly draft: MappingDraft
  readonly column: string
}

/** With one more column, which goes nowhere yet. */
export function withMade(draft: MappingDraft, name: string, from: DerivedFrom): Made {
  const column = freeName(draft, name)
  return {
    column,
    draft: {
      ...draft,
      derived: [...(draft.derived ?? []), { column, from }],
      columns: [...draft.columns, { column, target: { kind: 'ignored' } }],
    },
  }
}

/** With a column that is made from something else; where it goes, how it is read and what names it stay. */
export function withChanged(draft: MappingDraft, changed: string, name: string, from: DerivedFrom): Made {
  const column = freeName({ columns: draft.columns.filter((each) => each.column !== changed) }, name)
  const renamed = (each: string) => (each === changed ? column : each)
  const { joinBy } = draft
  return {
    column,
    draft: {
      ...draft,
      ...(joinBy !== undefined && { joinBy: renamed(joinBy) }),
      derived: draft.derived?.map((each) => (each.column === changed ? { column, from } : each)),
      columns: draft.columns.map((each) => ({
        ...each,
        column: renamed(each.column),
        ...(each.reading?.codeColumn !== undefined && {
          reading: { ...each.reading, codeColumn: renamed(each.reading.codeColumn) },
        }),
      })),
    },
  }
}

/** Without a column that was made, and without what names it. */
export function withoutMade(draft: MappingDraft, removed: string): MappingDraft {
  const { derived = [], ...rest } = draft
  const left = derived.filter(({ column }) => column !== removed)
  const columns = draft.columns.filter(({ column }) => column !== removed)
  return withoutUnknownColumns(
    { ...rest, columns, ...(left.length > 0 && { derived: left }) },
    new Set(columns.map(({ column }) => column)),
  )
}

/** The first of the usual separators that a cell has; empty where none has one. */
export const usualSeparator = (cells: readonly string[]): string =>
  ['/', '|', ';', ' - ', ',', '-', ' '].find((each) => cells.some((cell) => cell.trim().includes(each))) ?? ''

/** The fault of a derived column; `column`: one that the file has not. */
export type DerivedProblem =
  | { readonly code: 'noText' | 'noTemplate' | 'noColumn' | 'noSeparator' }
  | { readonly code: 'unknownColumn'; readonly column: string }

export function problemOf(from: DerivedFrom, columns: readonly string[]): DerivedProblem | undefined {
  if (from.kind === 'fixed') return from.text.trim() === '' ? { code: 'noText' } : undefined
  if (from.kind === 'part') {
    if (!columns.includes(from.column)) return { code: 'noColumn' }
    return from.separator === '' ? { code: 'noSeparator' } : undefined
  }
  const unknown = sourcesOf(from).find((column) => !columns.includes(column))
  if (unknown !== undefined) return { code: 'unknownColumn', column: unknown }
  return templateParts(from.template) === undefined || sourcesOf(from).length === 0 ? { code: 'noTemplate' } : undefined
}

/** The name that is proposed for a derived column. */
export function nameOf(from: DerivedFrom, t: TFunction): string {
  if (from.kind === 'template') return from.template.trim()
  if (from.kind === 'fixed') return t('exchange.derived.named.fixed', { text: from.text.trim().slice(0, maxShown) })
  const { column, part } = from
  return part === 'last'
    ? t('exchange.derived.named.last', { column })
    : t('exchange.derived.named.part', { column, part })
}
