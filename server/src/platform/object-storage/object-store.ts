import type { Readable } from 'node:stream'

/** First and last byte, both included, as HTTP writes it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ObjectDetails {
  readonly contentType: string
  /** Where it is known, an object of another size is refused. */
  readonly byteSize?: number
  readonly signal?: AbortSignal
}

export interface StoredBytes {
  readonly stream: Readable
  /** Of this stream: the range's where one was asked for. */
  readonly byteSize: number
}

/**
 * Bytes under keys that we make up ourselves. An object is there whole and safe from a power cut once `put` has
 * answered, and until then not at all; it never changes, so a new version is a new key.
 */
export interface ObjectStore {
  put(key: string, bytes: Readable, details: ObjectDetails): Promise<void>
  /** Throws `ObjectMissing`. */
  get(key: string, range?: ByteRange): Promise<StoredBytes>
  exists(key: string): Promise<boolean>
  /** Also when there is none: the outcome is the same. */
  delete(key: string): Promise<void>
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

/** No part begins with a dot, so no key climbs out of its folder or reaches a temporary file. */
export function checkKey(key: string): string {
  if (key.length > 500 || !/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key))
    throw new TypeError('not a key of ours')
  return key
}
