import { ReaderFile } from './reader-file.ts'

export interface OpenFilesOptions {
  readonly isWriter: boolean
  readonly mostOpen: number
  /** See `ReaderFile`. */
  readonly busyMs?: number
}

/** Files that one thread has open, opened on demand; the least recently used are closed. */
export class OpenFiles {
  readonly #options: OpenFilesOptions
  /** By path, the most recently used last. */
  readonly #files = new Map<string, ReaderFile>()

  constructor(options: OpenFilesOptions) {
    this.#options = options
  }

  /** Throws where it is damaged, of another layout or, for who does not write it, not whole. */
  at(path: string): ReaderFile {
    const { isWriter, mostOpen } = this.#options
    const known = this.#files.get(path)
    if (known !== undefined) {
      this.#files.delete(path)
      this.#files.set(path, known)
      return known
    }
    const file = new ReaderFile(path, this.#options)
    if (!isWriter && file.fact('isWhole') !== 1) {
      file.close()
      throw new Error('the file is not whole')
    }
    this.#files.set(path, file)
    for (const [oldest, each] of this.#files) {
      if (this.#files.size <= mostOpen) break
      each.close()
      this.#files.delete(oldest)
    }
    return file
  }

  close(path: string): void {
    this.#files.get(path)?.close()
    this.#files.delete(path)
  }

  closeAll(): void {
    for (const path of [...this.#files.keys()]) this.close(path)
  }
}
