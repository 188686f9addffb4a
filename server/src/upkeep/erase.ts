import type { TenantErasure } from '@pim/contract'
import { readDataSettings } from '../config.ts'
import { apiKeyChanged } from '../modules/api-keys/index.ts'
import { fileForgotten } from '../modules/reader/index.ts'
import { leaveTenant } from '../modules/shell/index.ts'
import { createTenantErasure } from '../modules/tenants/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { type Data, withData } from './data.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Erases a tenant, or goes on with its erasure, and resolves when it is done. */
export const eraseTenant = (variables: Variables, externalId: string): Promise<TenantErasure> =>
  withData(readDataSettings(variables), (data) => eraseTenantOf(data, externalId))

export async function eraseTenantOf({ address, files }: Data, externalId: string): Promise<TenantErasure> {
  // A library that production never loads; its tables are empty where another provider knows the people.
  const { membershipRepository } = await import('../../identity-dev/membership.repository.ts')
  const database = openDatabase({ address })
  const notifications = await openNotifications({ connection: address.platform })
  try {
    const people = membershipRepository(database)
    const erasing = createTenantErasure({
      database,
      notifications,
      objects: files,
      forgetMembers: async (system, tenant) => ({
        profiles: await leaveTenant(system, tenant),
        memberships: await people.removeMembers(tenant),
      }),
      keysGone: (system, tenantId) => notifications.send(system, apiKeyChanged, { tenantId }),
      rowsGone: (system, tenantId) => notifications.send(system, fileForgotten, { tenantId }),
      onFault: () => {},
    })
    await erasing.run(await erasing.begin(externalId, 'task'))
    return await erasing.report(externalId)
  } finally {
    await notifications.close()
    await database.close()
  }
}
