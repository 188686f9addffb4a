import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { backUp } from '../../server/src/upkeep/backup.ts'

const usage = `Backs up the rows and files of the product, while it runs or while it does not, and reads the backup again.

  npm run task backup -- --to <folder or s3: URL>

  --key-file   a file with the key that the backup is encrypted with (openssl rand -hex 32); or set PIM_BACKUP_KEY

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE. The last line of the output is what
"restore" takes. Ends with 1 where a file was missing or the backup could not be read again.`

const { values } = parseArgs({ options: { to: { type: 'string' }, 'key-file': { type: 'string' } } })
if (values.to === undefined) {
  console.error(usage)
  process.exit(2)
}

try {
  const started = performance.now()
  const { address, manifest, faults } = await backUp(process.env, values.to, values['key-file'])
  const rows = manifest.tables.reduce((sum, table) => sum + table.rowCount, 0)
  const bytes = manifest.files.byteSize + manifest.tables.reduce((sum, table) => sum + table.byteSize, 0)
  const seconds = (performance.now() - started) / 1_000
  console.error(
    `${rows} rows and ${manifest.files.count} files of ${manifest.madeAt}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s`,
  )
  for (const { key, fault } of manifest.faulty)
    console.error(`NOT in the backup: the file ${key} is ${fault} in the store`)
  for (const fault of faults) console.error(`FAULT of the backup: ${fault}`)
  console.log(address)
  if (faults.length > 0 || manifest.faulty.length > 0) process.exitCode = 1
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
