import type { Readable } from 'node:stream'

/** The file of a multipart call as it arrives: nothing of it is held in memory, nothing has been written yet. */
export interface UploadedFile {
  readonly fileName: string
  /** What the caller says it is; believe the bytes instead. */
  readonly declaredMimeType: string
  /** Ends early with `truncated` set on it where the file is larger than was allowed. */
  readonly stream: Readable & { truncated: boolean }
}

export interface Upload {
  /** What the caller says the whole request weighs; undefined where it streams. */
  readonly contentLength: number | undefined
  /** Undefined where the request has no file part. The stream must be read to its end or destroyed. */
  file(maxBytes: number): Promise<UploadedFile | undefined>
}
