import { z } from 'zod'

/**
 * A backup is a folder (or what lies below a prefix of a bucket):
 *
 * - `rows/<table>`: the rows of a table as PostgreSQL's COPY writes them, as text, compressed with Zstandard
 * - `files.jsonl`: one line for each file that a row names, compressed
 * - `files/<key>`: the bytes of the file, as they are; of a release of a section with `releases/` before its key in the
 *   release store
 * - `manifest.json`: what the backup holds, with the SHA-256 of each object
 * - `complete`: the SHA-256 of the manifest, written last. Without it the folder is no backup.
 *
 * With a key, each of them but the last is encrypted (`sealing.ts`). Hashes are of the bytes before that.
 */
export const backupFormat = 1

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

const fileSchema = z.object({ key: z.string(), mimeType: z.string(), byteSize: count, sha256: z.string() })
/** A file that a row of the backup names. */
export type BackedUpFile = Readonly<z.output<typeof fileSchema>>
export const parseFileLine = (line: string): BackedUpFile => fileSchema.parse(JSON.parse(line))

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  /** The database's time when its state was taken: what was committed before is in, what began later is not. */
  madeAt: z.string(),
  productVersion: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: hash })),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rowCount: count, byteSize: count, sha256: hash }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.object({ count, byteSize: count, listSha256: hash }),
  /** Files that a row names and that the store did not have, or had with other bytes: not in this backup. */
  faulty: z.array(z.object({ key: z.string(), fault: z.enum(['missing', 'damaged']) })),
})
export type Manifest = Readonly<z.output<typeof manifestSchema>>

export function parseManifest(text: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new BackupRefused(
    `The manifest is of a form that this version does not know: ${z.prettifyError(parsed.error)}. A newer version may have made the backup.`,
  )
}

export const completeObject = 'complete'
export const manifestObject = 'manifest.json'
export const fileListObject = 'files.jsonl'
export const rowsObject = (table: string): string => `rows/${table}`
export const fileObject = (key: string): string => `files/${key}`

/** What cannot be backed up or restored; the message says what to do and is shown without a stack trace. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
