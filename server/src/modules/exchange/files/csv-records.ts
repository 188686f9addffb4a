import { UnreadableFile } from './file-problem.ts'
import { maxRowLength } from './limits.ts'

export interface CsvRecord {
  readonly cells: readonly string[]
  /**
   * The first cell whose quote is closed before the cell ends, such as `"a "b" c"`. It keeps its quotes, and may have swallowed
   * other cells.
   */
  readonly quoteInside: number | undefined
}

const quote = 0x22
const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Takes a CSV apart into its cells, in parts as they come: line ends of all systems, also mixed; quotes around cells, with those inside of
 * them written twice; other quotes are text. Each letter is looked at once, and an empty line costs no more than a letter.
 */
export class CsvRecords {
  readonly #delimiter: number
  #cells: string[] = []
  #cell = ''
  /**
   * `begin`: nothing of the cell has come, or spaces alone. `closing`: a quote has come inside of quotes, and what follows says what it is.
   * `closed`: spaces have come behind it.
   */
  #state: 'begin' | 'plain' | 'quoted' | 'closing' | 'closed' = 'begin'
  #spaces = ''
  #quoteInside: number | undefined
  #length = 0
  #isAfterReturn = false
  #records = 0

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** The records that end in this part. Throws `UnreadableFile` where one is too long. */
  *read(part: string): Generator<CsvRecord> {
    let at = 0
    if (this.#isAfterReturn && part !== '') {
      if (part.charCodeAt(0) === lineFeed) at = 1
      this.#isAfterReturn = false
    }
    while (at < part.length) {
      if (this.#state === 'quoted') at = this.#quoted(part, at)
      else if (this.#state === 'closing' || this.#state === 'closed') at = this.#afterQuote(part, at)
      else {
        const code = part.charCodeAt(at)
        if (this.#state === 'begin' && code === quote) {
          // Spaces between the delimiter and a quote are nobody's text.
          this.#cell = ''
          this.#state = 'quoted'
          at += 1
        } else if (this.#state === 'begin' && code === space) {
          this.#add(part, at, at + 1)
          at += 1
        } else if (!this.#endsCell(code)) at = this.#plain(part, at)
        else {
          at += 1
          this.#endCell()
          if (code === this.#delimiter) continue
          if (code === carriageReturn) {
            if (at === part.length) this.#isAfterReturn = true
            else if (part.charCodeAt(at) === lineFeed) at += 1
          }
          yield this.#endRecord()
        }
      }
    }
  }

  /** The last record, where no line end has ended it. Throws `UnreadableFile` where a quote is not closed. */
  *end(): Generator<CsvRecord> {
    const row = this.#records + 1
    if (this.#state === 'quoted') {
      const message = `A quote that opens in row ${row} is not closed before the end.`
      throw new UnreadableFile({ code: 'QUOTE_NOT_CLOSED', message, row })
    }
    if (this.#state === 'begin' && this.#cell === '' && this.#cells.length === 0) return
    this.#endCell()
    yield this.#endRecord()
  }

  #endsCell(code: number): boolean {
    return code === this.#delimiter || code === lineFeed || code === carriageReturn
  }

  #plain(part: string, from: number): number {
    let end = from + 1
    while (end < part.length && !this.#endsCell(part.charCodeAt(end))) end += 1
    this.#add(part, from, end)
    this.#state = 'plain'
    return end
  }

  #quoted(part: string, from: number): number {
    const found = part.indexOf('"', from)
    const end = found === -1 ? part.length : found
    this.#add(part, from, end)
    if (found === -1) return end
    this.#state = 'closing'
    return end + 1
  }

  #afterQuote(part: string, at: number): number {
    const code = part.charCodeAt(at)
    if (code === space) {
      this.#count(1)
      this.#spaces += ' '
      this.#state = 'closed'
      return at + 1
    }
    if (code === quote && this.#state === 'closing') {
      this.#cell += '"'
      this.#length += 1
      this.#state = 'quoted'
      return at + 1
    }
    this.#state = 'plain'
    if (!this.#endsCell(code)) {
      this.#quoteInside ??= this.#cells.length
      this.#cell = `"${this.#cell}"${this.#spaces}`
    }
    this.#spaces = ''
    return at
  }

  #add(part: string, from: number, end: number): void {
    this.#count(end - from)
    this.#cell += part.slice(from, end)
  }

  #count(characters: number): void {
    this.#length += characters
    if (this.#length > maxRowLength) {
      const row = this.#records + 1
      const message = `Row ${row} has more than ${maxRowLength} characters: a quote in it may not be closed.`
      throw new UnreadableFile({ code: 'ROW_TOO_LONG', message, row, params: { max: maxRowLength } })
    }
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#spaces = ''
    this.#state = 'begin'
    this.#length += 1
  }

  #endRecord(): CsvRecord {
    const record = { cells: this.#cells, quoteInside: this.#quoteInside }
    this.#cells = []
    this.#quoteInside = undefined
    this.#length = 0
    this.#records += 1
    return record
  }
}
