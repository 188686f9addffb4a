import type { SetCanary } from '@pim/contract'
import { Problem } from '../../core/problem.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  appendChange,
  type Deployed,
  type Deployment,
  deleteRelease,
  findDeployments,
  findLiveBefore,
  findReleaseRecords,
  lockDeployment,
  manifestUrlOf,
  openDeployment,
  type Release,
  type Releases,
  setLive,
  setServerRelease,
  storeCanary,
  storeRelease,
} from '../../platform/releases/index.ts'
import type { Section } from '../../platform/sections/index.ts'
import { recordChange } from '../audit/index.ts'
import { findOwnTenant, findRemotes, setFillOff, setRemote, tenantChanged } from '../tenants/index.ts'
import { type DeployedSectionParts, deployedSections } from './deployed-sections.ts'
import { pinIn } from './pin-in.ts'
import {
  hasFolder,
  requireAddresses,
  requireFit,
  requireOther,
  requireOwnSlots,
  requireRelease,
  requireTexts,
} from './release-requirements.ts'

export interface DeploymentParts extends DeployedSectionParts {
  readonly notifications: Notifications
  readonly releases: Pick<Releases, 'forget'>
}

/** A share of all people, or the people of some tenants. */
export type Share = { readonly percent: number } | { readonly tenants: string[] }
export type Deployments = ReturnType<typeof createDeployments>

/** Kept beside those that somebody gets. */
export const keptReleases = 3

/** Which release of a section people get: what operators and tenants decide. */
export function createDeployments(parts: DeploymentParts) {
  const { database, notifications, releases, sections } = parts
  const shown = deployedSections(parts)
  /** One change of the releases of a section at a time. `opens`: in the same transaction, one that had none yet begins. */
  const change = async (
    section: string,
    work: (system: Transaction, before: Deployment, known: readonly Section[]) => Promise<void>,
    { opens = false }: { readonly opens?: boolean } = {},
  ): Promise<void> => {
    // Before the transaction: it may ask the database, too, and would wait for another connection with this one in its hand.
    const known = await sections()
    await database.asSystem(async (system) => {
      // Defence 365, without: if (opens) await database.asSystem((other) => openDeployment(other, section))
      if (opens) await openDeployment(system, section)
      const before = await lockDeployment(system, section)
      if (before === undefined) throw new Problem('NOT_FOUND')
      await work(system, before, known)
    })
    releases.forget()
  }

  /** Refuses a build that is not to be given to anybody, or that is live already where some are to try it. */
  const check = async (release: Release, canary?: Share): Promise<void> => {
    requireFit(release)
    requireTexts(release)
    requireOwnSlots(release)
    const known = await sections()
    await database.asSystem(async (system) => {
      await requireAddresses(system, release, known)
      const before = (await findDeployments(system)).find(({ section }) => section === release.section)
      if (canary !== undefined && before !== undefined) requireOther(before, release.release)
    })
  }

  /** Writes down a release whose files are in the store; nobody gets it by that. */
  const keep = async (release: Release, deployed: Deployed): Promise<void> => {
    await check(release)
    const { section } = release
    const keeps = async (system: Transaction) => {
      await storeRelease(system, release, deployed)
      await appendChange(system, { section, action: 'upload', release: release.release, by: deployed.by, details: {} })
    }
    await change(section, keeps, { opens: true })
  }

  /** Writes down a release whose files are in the store, and gives it to everybody or to some. */
  const deploy = async (release: Release, deployed: Deployed, canary?: Share): Promise<void> => {
    await check(release, canary)
    const { section } = release
    const { by } = deployed
    const gives = async (system: Transaction, before: Deployment) => {
      if (canary !== undefined) requireOther(before, release.release)
      await storeRelease(system, release, deployed)
      await appendChange(system, { section, action: 'deploy', release: release.release, by, details: {} })
      if (canary === undefined) await makeLive(system, before, release.release, by)
      else await give(system, section, { release: release.release, ...canary }, by)
    }
    await change(section, gives, { opens: true })
  }

  /** Writes down the release that came with this server, which everybody gets while no other one was chosen. */
  const comeWithServer = async (release: Release): Promise<void> => {
    requireFit(release)
    const { section } = release
    const comes = async (system: Transaction, { serverRelease }: Deployment) => {
      if (serverRelease === release.release) return
      await storeRelease(system, release, { by: 'server' })
      await setServerRelease(system, section, release.release)
      await appendChange(system, { section, action: 'deploy', release: release.release, by: 'server', details: {} })
    }
    await change(section, comes, { opens: true })
  }

  /** The canary ends with it: people who had it would otherwise stay with what may be older. */
  const makeLive = async (system: Transaction, before: Deployment, release: string, by: string): Promise<void> => {
    const { section } = before
    await setLive(system, section, { release, by, isPromotion: true })
    if (before.canaryRelease !== null) await storeCanary(system, section, undefined)
    await appendChange(system, { section, action: 'promote', release, by, details: {} })
  }

  const give = async (system: Transaction, section: string, canary: SetCanary, by: string): Promise<void> => {
    const { release } = canary
    const percent = 'percent' in canary ? canary.percent : null
    const tenants = 'tenants' in canary ? canary.tenants : null
    await storeCanary(system, section, { release, percent, tenants, by })
    const details = { ...(percent !== null && { percent }), ...(tenants !== null && { tenants }) }
    await appendChange(system, { section, action: 'canary', release, by, details })
  }

  const promote = (section: string, release: string, by: string): Promise<void> =>
    change(section, async (system, before, known) => {
      await requireAddresses(system, await requireRelease(system, section, release), known)
      await makeLive(system, before, release, by)
    })

  const setCanary = (section: string, canary: SetCanary, by: string): Promise<void> =>
    change(section, async (system, before, known) => {
      await requireAddresses(system, await requireRelease(system, section, canary.release), known)
      requireOther(before, canary.release)
      await give(system, section, canary, by)
    })

  const endCanary = (section: string, by: string): Promise<void> =>
    change(section, async (system, { canaryRelease }) => {
      if (canaryRelease === null) throw new Problem('NOT_FOUND')
      await takeCanary(system, section, canaryRelease, by)
    })

  const takeCanary = async (system: Transaction, section: string, release: string, by: string): Promise<void> => {
    await storeCanary(system, section, undefined)
    await appendChange(system, { section, action: 'endCanary', release, by, details: {} })
  }

  /**
   * Takes back the last step: a canary, if one runs, and nothing else; otherwise what is live, for the release before, from the
   * first one for the one that came with the server. Where none came with it, nobody has the section then, which has to be asked for.
   */
  const rollBack = (section: string, by: string, takesSectionAway = false): Promise<void> =>
    change(section, async (system, { liveRelease, serverRelease, canaryRelease }, known) => {
      // Defence 270
      if (canaryRelease !== null) return await takeCanary(system, section, canaryRelease, by)
      if (liveRelease === null) throw new Problem('NOTHING_BEFORE')
      const release = (await findLiveBefore(system, section, liveRelease))?.release ?? null
      // Defence 337
      if (release === null && serverRelease === null && !takesSectionAway && !hasFolder(section, known))
        throw new Problem('TAKES_SECTION_AWAY')
      if (release !== null) await requireRelease(system, section, release)
      await setLive(system, section, { release, by, isPromotion: false })
      await appendChange(system, { section, action: 'rollBack', release, by, details: { from: liveRelease } })
    })

  const pin = async (tenantId: string, section: string, release: string | undefined, by: string): Promise<void> => {
    if (release !== undefined) await database.asSystem((system) => requireRelease(system, section, release))
    await database.inTenant(tenantId, async (trx) => {
      const { remotes, externalId } = await findOwnTenant(trx, tenantId)
      if (release === undefined && pinIn(remotes, section) === undefined) throw new Problem('NOT_FOUND')
      await setRemote(trx, tenantId, section, release && manifestUrlOf(section, release))
      await Promise.all([
        recordChange(trx, tenantId, {
          userId: by,
          action: release === undefined ? 'section.unpin' : 'section.pin',
          entityKind: 'tenant',
          entityId: externalId,
          details: { section, ...(release !== undefined && { release }) },
        }),
        notifications.send(trx, tenantChanged, { tenantId }),
      ])
    })
  }

  /** Only what there is can be switched off; what is off and was taken away since can be switched on. */
  const switchFill = async (
    tenant: { readonly tenantId: string; readonly externalId: string },
    { section, slot, fill, isOff }: { section: string; slot: string; fill: string; isOff: boolean },
    by: string,
  ): Promise<void> => {
    const { tenantId, externalId } = tenant
    const { fills = [] } = (await shown.listForTenant(tenant)).find((each) => each.section === section) ?? {}
    const isKnown = fills.some((each) => each.slot === slot && each.name === fill)
    const id = `${section}/${slot}/${fill}`
    await database.inTenant(tenantId, async (trx) => {
      const { fillsOff } = await findOwnTenant(trx, tenantId)
      if (!isKnown && !fillsOff.includes(id)) throw new Problem('NOT_FOUND')
      if (fillsOff.includes(id) === isOff) return
      await setFillOff(trx, tenantId, id, isOff)
      await Promise.all([
        recordChange(trx, tenantId, {
          userId: by,
          action: isOff ? 'section.switchFillOff' : 'section.switchFillOn',
          entityKind: 'tenant',
          entityId: externalId,
          details: { section, slot, fill },
        }),
        notifications.send(trx, tenantChanged, { tenantId }),
      ])
    })
  }

  /** Forgets releases that nobody gets and that are not among the last ones; the caller removes their files. */
  const sweep = async (section: string): Promise<string[]> => {
    const gone: string[] = []
    await change(section, async (system, { liveRelease, serverRelease, canaryRelease }) => {
      const tenants = await findRemotes(system)
      const used = new Set([
        liveRelease,
        serverRelease,
        canaryRelease,
        ...tenants.map(({ remotes }) => pinIn(remotes, section)),
      ])
      const others = (await findReleaseRecords(system)).filter(
        (each) => each.section === section && !used.has(each.release),
      )
      for (const { release } of others.slice(keptReleases)) {
        await deleteRelease(system, section, release)
        gone.push(release)
      }
    })
    return gone
  }

  return {
    check,
    keep,
    deploy,
    comeWithServer,
    promote,
    setCanary,
    endCanary,
    rollBack,
    pin,
    sweep,
    switchFill,
    ...shown,
  }
}
