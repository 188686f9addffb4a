import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { makeBase } from '../../server/src/upkeep/archive.ts'
import { backUp } from '../../server/src/upkeep/backup.ts'

const usage = `Backs up the rows and files of the product, while it runs or while it does not, and reads the backup again.

  npm run task backup -- --to <folder or s3: URL>

  --base       instead of --to: a base copy for the archive (PIM_ARCHIVE) of the embedded database, which is then pruned
  --key-file   a file with the key that the backup is encrypted with (openssl rand -hex 32); or set PIM_BACKUP_KEY

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE. The last line of the output is what
"restore" takes. Ends with 1 where a file was missing or the backup could not be read again.`

const { values } = parseArgs({
  options: { to: { type: 'string' }, base: { type: 'boolean', default: false }, 'key-file': { type: 'string' } },
})
if ((values.to === undefined) === !values.base || (values.base && values['key-file'] !== undefined)) {
  console.error(usage)
  process.exit(2)
}

try {
  if (values.to === undefined) await baseCopy()
  else await backup(values.to)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}

async function baseCopy(): Promise<void> {
  const { base, pruned } = await makeBase(process.env)
  console.log(`From ${base.madeAt} on, every moment can be restored (${(base.byteSize / 2 ** 20).toFixed(1)} MiB).`)
  console.error(`Removed: ${pruned.bases} base copies, ${pruned.segments} segments of the log, ${pruned.files} files`)
}

async function backup(to: string): Promise<void> {
  const started = performance.now()
  const { address, manifest, faults } = await backUp(process.env, to, values['key-file'])
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
}
