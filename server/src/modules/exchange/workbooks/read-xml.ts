import { Parser } from 'htmlparser2'
import { maxDepth, maxUnbrokenBytes, maxWholePartSize } from './limits.ts'
import { cannotRead } from './zip-parts.ts'

export interface XmlHandler {
  /** Names without the prefix of their namespace. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML as it comes; after each chunk the caller can take what its handler has gathered. Throws `UnreadableFile` where the XML is
 * cut, nests too deeply, or brings definitions of its own (`<!DOCTYPE`), which no workbook needs.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  let depth = 0
  let sinceEvent = 0
  let hasDefinitions = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        sinceEvent = 0
        handler.open?.(localName(name), attributes)
      },
      ontext(text) {
        sinceEvent = 0
        handler.text?.(text)
      },
      onclosetag(name) {
        depth -= 1
        sinceEvent = 0
        handler.close?.(localName(name))
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) hasDefinitions = true
      },
      onerror(error) {
        throw error
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    sinceEvent += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (hasDefinitions || depth > maxDepth || sinceEvent > maxUnbrokenBytes)
      throw cannotRead('DAMAGED_WORKBOOK', 'A part of the workbook is no XML as workbooks have it.')
    yield
  }
  parser.write(decoder.decode())
  // At its end the parser would close what a cut file leaves open.
  if (depth !== 0) throw cannotRead('DAMAGED_WORKBOOK', 'A part of the workbook ends in the middle.')
  parser.end()
  yield
}

const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** Reads all of it at once: for the small parts of a workbook. */
export async function readWholeXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(upTo(maxWholePartSize, bytes), handler)) {
    // The handler has it.
  }
}

async function* upTo(most: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > most)
      throw cannotRead('WORKBOOK_TOO_LARGE', `A part of the workbook beside its sheets has more than ${most} bytes.`)
    yield chunk
  }
}
