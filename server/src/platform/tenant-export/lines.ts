import type { Readable } from 'node:stream'

/** The lines of a text in UTF-8. (`readline` also ends a line at U+2028, which JSON may hold.) */
export async function* linesIn(stream: Readable | AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const piece of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...parts, piece.subarray(from, end)]).toString('utf8')
      parts = []
      from = end + 1
    }
    if (from < piece.length) parts.push(piece.subarray(from))
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8')
}
