import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { sweep } from '../../server/src/upkeep/sweep.ts'

const usage = `Removes stored files that no row names and that are older than a day, as servers do once a day, too.

  npm run task sweep

  --all   also where they are more than a hundred and more than a tenth of a tenant's files. Be sure that the database is the
          one that these files belong to, and not an older copy of it

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE. "verify" names the files first.`

try {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
  for (const { tenantId, removed, isRefused } of await sweep(process.env, values)) {
    console.log(`${tenantId}: ${removed} files removed`)
    if (isRefused) console.error(`${tenantId}: too many files without a row; nothing was removed.\n\n${usage}`)
    if (isRefused) process.exitCode = 1
  }
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
