import type { Field, ImportColumn, ImportColumnReading, ImportInspection, ImportMapping } from '@pim/contract'
import { behaviourOf, fold, openParts, proposeReading, type ReadingPart, unknownCodes } from '@pim/field-types'

/** The zone of whoever imports: times without an offset are most often theirs. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const hasReading = (field: Field): boolean => behaviourOf(field).room.readingParts.length > 0

/** How the cells of a column would be read that goes to the field; undefined where there is nothing to choose. */
export function firstReading(
  field: Field | undefined,
  heading: string,
  cells: readonly string[],
): ImportColumnReading | undefined {
  return field && hasReading(field) ? withOwnZone(field, proposeReading(field, { heading, cells })) : undefined
}

export const withOwnZone = (field: Field, reading: ImportColumnReading): ImportColumnReading =>
  behaviourOf(field).room.readingParts.includes('timeZone') ? { timeZone: ownZone(), ...reading } : reading

/** What a mapping says that was made when numbers and dates were said for a whole file, for one of its columns. */
export function readingOfFile(
  field: Field,
  { numbers, dates, richTexts: markup }: Pick<ImportMapping, 'numbers' | 'dates' | 'richTexts'>,
): ImportColumnReading {
  const { room, settings } = behaviourOf(field)
  const all: ImportColumnReading = {
    numbers,
    dates,
    markup: markup ?? 'html',
    timeZone: 'UTC',
    ...room.usualReading(settings),
  }
  return Object.fromEntries(Object.entries(all).filter(([part]) => room.readingParts.includes(part as ReadingPart)))
}

/** A cell before and after: as the file has it, and the value that would be stored; null where it cannot be read. */
export interface ReadCell {
  readonly cell: string
  /** The cell of the same row in the code column. */
  readonly code?: string | undefined
  readonly value: unknown
}

/** Amounts with what the column that names their units or currencies has in their rows. */
export type Codes = ReadonlyMap<string, string>

/** By cell of the column, of the first row that has it. */
export function codesBeside(
  { columns, firstRows }: Pick<ImportInspection, 'columns' | 'firstRows'>,
  column: string,
  codeColumn: string,
): Codes {
  const [at, ofCode] = [columns.indexOf(column), columns.indexOf(codeColumn)]
  return new Map(firstRows.map((row) => [row[at] ?? '', row[ofCode] ?? ''] as const).toReversed())
}

export function readCells(
  field: Field,
  reading: ImportColumnReading,
  cells: readonly string[],
  codes?: Codes,
): readonly ReadCell[] {
  const behaviour = behaviourOf(field)
  return cells.map((cell) => {
    const code = codes?.get(cell)
    const { value, issues, open } =
      code === undefined ? behaviour.readText(cell, reading) : behaviour.readTextBeside(cell, code, reading)
    return { cell, code, value: open === undefined && issues.length === 0 ? value : null }
  })
}

/** The columns that may name the units or currencies of the field: some of their cells do. */
export function codeColumnsFor(
  field: Field,
  { codeColumn: chosen, ...reading }: ImportColumnReading,
  cellsByColumn: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (behaviourOf(field).codePart === undefined) return []
  return [...cellsByColumn].flatMap(([column, cells]) => {
    const isMeant = cells.length > 0 && unknownCodes(field, reading, cells, cells.length).length < cells.length
    return column === chosen || isMeant ? [column] : []
  })
}

/** A part of a reading that somebody has to choose, with the first cell that leaves it open, and what it would be with each choice. */
export interface OpenQuestion {
  readonly part: ReadingPart
  readonly cell: string
  readonly choices: readonly { readonly reading: ImportColumnReading; readonly value: unknown }[]
}

const alternatives: Partial<Record<ReadingPart, readonly ImportColumnReading[]>> = {
  numbers: [{ numbers: 'point' }, { numbers: 'comma' }],
  dates: [{ dates: 'dayFirst' }, { dates: 'monthFirst' }],
}

export function openQuestions(
  field: Field,
  reading: ImportColumnReading,
  cells: readonly string[],
): readonly OpenQuestion[] {
  return [...openParts(field, reading, cells)].map(([part, cell]) => ({
    part,
    cell,
    choices: (alternatives[part] ?? []).map((choice) => {
      const chosen = { ...reading, ...choice }
      const [read] = readCells(field, chosen, [cell])
      return { reading: chosen, value: read?.value ?? null }
    }),
  }))
}

/**
 * Words that are nothing which the field has, each once: of the cells, or of `named`, where the cells of another column name units or
 * currencies, and where the server has not found concepts.
 */
export function unknownWords(
  field: Field,
  reading: ImportColumnReading,
  cells: readonly string[],
  named: readonly string[] = [],
): readonly string[] {
  const behaviour = behaviourOf(field)
  // Amounts are no words; only what stands beside them has a meaning.
  if (behaviour.codePart !== undefined) return unknownCodes(field, reading, named, named.length)
  const { isList, readingParts } = behaviour.room
  if (readingParts.includes('path')) {
    const meant = new Set(reading.values?.map(({ from }) => fold(from)))
    return named.filter((name) => !meant.has(fold(name)))
  }
  if (!readingParts.includes('values')) return []
  const words = cells.flatMap((cell) => (isList ? cell.split(reading.list ?? ',') : [cell])).map((word) => word.trim())
  const known = new Set(reading.values?.map(({ from }) => from))
  return [...new Set(words)].filter(
    (word) => word !== '' && !known.has(word) && behaviour.readText(word, reading).issues.some(isOfWord),
  )
}

/** Too few or too many entries are told by the rehearsal. */
const isOfWord = ({ code }: { readonly code: string }): boolean => code !== 'TOO_FEW' && code !== 'TOO_MANY'

/** Whether a column waits for a choice: it is not imported until then. */
export const isOpen = (field: Field | undefined, { reading }: ImportColumn, cells: readonly string[]): boolean =>
  field !== undefined && reading !== undefined && openParts(field, reading, cells).size > 0
