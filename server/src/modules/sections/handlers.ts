import type { contract } from '@pim/contract'
import type { ContextFor } from '../../http/context.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Deployments } from './deployments.ts'
import type { createMySettings } from './my-settings.ts'
import type { createReleaseUploads } from './release-uploads.ts'
import type { createSectionFailures } from './section-failures.ts'

export function sectionsHandlers(
  deployments: Deployments,
  uploads: ReturnType<typeof createReleaseUploads>,
  failures: ReturnType<typeof createSectionFailures>,
  mySettings: ReturnType<typeof createMySettings>,
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
    getSection: ({ params: { section } }) => deployments.find(section),
    uploadRelease: ({ params: { section }, query: { isCheck }, upload, context }) =>
      uploads.take({ section, upload, isCheck, key: context.deployKey, by: authorOf(context) }),
    promoteRelease: ({ params: { section }, body, context }) =>
      changed(section, deployments.promote(section, body.release, authorOf(context))),
    rollBackSection: ({ params: { section }, body, context }) =>
      changed(section, deployments.rollBack(section, authorOf(context), body?.takesSectionAway)),
    setCanary: ({ params: { section }, body, context }) =>
      changed(section, deployments.setCanary(section, body, authorOf(context))),
    endCanary: ({ params: { section }, context }) =>
      changed(section, deployments.endCanary(section, authorOf(context))),
    getTenantSections: ({ context }) => deployments.listForTenant(context.tenant),
    pinSection: ({ params: { section }, body, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.pin(tenant.tenantId, section, body.release, user.userId)),
    unpinSection: ({ params: { section }, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.pin(tenant.tenantId, section, undefined, user.userId)),
    switchFill: ({ params: { section, slot, fill }, body: { isOff }, context: { tenant, user } }) =>
      pinned(tenant, section, deployments.switchFill(tenant, { section, slot, fill, isOff }, user.userId)),
    getMySettings: ({ context: { tenant, user } }) => mySettings.get(tenant.tenantId, user.userId),
    changeMySettings: ({ body, ifMatch, context: { tenant, user } }) =>
      mySettings.change(tenant.tenantId, user.userId, body.settings, ifMatch),
    reportSectionFailure: ({ body, context }) => failures.report(context.user, body),
  }
}

/** How the lists of releases and changes call who has done something: a person by the id, a key by its name. */
const authorOf = ({ user, deployKey }: ContextFor<'user'>): string =>
  deployKey === undefined ? user.userId : `${deployKey.name} (deploy key)`
