import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openFileStore } from './file-store.ts'
import type { ObjectStore } from './object-store.ts'
import { openS3Store, parseS3Url } from './s3-store.ts'

export {
  type ByteRange,
  exchangeFolder,
  isFoundKey,
  ObjectMissing,
  type ObjectStore,
  type StoredBytes,
  type StoredObject,
} from './object-store.ts'

/** Opens the store that PIM_BINARY_STORE names: `file:///folder`, `s3://bucket/prefix?…`, or an absolute path. */
export function openObjectStore(place: string): ObjectStore {
  if (place.startsWith('s3:')) return openS3Store(parseS3Url(place))
  if (place.startsWith('file:')) return openFileStore(fileURLToPath(place))
  if (isAbsolute(place)) return openFileStore(place)
  throw new Error('PIM_BINARY_STORE is a file: or s3: address')
}
