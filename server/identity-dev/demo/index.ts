import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Dependencies } from '../../src/dependencies.ts'
import { createApiKeysService } from '../../src/modules/api-keys/index.ts'
import { createQuotas } from '../../src/modules/quotas/index.ts'
import { upsertProfiles } from '../../src/modules/shell/index.ts'
import { createTenantDirectory, createTenantsService } from '../../src/modules/tenants/index.ts'
import { demoUsers } from '../demo-users.ts'
import { type DemoTenant, readDemoTenants } from './demo-tenants.ts'
import { runLoader } from './loader.ts'
import { finishOpening, isToBeOpened, lockOpening } from './opening.repository.ts'

/** What an outside consumer reads the demo with. It is known to everybody, so it exists on one's own machine alone. */
const demoKey = 'demo-delivery-key'
const tenantOfKey = 'acme'

/**
 * Gives an empty database a demo: what the public API does not do, or not before the server listens. People and their
 * passwords come with the embedded identity provider; here are the tenants, so that whoever signs in first has one, and
 * the key that is known beforehand. All else is data in `demo/`, which a job of each tenant loads through the API, so
 * that it survives whatever interrupts it. A database that anybody has used is left alone.
 */
export async function openDemo(platform: Dependencies): Promise<readonly string[]> {
  // One after the other: each loader is a process that draws pictures, and two at once take twice the memory.
  let last: Promise<unknown> = Promise.resolve()
  platform.jobs.handle(jobKinds.demoContent, 'nobody', (job) => {
    const loading = last.then(() => runLoader(platform, job))
    last = loading.catch(() => {})
    return loading
  })
  const { database } = platform
  const open = async () => {
    if (!(await database.asSystem(isToBeOpened))) return
    await database.asSystem((system) => upsertProfiles(system, demoUsers))
    for (const tenant of await readDemoTenants(platform.root)) await openTenant(platform, tenant)
    await database.asSystem(finishOpening)
  }
  await database.asSystem((system) => lockOpening(system).then(open), { statementMs: 60_000, deadlineMs: 60_000 })
  return [`Delivery key of ${tenantOfKey}: ${demoKey}`]
}

/** Safe to repeat: an earlier start may have been killed anywhere in here. */
async function openTenant(platform: Dependencies, { externalId, ...tenant }: DemoTenant): Promise<void> {
  const { database, jobs } = platform
  const [{ userId } = { userId: '' }] = demoUsers
  await createTenantsService(
    {
      ...platform,
      ...platform.config,
      remotesFor: async () => ({}),
      permissionRolesFor: async () => ({}),
      settingsFor: async () => ({}),
      settingsChange: async () => (before) => before,
      grantTenant: (user, name) => platform.identity.grantTenant(user, name),
    },
    // Nothing of the tenant is changed here.
    { uses: async () => [], changed: async () => {}, follow: async () => {} },
  )
    .create({ userId, firstName: '', lastName: '', tenants: [], roles: ['admin'] }, { externalId, ...tenant })
    .catch(unlessThere)
  const tenantId = await tenantIdOf(platform, externalId)
  const { items } = await jobs.list(tenantId, { pageNumber: 1, pageSize: 1 })
  if (items.length === 0) {
    const job = { kind: jobKinds.demoContent, input: { tenant: externalId }, createdBy: userId }
    await database.inTenant(tenantId, (trx) => jobs.enqueue(trx, tenantId, job))
  }
  if (externalId !== tenantOfKey) return
  const keys = createApiKeysService({
    ...platform,
    quotas: createQuotas(platform.config.quotas),
  })
  if ((await keys.list(tenantId)).length === 0)
    await keys.create({ tenantId, userId }, { name: 'Demo website' }, demoKey)
}

async function tenantIdOf(platform: Dependencies, externalId: string): Promise<string> {
  const directory = createTenantDirectory(platform)
  const tenant = await directory.find(externalId)
  directory.close()
  if (tenant === undefined) throw new Error(`the demo tenant ${externalId} is not there`)
  return tenant.tenantId
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'NAME_CONFLICT')) throw error
}
