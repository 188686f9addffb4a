import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type EndingCode, UnreadableFile } from '../files/file-problem.ts'
import type { OpenFile } from '../files/open-file.ts'
import { maxPartSize, maxParts, maxRatio, maxUnpacked, smallUnpacked } from './limits.ts'

/** The parts of a workbook, which is a ZIP archive, in a folder of its own that `close` deletes. */
export interface ZipParts {
  /** Empty, for whatever the reading has to put down. */
  readonly folder: string
  has(name: string): boolean
  /** Bytes, unpacked as they are read. Throws `UnreadableFile` where the part is missing or damaged. */
  read(name: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export const cannotRead = (code: EndingCode, message: string, cause?: unknown) =>
  new UnreadableFile({ code, message }, cause)
const damaged = (cause?: unknown) =>
  cannotRead('DAMAGED_WORKBOOK', 'The workbook is damaged, or not whole: save it again.', cause)

/**
 * Copies the file into a temporary folder where it does not lie on this machine, since the table of contents of an archive stands at its end. What would unpack to
 * more than the limits is refused before anything of it is unpacked; a size that is not true is noticed while reading.
 */
export async function openZipParts(open: OpenFile): Promise<ZipParts> {
  const folder = await mkdtemp(join(tmpdir(), 'pim-workbook-'))
  let zip: ZipFile | undefined
  const close = async () => {
    zip?.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const path = open.path ?? (await copied(open, folder))
    const opened = await orDamaged(openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }))
    zip = opened
    const entries = await orDamaged(entriesOf(opened))
    return {
      folder,
      has: (name) => entries.has(nameInZip(name)),
      read: (name) => bytesOf(opened, entries.get(nameInZip(name))),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function copied(open: OpenFile, folder: string): Promise<string> {
  const path = join(folder, 'workbook.xlsx')
  await pipeline(Readable.from(open(), { objectMode: false }), createWriteStream(path))
  return path
}

/** Some programs write the names of parts with other letters than they refer to them by; Excel does not care either. */
const nameInZip = (name: string) => name.toLowerCase()

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw cannotRead('FORMAT_NOT_READ', 'The workbook has a password: save it without one.')
    unpacked += entry.uncompressedSize
    packed += entry.compressedSize
    if (entries.size >= maxParts || entry.uncompressedSize > maxPartSize || unpacked > maxUnpacked)
      throw cannotRead(
        'WORKBOOK_TOO_LARGE',
        `The workbook unpacks to more than ${maxUnpacked} bytes or ${maxParts} parts.`,
      )
    entries.set(nameInZip(entry.fileName), entry)
  }
  if (unpacked > smallUnpacked && unpacked > packed * maxRatio)
    throw cannotRead('WORKBOOK_TOO_LARGE', `The workbook unpacks to more than ${maxRatio} times its size.`)
  return entries
}

async function* bytesOf(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (entry === undefined) throw damaged()
  const stream = await orDamaged(zip.openReadStreamPromise(entry))
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(error)
  } finally {
    stream.destroy()
  }
}

async function orDamaged<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(error)
  }
}
