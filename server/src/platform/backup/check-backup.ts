import { ObjectMissing } from '../object-storage/index.ts'
import {
  BackupRefused,
  completeObject,
  fileListObject,
  fileObject,
  type Manifest,
  manifestObject,
  parseManifest,
  rowsObject,
} from './backup-format.ts'
import {
  type BackupObjects,
  type BackupPlace,
  backupObjects,
  eachOf,
  type ObjectReading,
  RowCounter,
  textOf,
} from './backup-objects.ts'
import { filesIn, sha256Of } from './write-backup.ts'

/** Reads the manifest of a whole backup; throws where there is none. */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const complete = await textOf(backupObjects({ ...place, key: undefined }).get(completeObject).bytes).catch(
    (error) => {
      if (!(error instanceof ObjectMissing)) throw error
      throw new BackupRefused('There is no backup here, or it was cut off while it was written.')
    },
  )
  const text = await textOf(backupObjects(place).get(manifestObject).bytes)
  if (sha256Of(text) !== complete.trim()) throw new BackupRefused('The manifest of this backup was changed.')
  return parseManifest(text)
}

/** Reads all of a backup and compares it with its manifest; answers what differs. */
export async function checkBackup(place: BackupPlace): Promise<{ manifest: Manifest; faults: string[] }> {
  const manifest = await readManifest(place)
  const objects = backupObjects(place)
  const faults: string[] = []
  const attempt = async (name: string, check: () => Promise<string | undefined>) => {
    const fault = await check().catch((error: unknown) =>
      error instanceof ObjectMissing
        ? 'is missing'
        : `cannot be read: ${error instanceof Error ? error.message : error}`,
    )
    if (fault !== undefined) faults.push(`${name} ${fault}`)
  }
  for (const table of manifest.tables) await attempt(rowsObject(table.name), () => checkRows(objects, table))
  await attempt(fileListObject, () => checkFiles(objects, manifest, faults))
  return { manifest, faults }
}

async function checkRows(objects: BackupObjects, table: Manifest['tables'][number]): Promise<string | undefined> {
  const counter = new RowCounter()
  const reading = objects.get(rowsObject(table.name), { isCompressed: true })
  await readAll(counter.pass(reading.bytes))
  return faultOf(reading, table.sha256) ?? rowFaultOf(counter, table)
}

/** What is wrong with an object that was read to its end. */
export const faultOf = (reading: ObjectReading, sha256: string): string | undefined =>
  reading.measured().sha256 === sha256 ? undefined : 'was changed: its SHA-256 is another one'

export const rowFaultOf = (
  { count }: Pick<RowCounter, 'count'>,
  { rowCount }: { readonly rowCount: number },
): string | undefined => (count === rowCount ? undefined : `has ${count} rows and not ${rowCount}`)

async function checkFiles(objects: BackupObjects, manifest: Manifest, faults: string[]): Promise<string | undefined> {
  const list = objects.get(fileListObject, { isCompressed: true })
  await readAll(list.bytes)
  const fault = faultOf(list, manifest.files.listSha256)
  if (fault !== undefined) return fault
  const faulty = new Set(manifest.faulty.map(({ key }) => key))
  await eachOf(filesIn(objects), 6, async ({ key, sha256 }) => {
    if (faulty.has(key)) return
    const reading = objects.get(fileObject(key))
    const unreadable = await readAll(reading.bytes).then(
      () => faultOf(reading, sha256),
      (error: Error) => (error instanceof ObjectMissing ? 'is missing' : `cannot be read: ${error.message}`),
    )
    if (unreadable !== undefined) faults.push(`${fileObject(key)} ${unreadable}`)
  })
  return undefined
}

async function readAll(bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of bytes);
}
