import type { Readable } from 'node:stream'

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface ObjectDetails {
  readonly contentType: string
  /** Where it is given, `put` fails for an object of another size. */
  readonly byteSize?: number
  readonly signal?: AbortSignal
}

export interface StoredBytes {
  readonly stream: Readable
  /** Bytes in this stream: of the range, where one was requested. */
  readonly byteSize: number
}

/**
 * Stores immutable objects under generated keys. `put` is atomic and durable: once it resolves, the whole object
 * survives a power cut; until then nothing of it can be read. A new version is a new key.
 */
export interface ObjectStore {
  put(key: string, bytes: Readable, details: ObjectDetails): Promise<void>
  /** The same with a finished file of this machine. It is moved where the store is on its disk, so it may be gone afterwards. */
  putFile(key: string, path: string, details: ObjectDetails): Promise<void>
  /** Throws `ObjectMissing` where there is no such object. */
  get(key: string, range?: ByteRange): Promise<StoredBytes>
  exists(key: string): Promise<boolean>
  /** Idempotent: a missing object is no error. */
  delete(key: string): Promise<void>
  /** Every whole object whose key begins with the text, in no order. Objects that come or go meanwhile may be left out. */
  list(prefix: string): AsyncIterable<StoredObject>
}

export interface StoredObject {
  readonly key: string
  readonly byteSize: number
  /** When it was stored, by the clock of the store. */
  readonly storedAt: Date
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing'
}

/**
 * Whether something can be read by this key. Others put files into folders of the store under names that no key of ours has: with
 * spaces, in other letters. Here, too, no segment begins with a dot.
 */
export const isFoundKey = (key: string): boolean =>
  key.length <= 1_000 && /^[^./\\%\p{Cc}][^/\\\p{Cc}]*(?:\/[^./\\%\p{Cc}][^/\\\p{Cc}]*)*$/u.test(key)

export function checkFoundKey(key: string): string {
  if (!isFoundKey(key)) throw new TypeError('not a valid key')
  return key
}

/**
 * The folder in which a tenant and others exchange files. It lies beside the uploaded files, which lie below the id of the tenant: what
 * somebody puts here is no upload, and is not swept.
 */
export const exchangeFolder = (tenantId: string): string => `exchange/${tenantId}/`

/** Throws for what no key can begin with; an empty text is the beginning of every key. */
export function checkPrefix(prefix: string): string {
  if (prefix !== '') checkKey(prefix.replace(/\/$/, ''))
  return prefix
}

/**
 * Throws for an invalid key. No segment begins with a dot, so a key cannot leave the folder or name a temporary file.
 */
export function checkKey(key: string): string {
  if (key.length > 500 || !/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key))
    throw new TypeError('not a valid key')
  return key
}
