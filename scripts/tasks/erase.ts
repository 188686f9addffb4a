import { parseArgs } from 'node:util'
import { startupErrorMessage } from '../../server/src/run-process.ts'
import { eraseTenant } from '../../server/src/upkeep/erase.ts'

const usage = `Erases a tenant: every row in every table, every stored file, the memberships of its people. Cannot be undone.

  npm run task erase -- --tenant <external id> --confirm <external id once more>

Servers may run meanwhile: the tenant is closed at once, and what is killed is taken up by a server or by the same command.
Prints how much of each kind was removed. With Keycloak, its administrator removes the tenant from the people there. Backups
that were made before still have the tenant.

The settings are those of the server: DATABASE_URL or PIM_DATA_DIR, and PIM_BINARY_STORE.`

const { values } = parseArgs({ options: { tenant: { type: 'string' }, confirm: { type: 'string' } } })
if (values.tenant === undefined || values.confirm !== values.tenant) {
  console.error(usage)
  process.exit(2)
}

try {
  const { removed } = await eraseTenant(process.env, values.tenant)
  for (const [kind, count] of Object.entries(removed).sort()) console.log(`${kind} ${count}`)
} catch (error) {
  console.error(startupErrorMessage(error))
  process.exit(1)
}
