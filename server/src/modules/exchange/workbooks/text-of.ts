import { maxRowLength } from '../files/limits.ts'
import type { XmlHandler } from './read-xml.ts'
import { cannotRead } from './zip-parts.ts'

/**
 * Gathers the text of each element of a name (`si`, `is`): the `t` in it, in the order in which they stand, whatever format
 * each has. What says how a Japanese word is pronounced (`rPh`) is no part of it.
 */
export class TextOf implements XmlHandler {
  private readonly element: string
  private readonly found: (text: string) => void
  private gathered = ''
  private isInside = false
  private isText = false
  private pronounced = 0

  constructor(element: string, found: (text: string) => void) {
    this.element = element
    this.found = found
  }

  open(name: string): void {
    if (name === this.element) {
      this.isInside = true
      this.gathered = ''
    } else if (name === 'rPh') this.pronounced += 1
    else if (name === 't') this.isText = this.isInside && this.pronounced === 0
  }

  text(text: string): void {
    if (!this.isText) return
    this.gathered += text
    if (this.gathered.length > maxRowLength)
      throw cannotRead('ROW_TOO_LONG', `A cell has more than ${maxRowLength} characters.`)
  }

  close(name: string): void {
    if (name === 't') this.isText = false
    else if (name === 'rPh') this.pronounced -= 1
    else if (name === this.element) {
      this.isInside = false
      this.found(this.gathered)
    }
  }
}

/** Signs that XML cannot have are written as `_x000D_`, and a text that looks like that as `_x005F_x000D_`. */
export const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The other way: a text as a cell of a workbook has it, without the escapes of XML. */
export const cellText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have
    .replace(/[\0-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]/g, (sign) => hexOf(sign))
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (sign) => hexOf(sign))

const hexOf = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
