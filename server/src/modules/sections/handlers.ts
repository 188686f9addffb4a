import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import type { Deployments } from './deployments.ts'
import type { createSectionFailures } from './section-failures.ts'

export function sectionsHandlers(
  deployments: Deployments,
  failures: ReturnType<typeof createSectionFailures>,
): Handlers<typeof contract.sections> {
  const changed = async (section: string, change: Promise<void>) => {
    await change
    return await deployments.find(section)
  }
  const pinned = async (
    tenant: { readonly tenantId: string; readonly externalId: string },
    section: string,
    change: Promise<void>,
  ) => {
    await change
    const all = await deployments.listForTenant(tenant)
    return all.find((each) => each.section === section) ?? { section, releases: [] }
  }
  return {
    getSections: () => deployments.list(),
    promoteRelease: ({ params: { section }, body, context }) =>
      changed(section, deployments.promote(section, body.release, context.user.userId)),
    rollBackSection: ({ params: { section }, context }) =>
      changed(section, deployments.rollBack(section, context.user.userId)),
    setCanary: ({ params: { section }, body, context }) =>
      changed(section, deployments.setCanary(section, body, context.user.userId)),
    endCanary: ({ params: { section }, context }) =>
      changed(section, deployments.endCanary(section, context.user.userId)),
    getTenantSections: ({ context }) => deployments.listForTenant(context.tenant),
    pinSection: ({ params: { section }, body, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.pin(tenant.tenantId, section, body.release, user.userId)),
    unpinSection: ({ params: { section }, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.pin(tenant.tenantId, section, undefined, user.userId)),
    switchFill: ({ params: { section, slot, fill }, body: { isOff }, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.switchFill(tenant, { section, slot, fill, isOff }, user.userId)),
    reportSectionFailure: ({ body, context }) => failures.report(context.user, body),
  }
}
