import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What was learnt of a file while it was written down. */
export interface WrittenFile {
  readonly byteSize: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** Writes a stream to a file and measures it on the way, in memory that does not grow with it. */
export async function writeMeasured(source: Readable, path: string, signal: AbortSignal): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let byteSize = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      byteSize += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return { byteSize, sha256: hash.digest('hex') }
}

const control = /[\p{Cc}\p{Cf}]/gu

/** A file's name as a person would write it: no folders, no control or direction characters, at most 255 characters. */
export function cleanFileName(given: string): string {
  const name = basename(given.replaceAll('\\', '/')).replace(control, '').normalize('NFC').trim()
  if (name === '' || name === '.' || name === '..') return 'file'
  if (name.length <= 255) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  return name.slice(0, 255 - extension.length) + extension
}

/** RFC 6266: an ASCII name for old readers, the real one beside it. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
