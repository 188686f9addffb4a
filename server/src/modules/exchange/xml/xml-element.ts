import { UnreadableFile } from '../files/file-problem.ts'
import { maxParts, maxRowLength } from '../files/limits.ts'
import { localName, type XmlHandler } from './parse-xml.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Texts and elements, in their order. */
  readonly parts: (string | XmlElement)[]
}

export const elementsIn = ({ parts }: XmlElement): XmlElement[] =>
  parts.filter((part): part is XmlElement => typeof part !== 'string')

/** All text of an element, without spaces around it. */
export const textIn = (element: XmlElement): string => textsIn(element).join('').trim()

const textsIn = ({ parts }: XmlElement): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? part : textsIn(part)))

/** Elements of a name within an element, however deep. */
export const within = (element: XmlElement, name: string): XmlElement[] =>
  elementsIn(element).flatMap((each) => [...(localName(each.name) === name ? [each] : []), ...within(each, name)])

/**
 * Gathers whole elements, each until it is closed, in memory that the limits of a row hold in bounds; what is around them is passed over. `isWanted`: by the
 * names of the elements that are open. Throws `UnreadableFile` where one is too long.
 */
export class ElementGathering implements XmlHandler {
  readonly #isWanted: (path: readonly string[]) => boolean
  readonly #path: string[] = []
  readonly #open: XmlElement[] = []
  #gathered: { readonly element: XmlElement; readonly path: string }[] = []
  #count = 0
  #length = 0
  #parts = 0

  constructor(isWanted: (path: readonly string[]) => boolean) {
    this.#isWanted = isWanted
  }

  /** Those that were closed since the last time. */
  take(): readonly { readonly element: XmlElement; readonly path: string }[] {
    const gathered = this.#gathered
    this.#gathered = []
    return gathered
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name)
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      if (!this.#isWanted(this.#path)) return
      this.#count += 1
      this.#length = 0
      this.#parts = 0
    }
    const element: XmlElement = { name, attributes, parts: [] }
    parent?.parts.push(element)
    this.#open.push(element)
    this.#parts += 1
    this.#add(name)
    for (const [each, value] of Object.entries(attributes)) this.#add(each, value)
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element === undefined) return
    element.parts.push(text)
    this.#add(text)
  }

  close(): void {
    const path = this.#path.join('/')
    this.#path.pop()
    const element = this.#open.pop()
    if (element !== undefined && this.#open.length === 0) this.#gathered.push({ element, path })
  }

  #add(...texts: readonly string[]): void {
    // Each text takes room of its own, also where it has no more than an entity.
    for (const text of texts) this.#length += text.length + 10
    // Defence 373, without: return
    if (this.#length <= maxRowLength && this.#parts <= maxParts) return
    const message = `Element ${this.#count} has more than ${maxRowLength} characters, or more than ${maxParts} elements.`
    throw new UnreadableFile({ code: 'ROW_TOO_LONG', message, row: this.#count, params: { max: maxRowLength } })
  }
}
