import type { BackedUpFile } from '../platform/backup/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { ObjectStore } from '../platform/object-storage/index.ts'
import { createReleaseStore, findReleaseIds, hasReleases } from '../platform/releases/index.ts'

/** Begins the keys of release files in a backup. Those of binaries begin with the id of a tenant. */
const prefix = 'releases/'

/** The files of all releases that the rows name. A release whose list is gone or was changed is named by its list alone. */
export async function* releaseFilesIn(system: Transaction, objects: ObjectStore): AsyncGenerator<BackedUpFile> {
  if (!(await hasReleases(system))) return
  const store = createReleaseStore(objects)
  for (const { section, release } of await findReleaseIds(system)) {
    for (const file of await store.objectsOf(section, release)) yield { ...file, key: prefix + file.key }
  }
}

/** Binaries and, below `releases/`, releases as one store. The place of releases is asked for when it is needed. */
export function withReleaseFiles(binaries: ObjectStore, openReleases: () => ObjectStore): ObjectStore {
  let opened: ObjectStore | undefined
  const placeOf = (key: string): [ObjectStore, string] => {
    if (!key.startsWith(prefix)) return [binaries, key]
    opened ??= openReleases()
    return [opened, key.slice(prefix.length)]
  }
  return {
    async put(key, bytes, details) {
      const [store, own] = placeOf(key)
      await store.put(own, bytes, details)
    },
    async putFile(key, path, details) {
      const [store, own] = placeOf(key)
      await store.putFile(own, path, details)
    },
    async get(key, range) {
      const [store, own] = placeOf(key)
      return await store.get(own, range)
    },
    async exists(key) {
      const [store, own] = placeOf(key)
      return await store.exists(own)
    },
    async delete(key) {
      const [store, own] = placeOf(key)
      await store.delete(own)
    },
    list: (start) => binaries.list(start),
  }
}
