import type { FileProblemCode } from '../files/file-problem.ts'
import { maxColumns, maxRowLength } from '../files/limits.ts'
import { type NumberKind, serialToText } from './cell-formats.ts'
import { placeOf } from './merged-cells.ts'
import type { XmlHandler } from './read-xml.ts'
import type { SharedStrings } from './shared-strings.ts'
import { plainText, TextOf } from './text-of.ts'
import { cannotRead } from './zip-parts.ts'

/** What a cell has: text, number or truth value; or why nothing is to be had of it. */
export type Cell = string | number | boolean | { readonly problem: FileProblemCode; readonly text: string }

export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  readonly row: number
  /** By column, from 0; without those that are empty. */
  readonly cells: ReadonlyMap<number, Cell>
}

export interface CellReading {
  readonly texts: SharedStrings
  readonly numberKinds: readonly NumberKind[]
  readonly is1904: boolean
}

/** Cells further right than any file may have columns are dropped, and one of them is kept so that the row is told. */
const lastColumn = maxColumns

/** Gathers the rows of a sheet; `take` gives those that are whole. Of a formula it is the value that was last worked out. */
export class SheetCells implements XmlHandler {
  private readonly reading: CellReading
  private readonly inlineText: TextOf
  private done: SheetRow[] = []
  private row = 0
  private column = -1
  private cells = new Map<number, Cell>()
  private length = 0
  private type = ''
  private format = 0
  private value: string | undefined
  private isValue = false
  private isInRows = false

  constructor(reading: CellReading) {
    this.reading = reading
    this.inlineText = new TextOf('is', (text) => {
      this.value = text
    })
  }

  take(): SheetRow[] {
    const rows = this.done
    this.done = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.isInRows = true
    if (!this.isInRows) return
    if (name === 'row') {
      const number = Number(attributes.r)
      this.row = number > this.row ? number : this.row + 1
      this.column = -1
      this.length = 0
      this.cells = new Map()
    } else if (name === 'c') {
      const { column } = attributes.r === undefined ? { column: this.column + 1 } : placeOf(attributes.r)
      this.column = column
      this.type = attributes.t ?? 'n'
      this.format = Number(attributes.s ?? 0)
      this.value = undefined
    } else if (name === 'v') {
      this.isValue = true
      this.value = ''
    } else this.inlineText.open(name)
  }

  text(text: string): void {
    if (this.isValue) {
      this.value += text
      if ((this.value?.length ?? 0) > maxRowLength) throw tooLong(this.row)
    } else this.inlineText.text(text)
  }

  close(name: string): void {
    if (!this.isInRows) return
    if (name === 'sheetData') this.isInRows = false
    else if (name === 'v') this.isValue = false
    else if (name === 'c') this.keep()
    else if (name === 'row') {
      if (this.cells.size > 0) this.done.push({ row: this.row, cells: this.cells })
    } else this.inlineText.close(name)
  }

  private keep(): void {
    if (this.value === undefined) return
    const cell = this.cellOf(this.value)
    if (cell === '' || cell === undefined) return
    this.length += typeof cell === 'string' ? cell.length : 20
    if (this.length > maxRowLength) throw tooLong(this.row)
    this.cells.set(Math.min(this.column, lastColumn), cell)
  }

  private cellOf(value: string): Cell | undefined {
    if (this.type === 's') return this.reading.texts.at(Number(value)) ?? { problem: 'DAMAGED_CELL', text: value }
    if (this.type === 'str' || this.type === 'inlineStr') return plainText(value)
    if (this.type === 'b') return value === '1' || value === 'true'
    if (this.type === 'e') return { problem: 'CELL_ERROR', text: value.slice(0, 50) }
    // A date in words of ISO 8601, which few programs write.
    if (this.type === 'd') return value
    return this.numberOf(value)
  }

  private numberOf(value: string): Cell {
    if (value.trim() === '') return ''
    const number = Number(value)
    if (!Number.isFinite(number)) return { problem: 'DAMAGED_CELL', text: value.slice(0, 50) }
    const kind = this.reading.numberKinds[this.format] ?? 'number'
    // Spreadsheets count with fifteen digits and write seventeen: 0.30000000000000004 is shown, and meant, as 0.3.
    if (kind === 'number') return Number(number.toPrecision(15))
    if (typeof kind === 'object')
      return Number.isSafeInteger(number) && number >= 0 ? String(number).padStart(kind.digits, '0') : number
    return serialToText(number, kind, this.reading.is1904) ?? { problem: 'DATE_NOT_READ', text: value.slice(0, 50) }
  }
}

const tooLong = (row: number) => cannotRead('ROW_TOO_LONG', `Row ${row} has more than ${maxRowLength} characters.`)
