import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { restore } from '../../server/src/upkeep/backup.ts'

const usage = `Restores a backup into an empty database and a store of files. No server may run on them meanwhile.

  npm run task restore -- --from <what backup printed>

  --key-file   the file with the key of an encrypted backup; or set PIM_BACKUP_KEY
  --replace    the database is not empty, and what it has is to be lost; the backup is read and checked first

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({
  options: { from: { type: 'string' }, 'key-file': { type: 'string' }, replace: { type: 'boolean', default: false } },
})
if (values.from === undefined) {
  console.error(usage)
  process.exit(2)
}

try {
  const manifest = await restore(process.env, values.from, { keyFile: values['key-file'], replace: values.replace })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rowCount, 0)
  console.log(`${rows} rows and ${manifest.files.count} files are as they were at ${manifest.madeAt}`)
  for (const { key, fault } of manifest.faulty)
    console.error(`NOT restored: the file ${key} was ${fault} when it was backed up`)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
