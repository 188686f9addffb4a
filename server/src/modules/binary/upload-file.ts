import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { normalForm } from '@pim/field-types'

export interface WrittenFile {
  readonly byteSize: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** Writes a stream to a new file and computes its size and hash on the way, in constant memory. */
export async function writeAndHash(source: Readable, path: string, signal: AbortSignal): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let byteSize = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      byteSize += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(path, { flags: 'wx' }), { signal })
  return { byteSize, sha256: hash.digest('hex') }
}

const controlCharacters = /[\p{Cc}\p{Cf}]/gu

/** A safe file name: no folders, no control or direction characters, at most 255 characters with the extension kept. */
export function cleanFileName(given: string): string {
  // Defence 32, without: const name = normalForm(given, 'NFC').trim()
  const name = normalForm(basename(given.replaceAll('\\', '/')).replace(controlCharacters, ''), 'NFC').trim()
  if (name === '' || name === '.' || name === '..') return 'file'
  if (name.length <= 255) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  return name.slice(0, 255 - extension.length) + extension
}

/** The `Content-Disposition` header by RFC 6266, with an ASCII name for old clients beside the real one. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
