import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { verifyBackup } from '../../server/src/upkeep/backup.ts'

const usage = `Reads all of a backup and compares it with its manifest. Ends with 1 where something differs.

  npm run task verify-backup -- --from <what backup printed>

  --key-file   the file with the key of an encrypted backup; or set PIM_BACKUP_KEY`

const { values } = parseArgs({ options: { from: { type: 'string' }, 'key-file': { type: 'string' } } })
if (values.from === undefined) {
  console.error(usage)
  process.exit(2)
}

try {
  const { manifest, faults } = await verifyBackup(process.env, values.from, values['key-file'])
  for (const fault of faults) console.error(fault)
  for (const { key, fault } of manifest.faulty) console.error(`the file ${key} was ${fault} when it was backed up`)
  console.log(faults.length === 0 ? `The backup of ${manifest.madeAt} is whole.` : `${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
