import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { exportTenant } from '../../server/src/upkeep/tenant-export.ts'

const usage = `Writes all that a tenant owns into a tar: content types, variations, taxonomies, items with their history, files.

  npm run task export -- --tenant <external id> --to <file.tar>

Servers may run meanwhile; the rows are those of one moment. "npm run task import-tenant" opens another tenant with it. API keys, the
audit trail and people are not in it. The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({ options: { tenant: { type: 'string' }, to: { type: 'string' } } })
if (values.tenant === undefined || values.to === undefined) {
  console.error(usage)
  process.exit(2)
}

try {
  await exportTenant(process.env, values.tenant, values.to)
  console.log(values.to)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
