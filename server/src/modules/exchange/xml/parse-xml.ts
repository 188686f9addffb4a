import { Parser } from 'htmlparser2'
import { maxAttributes, maxDepth, maxNameLength, maxUnbroken } from './limits.ts'

export interface XmlHandler {
  /** Names as the file has them, with the prefix of their namespace. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Why XML is not read. `definitions`: it brings entities or other definitions of its own. `nesting`: an element is closed inside of another one that is
 * open. `cut`: it ends in the middle.
 */
export type XmlFault = 'definitions' | 'depth' | 'names' | 'attributes' | 'unbroken' | 'nesting' | 'cut'

/**
 * Reads XML as it comes; after each part the caller can take what its handler has gathered. Entities other than those of XML itself stay as they are
 * written, and nothing is fetched: a `<!DOCTYPE` that only names a file is passed over. Throws what `refuse` makes of a fault.
 */
export async function* parseXml(
  texts: AsyncIterable<string>,
  handler: XmlHandler,
  refuse: (fault: XmlFault) => Error,
): AsyncGenerator<void> {
  let depth = 0
  let attributes = 0
  let sinceEvent = 0
  let openEnd = -1
  const requireShort = (name: string) => {
    if (name.length > maxNameLength) throw refuse('names')
  }
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1
        attributes = 0
        // Defence 370, without: const isDeep = false
        const isDeep = depth > maxDepth
        if (isDeep) throw refuse('depth')
        requireShort(name)
      },
      onattribute(name) {
        attributes += 1
        // Defence 371, without: const isWide = false
        const isWide = attributes > maxAttributes
        if (isWide) throw refuse('attributes')
        requireShort(name)
      },
      onopentag(name, given) {
        sinceEvent = 0
        openEnd = parser.endIndex
        handler.open?.(name, given)
      },
      ontext(text) {
        sinceEvent = 0
        handler.text?.(text)
      },
      oncomment() {
        sinceEvent = 0
      },
      onclosetag(name, isImplied) {
        depth -= 1
        sinceEvent = 0
        // An element that closes itself ends where it opens.
        if (isImplied && parser.endIndex !== openEnd) throw refuse('nesting')
        handler.close?.(name)
      },
      onprocessinginstruction(name, data) {
        // Defence 372, without: const isDefinition = false
        const isDefinition = name.startsWith('!') && (!/^!doctype$/i.test(name) || data.includes('['))
        if (isDefinition) throw refuse('definitions')
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for await (const text of texts) {
    sinceEvent += text.length
    parser.write(text)
    if (sinceEvent > maxUnbroken) throw refuse('unbroken')
    yield
  }
  // At its end the parser would close what a cut file leaves open.
  if (depth !== 0) throw refuse('cut')
  parser.end()
  yield
}

/** A name without the prefix of its namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
