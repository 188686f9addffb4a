import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ObjectStore } from '../object-storage/index.ts'
import { seal, unseal } from './sealing.ts'

/** The objects of one backup, below its name in a store: written and read as streams, encrypted where there is a key. */
export interface BackupObjects {
  put(name: string, bytes: Readable | AsyncIterable<Buffer>, options?: Compression): Promise<Measured>
  /** The bytes of an object. What was read is measured when all of it was. */
  get(name: string, options?: Compression): ObjectReading
  exists(name: string): Promise<boolean>
  delete(name: string): Promise<void>
}

export interface Compression {
  readonly isCompressed?: boolean
}

/** Of what is stored, before it is encrypted. */
export interface Measured {
  readonly byteSize: number
  readonly sha256: string
}

export interface ObjectReading {
  readonly bytes: AsyncIterable<Buffer>
  measured(): Measured
}

export interface BackupPlace {
  readonly store: ObjectStore
  /** The backup's name in the store; empty where the store is the backup. */
  readonly name: string
  readonly key: Buffer | undefined
}

export function backupObjects({ store, name: backup, key }: BackupPlace): BackupObjects {
  const keyOf = (name: string): string => (backup === '' ? name : `${backup}/${name}`)
  return {
    async put(name, bytes, { isCompressed = false } = {}) {
      const meter = new Meter()
      const source = bytes instanceof Readable ? bytes : Readable.from(bytes)
      const stored = new PassThrough()
      const measure = (chunks: AsyncIterable<Buffer>) => {
        const measured = meter.pass(chunks)
        return key === undefined ? measured : seal(measured, key, name)
      }
      const writing = isCompressed
        ? pipeline(source, createZstdCompress(), measure, stored)
        : pipeline(source, measure, stored)
      const putting = store.put(keyOf(name), stored, { contentType: 'application/octet-stream' }).catch((error) => {
        // Ends the source, too, which would wait for somebody to read on.
        stored.destroy(error)
        throw error
      })
      await Promise.all([writing, putting])
      return meter.measured()
    },
    get(name, { isCompressed = false } = {}) {
      const meter = new Meter()
      async function* read(): AsyncGenerator<Buffer> {
        const { stream } = await store.get(keyOf(name))
        const measured = meter.pass(unseal(stream, key, name))
        if (!isCompressed) {
          yield* measured
          return
        }
        const whole = createZstdDecompress()
        const reading = pipeline(measured, whole)
        // A failure destroys what is read below, which throws it; nobody waits for this one then.
        reading.catch(() => {})
        yield* whole
        await reading
      }
      return { bytes: read(), measured: () => meter.measured() }
    },
    exists: (name) => store.exists(keyOf(name)),
    delete: (name) => store.delete(keyOf(name)),
  }
}

/** Measures what passes through it. */
export class Meter {
  readonly #hash = createHash('sha256')
  #byteSize = 0

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk)
      this.#byteSize += chunk.length
      yield chunk
    }
  }

  measured(): Measured {
    return { byteSize: this.#byteSize, sha256: this.#hash.copy().digest('hex') }
  }
}

export async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
    }
  }
}

/** Rows as COPY writes them: a line feed within a value is written as `\n`, so each one ends a row. */
export class RowCounter {
  count = 0

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.count++
      yield chunk
    }
  }
}

/** Several at a time; the first that fails ends it. */
export async function eachOf<T>(all: AsyncIterable<T>, width: number, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = all[Symbol.asyncIterator]()
  let hasFailed = false
  const worker = async () => {
    for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next())
      await work(next.value).catch((error) => {
        hasFailed = true
        throw error
      })
  }
  try {
    await Promise.all(Array.from({ length: width }, worker))
  } finally {
    await iterator.return?.()
  }
}
