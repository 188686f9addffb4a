import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { restoreFromArchive } from '../../server/src/upkeep/archive.ts'
import { restore } from '../../server/src/upkeep/backup.ts'

const usage = `Restores a backup into an empty database and a store of files. No server may run on them meanwhile.

  npm run task restore -- --from <what backup printed>
  npm run task restore -- --archive <folder or s3: URL> [--at 2026-11-22T14:30:00Z]

  --archive    what the server had as PIM_ARCHIVE, into a PIM_DATA_DIR without a database
  --at         the moment whose state is wanted; without it, all that the archive has
  --key-file   the file with the key of an encrypted backup; or set PIM_BACKUP_KEY
  --replace    the database is not empty, and what it has is to be lost; the backup is read and checked first

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    archive: { type: 'string' },
    at: { type: 'string' },
    'key-file': { type: 'string' },
    replace: { type: 'boolean', default: false },
  },
})
const keyFile = values['key-file']
const { from, archive, at, replace } = values
const isOneOfBoth = (from === undefined) !== (archive === undefined)
if (!isOneOfBoth || (from === undefined ? replace : at !== undefined)) {
  console.error(usage)
  process.exit(2)
}

try {
  if (from !== undefined) await restoreBackup(from)
  if (archive !== undefined) await restoreArchive(archive)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}

async function restoreBackup(place: string): Promise<void> {
  const manifest = await restore(process.env, place, { keyFile, replace })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rowCount, 0)
  console.log(`${rows} rows and ${manifest.files.count} files are as they were at ${manifest.madeAt}`)
  for (const { key, fault } of manifest.faulty)
    console.error(`NOT restored: the file ${key} was ${fault} when it was backed up`)
}

async function restoreArchive(place: string): Promise<void> {
  const { base, lastChange, fileCount, missingFiles, findings } = await restoreFromArchive(process.env, {
    archive: place,
    at,
    keyFile,
  })
  console.log(`The last change that was restored is of ${lastChange ?? base.madeAt}; ${fileCount} files were copied.`)
  for (const key of missingFiles) console.error(`NOT restored: the archive does not have the file ${key}`)
  for (const { tenantId, kind, about } of findings) console.error(`${tenantId} ${kind}: ${about}`)
  console.error(findings.length === 0 ? 'Everything is as it should be.' : `${findings.length} differences`)
  console.error('With PIM_ARCHIVE, start the server and make a base copy now: npm run task backup -- --base')
  if (missingFiles.length > 0 || findings.length > 0) process.exitCode = 1
}
