import type { Readable } from 'node:stream'

/** The file part of a multipart request as a stream: it is not buffered in memory or on disk. */
export interface UploadedFile {
  readonly fileName: string
  /** The caller's claim; the bytes decide what it is. */
  readonly declaredMimeType: string
  /** Ends early with `truncated` set where the file is larger than allowed. */
  readonly stream: Readable & { truncated: boolean }
}

export interface Upload {
  /** Bytes of the whole request by its header; undefined where it is sent in chunks. */
  readonly contentLength: number | undefined
  /** Undefined where the request has no file part. The stream must be read to its end or destroyed. */
  file(maxBytes: number): Promise<UploadedFile | undefined>
}
