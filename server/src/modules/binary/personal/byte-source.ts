import { Slice } from '../../../core/time-slices.ts'

/** Bytes of a file that are read where they are needed. */
export class ByteSource {
  readonly size: number
  readonly #fetch: (start: number, end: number) => Promise<Buffer>
  readonly #slice = new Slice()
  #window: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  /** `fetch` gives the bytes from `start` up to and without `end`. */
  constructor(size: number, fetch: (start: number, end: number) => Promise<Buffer>) {
    this.size = size
    this.#fetch = fetch
  }

  /** Fewer bytes where the file ends before. */
  async read(start: number, length: number): Promise<Buffer> {
    const end = Math.min(this.size, start + length)
    if (start < 0 || start >= end) return Buffer.alloc(0)
    const pause = this.#slice.isOver ? this.#slice.pause() : undefined
    if (pause !== undefined) await pause
    const { start: from, bytes } = this.#window
    if (start < from || end > from + bytes.length) {
      const until = Math.min(this.size, Math.max(end, start + windowBytes))
      this.#window = { start, bytes: await this.#fetch(start, until) }
    }
    return this.#window.bytes.subarray(start - this.#window.start, end - this.#window.start)
  }
}

const windowBytes = 256 * 1024
