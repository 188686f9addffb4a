/** Reads the file from its beginning; each call reads it anew. */
export type OpenFile = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
