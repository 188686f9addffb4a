import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { importTenant } from '../../server/src/upkeep/tenant-export.ts'

const usage = `Opens a tenant with what "npm run task export", or the export of the screen, has written.

  npm run task import-tenant -- --from <file.tar> --tenant <external id of the new tenant>

Servers may run meanwhile. It takes the version of the product that the export was made by. What was cut off is repeated with the
same command. The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({ options: { tenant: { type: 'string' }, from: { type: 'string' } } })
if (values.tenant === undefined || values.from === undefined) {
  console.error(usage)
  process.exit(2)
}

try {
  const { rowCount, fileCount, itemCount, missingFiles } = await importTenant(process.env, values.from, values.tenant)
  console.log(`${itemCount} items, ${fileCount} files, ${rowCount} rows`)
  for (const key of missingFiles) console.error(`NOT in the export: the file ${key} was missing in the store`)
  if (missingFiles.length > 0) process.exitCode = 1
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
