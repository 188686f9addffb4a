/** Reads the file from its beginning; each call reads it anew. */
export interface OpenFile {
  (): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Where the file lies on this machine, if it does. */
  readonly path?: string
}
