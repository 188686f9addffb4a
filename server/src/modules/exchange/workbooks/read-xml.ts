import { localName, parseXml, type XmlHandler } from '../xml/parse-xml.ts'
import { maxWholePartSize } from './limits.ts'
import { cannotRead } from './zip-parts.ts'

export type { XmlHandler } from '../xml/parse-xml.ts'

/**
 * Reads a part of a workbook as it comes, with names without the prefix of their namespace; after each chunk the caller can take what its handler has
 * gathered. Throws `UnreadableFile` for what is no XML as workbooks have it.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const local: XmlHandler = {
    open: (name, attributes) => handler.open?.(localName(name), attributes),
    text: (text) => handler.text?.(text),
    close: (name) => handler.close?.(localName(name)),
  }
  yield* parseXml(decoded(bytes), local, (fault) =>
    cannotRead(
      'DAMAGED_WORKBOOK',
      fault === 'cut'
        ? 'A part of the workbook ends in the middle.'
        : 'A part of the workbook is no XML as workbooks have it.',
    ),
  )
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
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
