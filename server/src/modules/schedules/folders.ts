import { exchangeFolder, isFoundKey, type ObjectStore, type StoredObject } from '../../platform/object-storage/index.ts'

/**
 * The id of the tenant comes from the membership of the caller, and the name of a folder has no slash and no dot: so no schedule
 * reaches the folders of another tenant.
 */
export const incomingFolder = (tenantId: string, folder: string): string =>
  `${exchangeFolder(tenantId)}incoming/${folder}/`

export const outgoingFolder = (tenantId: string, folder: string): string =>
  `${exchangeFolder(tenantId)}outgoing/${folder}/`
/** Files that are kept to be downloaded. */
export const keptFolder = (tenantId: string, scheduleId: string): string =>
  `${exchangeFolder(tenantId)}kept/${scheduleId}/`

/** A file that somebody may still be writing is left for the next time. */
const settledMs = 60_000
/** Files that are looked at in one folder. */
const maxFiles = 10_000

export interface FolderFile extends StoredObject {
  readonly fileName: string
}

/** The files of a folder, but not those of folders in it, in the order in which they came. */
export async function filesIn(objects: ObjectStore, prefix: string, now = Date.now()): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  for await (const object of objects.list(prefix)) {
    const fileName = object.key.slice(prefix.length)
    if (fileName === '' || fileName.includes('/') || !isFoundKey(object.key)) continue
    if (now - object.storedAt.getTime() < settledMs) continue
    found.push({ ...object, fileName })
    if (found.length >= maxFiles) break
  }
  return found.sort(
    (one, other) => one.storedAt.getTime() - other.storedAt.getTime() || (one.fileName < other.fileName ? -1 : 1),
  )
}
