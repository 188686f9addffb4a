import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { maxRowLength } from '../files/limits.ts'
import { maxSharedStrings, textCacheBytes } from './limits.ts'
import { readXml } from './read-xml.ts'
import { plainText, TextOf } from './text-of.ts'
import { cannotRead, type ZipParts } from './zip-parts.ts'

/** The texts that cells name by number. */
export interface SharedStrings {
  /** Undefined: there is no such text. */
  at(index: number): string | undefined
  close(): void
}

const none: SharedStrings = { at: () => undefined, close: () => undefined }
const blockSize = 65_536

/**
 * Writes the texts into a file, and keeps in memory where each begins (8 bytes), so that a million of them cost no more than a
 * thousand. Spreadsheets number them in the order in which cells name them, so that most lie in a block that was just read.
 */
export async function readSharedStrings(zip: ZipParts, part: string | undefined): Promise<SharedStrings> {
  if (part === undefined) return none
  const file = openSync(join(zip.folder, 'texts'), 'w+')
  try {
    let starts = new Float64Array(1_024)
    let count = 0
    let end = 0
    let pending: Buffer[] = []
    let pendingBytes = 0
    const write = () => {
      if (pendingBytes > 0) writeSync(file, Buffer.concat(pending))
      pending = []
      pendingBytes = 0
    }
    const text = new TextOf('si', (value) => {
      const bytes = Buffer.from(plainText(value))
      if (count + 2 > starts.length) {
        const grown = new Float64Array(starts.length * 2)
        grown.set(starts)
        starts = grown
      }
      count += 1
      if (count > maxSharedStrings)
        throw cannotRead('WORKBOOK_TOO_LARGE', `The workbook has more than ${maxSharedStrings} texts.`)
      end += bytes.length
      starts[count] = end
      pending.push(bytes)
      pendingBytes += bytes.length
    })
    for await (const _ of readXml(zip.read(part), text)) if (pendingBytes > blockSize) write()
    write()
    return new StoredTexts(file, starts, count)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

class StoredTexts implements SharedStrings {
  private readonly blocks = new LRUCache<number, Buffer>({ max: textCacheBytes / blockSize })
  private readonly file: number
  private readonly starts: Float64Array
  private readonly count: number

  constructor(file: number, starts: Float64Array, count: number) {
    this.file = file
    this.starts = starts
    this.count = count
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined
    const from = this.starts[index] ?? 0
    const to = this.starts[index + 1] ?? from
    if (to - from > maxRowLength * 4) return undefined
    const first = Math.floor(from / blockSize)
    const begin = from - first * blockSize
    const block = this.block(first)
    if (begin + (to - from) <= block.length) return block.toString('utf8', begin, begin + (to - from))
    const bytes = Buffer.allocUnsafe(to - from)
    readSync(this.file, bytes, 0, bytes.length, from)
    return bytes.toString('utf8')
  }

  private block(number: number): Buffer {
    const known = this.blocks.get(number)
    if (known !== undefined) return known
    const bytes = Buffer.allocUnsafe(blockSize)
    const read = bytes.subarray(0, readSync(this.file, bytes, 0, blockSize, number * blockSize))
    this.blocks.set(number, read)
    return read
  }

  close(): void {
    closeSync(this.file)
  }
}
