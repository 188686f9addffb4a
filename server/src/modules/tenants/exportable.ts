import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { ExportedTenant } from '../../platform/tenant-export/index.ts'
import { findTenants, insertTenant, variationsOf } from './tenant.repository.ts'

/** What the export of a tenant says of the tenant itself. Addresses of sections are those of this installation. */
export async function findExportable(
  database: Database,
  externalId: string,
): Promise<{ readonly tenantId: string; readonly tenant: ExportedTenant } | undefined> {
  const [found] = await database.asSystem((system) => findTenants(system, [externalId]))
  if (found === undefined) return undefined
  const { tenantId, friendlyName, featureToggles, deliveryTargets, channelDetails, permissionRoles, settings } = found
  const tenant = {
    externalId,
    friendlyName,
    featureToggles: { ...featureToggles },
    deliveryTargets: [...deliveryTargets],
    permissionRoles: { ...permissionRoles },
    settings: { ...settings },
    channelDetails: Object.fromEntries(
      Object.entries(channelDetails).map(([name, { friendlyName, variationIds }]) => [
        name,
        { friendlyName: { ...friendlyName }, variationIds: [...variationIds] },
      ]),
    ),
  }
  return { tenantId, tenant }
}

/** Opens a tenant without variations, or finds one that was not completed; undefined where there is a whole one. */
export async function openEmptyTenant(database: Database, tenant: ExportedTenant): Promise<string | undefined> {
  const tenantId = newId()
  const found = await database.asSystem(async (system) => {
    if (await insertTenant(system, { ...tenant, tenantId, remotes: {} })) return tenantId
    return (await findTenants(system, [tenant.externalId]))[0]?.tenantId
  })
  if (found === undefined) return undefined
  const variations = await database.inTenantReadOnly(found, (trx) => variationsOf(trx, found))
  return variations.length === 0 ? found : undefined
}
