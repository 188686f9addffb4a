import { isDeepStrictEqual } from 'node:util'
import type { ChangeTenant, ChannelUse, CreateTenant, Role, Tenant } from '@pim/contract'
import { maxPermissionRoles } from '@pim/contract/tenants/schemas.ts'
import { type IfMatch, requireMatch, roleFor } from '../../core/caller.ts'
import type { Once } from '../../core/once.ts'
import { invalidPlace, Problem } from '../../core/problem.ts'
import type { ActingTenant, Identity } from '../../http/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { notifyDelivery } from '../events/index.ts'
import { lockChannels } from './channel.repository.ts'
import { type ChannelUses, changedChannels, channelsOf, requireUnused, type StoredChannels } from './channels.ts'
import { tenantChanged } from './directory.ts'
import {
  completeTenant,
  findOwnTenant,
  findTenants,
  insertTenant,
  type NewTenant,
  type TenantRecord,
  updateTenant,
  variationsOf,
} from './tenant.repository.ts'
import { insertVariation, lockVariationChanges } from './variation.repository.ts'
import type { VariationContent } from './variations-service.ts'

export interface TenantsDependencies {
  readonly database: Database
  readonly notifications: Notifications
  readonly defaultRole: Role
  /** Origins, beside this server's own, that sections may be loaded from. */
  readonly remoteOrigins: readonly string[]
  /** What of its sections a person of a tenant gets in another build than everybody. */
  readonly remotesFor: (
    tenant: Pick<TenantRecord, 'externalId' | 'remotes'>,
    userId: string,
  ) => Promise<NonNullable<Tenant['remotes']>>
  /** The least role for each right that the sections of a person declare. */
  readonly permissionRolesFor: (
    tenant: Pick<TenantRecord, 'permissionRoles'>,
    remotes: NonNullable<Tenant['remotes']>,
  ) => Promise<NonNullable<Tenant['permissionRoles']>>
  /** What the tenant and the person have set in the sections of the person. */
  readonly settingsFor: (
    tenant: Pick<TenantRecord, 'tenantId' | 'settings'>,
    remotes: NonNullable<Tenant['remotes']>,
    userId: string,
  ) => Promise<NonNullable<Tenant['settings']>>
  /** Prepares a change of settings; what it answers merges them, and throws where a section does not take them. */
  readonly settingsChange: (
    tenant: Pick<TenantRecord, 'externalId' | 'remotes'>,
    userId: string,
  ) => Promise<(before: TenantRecord['settings'], chosen: ChangeTenant['settings']) => TenantRecord['settings']>
  /** Makes a person a member, where the identity provider is the embedded one. */
  readonly grantTenant: (userId: string, externalId: string) => Promise<void>
}

/** What a change of channels needs of modules that keep their names. */
export interface ChannelDependencies {
  readonly uses: ChannelUses
  /** Tells every server that what is known of the tenant's keys is old: a key knows the channels. */
  readonly changed: (trx: Transaction, tenantId: string) => Promise<void>
  /** Makes anew what is kept of content by channel. */
  readonly follow: VariationContent['followDerived']
}

const defaultTargets = ['web']
/** All content may have to be looked at. */
const countingLimits = { statementMs: 10_000, deadlineMs: 14_000 }

const toTenant = (
  tenant: TenantRecord,
  role: Role | undefined,
  remotes: Tenant['remotes'],
  { permissionRoles = {}, settings = {} }: Pick<Tenant, 'permissionRoles' | 'settings'> = {},
): Tenant => ({
  externalId: tenant.externalId,
  friendlyName: tenant.friendlyName,
  featureToggles: { ...tenant.featureToggles, taxonomyEnabled: tenant.featureToggles.taxonomyEnabled === true },
  remotes,
  channels: channelsOf(tenant),
  deliveryTargets: [...tenant.deliveryTargets],
  importHosts: [...tenant.importHosts],
  ...(tenant.fillsOff.length > 0 && { fillsOff: [...tenant.fillsOff] }),
  version: tenant.version,
  ...(role !== undefined && { role }),
  ...(Object.keys(permissionRoles).length > 0 && { permissionRoles }),
  ...(Object.keys(settings).length > 0 && { settings }),
  ...(tenant.isPaused && { isPaused: true }),
})

export type TenantsService = ReturnType<typeof createTenantsService>

export function createTenantsService(deps: TenantsDependencies, ofChannels: ChannelDependencies) {
  const { database, notifications } = deps

  /** The tenants of the token. A name without a tenant is left out: tokens can name deleted or future tenants. */
  const listFor = async (user: Identity): Promise<Tenant[]> => {
    const tenants = await database.asSystem((trx) => findTenants(trx, user.tenants))
    return await Promise.all(
      tenants.map((tenant) => shown(tenant, roleFor(user, tenant.externalId, deps.defaultRole), user.userId)),
    )
  }

  const shown = async (tenant: TenantRecord, role: Role | undefined, userId: string): Promise<Tenant> => {
    const remotes = await deps.remotesFor(tenant, userId)
    const [permissionRoles, settings] = await Promise.all([
      deps.permissionRolesFor(tenant, remotes),
      deps.settingsFor(tenant, remotes, userId),
    ])
    return toTenant(tenant, role, remotes, { permissionRoles, settings })
  }

  /** An idempotency key is kept in the tenant that is made, so it is one key for each external id. */
  const create = async (user: Identity, request: CreateTenant, once?: Once): Promise<Tenant> => {
    const { deliveryTargets } = changedChannels({ deliveryTargets: defaultTargets, channelDetails: {} }, request, [])
    const wanted: NewTenant = {
      tenantId: newId(),
      externalId: request.externalId,
      friendlyName: request.friendlyName,
      featureToggles: { taxonomyEnabled: false, ...request.featureToggles },
      remotes: {},
      deliveryTargets,
    }
    const tenantId = await reserve(wanted)
    const tenant = await database.inTenant(
      tenantId,
      async (trx) => {
        await lockVariationChanges(trx, tenantId)
        if ((await variationsOf(trx, tenantId)).length > 0) throw nameTaken(wanted.externalId)
        notifyDelivery(trx, tenantId, { variations: true })
        const [created] = await Promise.all([
          completeTenant(trx, tenantId, wanted),
          insertVariation(trx, tenantId, newId(), { ...request.defaultVariation, isDefault: true }),
          recordChange(trx, tenantId, {
            userId: user.userId,
            action: 'tenant.create',
            entityKind: 'tenant',
            entityId: wanted.externalId,
          }),
          notifications.send(trx, tenantChanged, { tenantId }),
        ])
        return toTenant(created, 'admin', {})
      },
      { once },
    )
    await deps.grantTenant(user.userId, wanted.externalId)
    return tenant
  }

  /**
   * Inserts the tenant with its external id, or finds an unfinished one. Creating takes two transactions, one as the
   * system and one as the tenant; a crash in between leaves a tenant without a variation, which the next request for
   * the same external id completes.
   */
  const reserve = (wanted: NewTenant): Promise<string> =>
    database.asSystem(async (trx) => {
      if (await insertTenant(trx, wanted)) return wanted.tenantId
      const [existing] = await findTenants(trx, [wanted.externalId])
      if (existing === undefined) throw nameTaken(wanted.externalId)
      return existing.tenantId
    })

  const change = async (
    { tenantId, role }: ActingTenant,
    user: Identity,
    request: ChangeTenant,
    ifMatch?: IfMatch,
  ): Promise<Tenant> => {
    checkManifests(request.remotes ?? {})
    const merged =
      request.settings &&
      (await deps.settingsChange(
        await database.inTenantReadOnly(tenantId, (trx) => findOwnTenant(trx, tenantId)),
        user.userId,
      ))
    const isAboutChannels = request.channels !== undefined || request.deliveryTargets !== undefined
    const work = async (trx: Transaction) => {
      // The advisory lock, because toggles are read, merged and written back.
      await lockVariationChanges(trx, tenantId)
      const before = await findOwnTenant(trx, tenantId)
      requireMatch(ifMatch, before.version)
      const channels = isAboutChannels ? await checkedChannels(trx, tenantId, before, request) : before
      const [after] = await Promise.all([
        updateTenant(trx, tenantId, {
          friendlyName: request.friendlyName ?? before.friendlyName,
          featureToggles: { ...before.featureToggles, ...request.featureToggles },
          remotes: request.remotes ?? before.remotes,
          deliveryTargets: channels.deliveryTargets,
          channelDetails: channels.channelDetails,
          importHosts: request.importHosts ?? before.importHosts,
          permissionRoles: mergedRoles(before.permissionRoles, request.permissionRoles),
          settings: merged ? merged(before.settings, request.settings) : before.settings,
        }),
        recordChange(trx, tenantId, {
          userId: user.userId,
          action: 'tenant.change',
          entityKind: 'tenant',
          entityId: before.externalId,
          details: {
            changed: Object.keys(request),
            ...(request.settings && { settings: Object.keys(request.settings) }),
          },
        }),
        notifications.send(trx, tenantChanged, { tenantId }),
        isAboutChannels && ofChannels.changed(trx, tenantId),
      ])
      if (isAboutChannels) notifyDelivery(trx, tenantId, { variations: true })
      if (!isDeepStrictEqual(channelsOf(before), channelsOf(after)))
        await ofChannels.follow(trx, { tenantId, userId: user.userId }, 'channels')
      return after
    }
    const changed = await database.inTenant(tenantId, work, isAboutChannels ? countingLimits : {})
    return await shown(changed, role, user.userId)
  }

  const checkedChannels = async (
    trx: Transaction,
    tenantId: string,
    before: TenantRecord,
    request: ChangeTenant,
  ): Promise<StoredChannels> => {
    const channels = changedChannels(before, request, await variationsOf(trx, tenantId))
    const gone = before.deliveryTargets.filter((name) => !channels.deliveryTargets.includes(name))
    if (gone.length > 0) {
      await lockChannels(trx, tenantId, 'exclusive')
      requireUnused(await ofChannels.uses(trx, tenantId, gone))
    }
    return channels
  }

  const channelUses = (tenantId: string): Promise<ChannelUse[]> =>
    database.inTenantReadOnly(
      tenantId,
      async (trx) => ofChannels.uses(trx, tenantId, (await findOwnTenant(trx, tenantId)).deliveryTargets),
      countingLimits,
    )

  /**
   * Refuses manifests from origins that the operator has not allowed: a manifest names scripts that all browsers of the
   * tenant run.
   */
  const checkManifests = (remotes: Readonly<Record<string, { manifestUrl: string }>>): void => {
    for (const [name, { manifestUrl }] of Object.entries(remotes)) {
      // Printable ASCII only: browsers drop tabs and line ends, after which a path could start with two slashes.
      const isOwnPath = /^\/(?![/\\])[\x21-\x7e]*$/.test(manifestUrl)
      const isAllowed = URL.canParse(manifestUrl) && deps.remoteOrigins.includes(new URL(manifestUrl).origin)
      if (isOwnPath || isAllowed) continue
      const place = `body.remotes.${name}.manifestUrl`
      throw invalidPlace(place, 'ORIGIN_NOT_ALLOWED', 'is on a server that sections may not be loaded from')
    }
  }

  return { listFor, create, change, channelUses }
}

function mergedRoles(
  before: Readonly<Record<string, Role>>,
  chosen: ChangeTenant['permissionRoles'] = {},
): Record<string, Role> {
  const merged: Record<string, Role> = { ...before }
  for (const [permission, role] of Object.entries(chosen)) {
    if (role === null) delete merged[permission]
    else merged[permission] = role
  }
  if (Object.keys(merged).length <= maxPermissionRoles) return merged
  throw invalidPlace('body.permissionRoles', 'TOO_MANY', `are more than ${maxPermissionRoles} with those before`)
}

const nameTaken = (externalId: string): Problem =>
  new Problem('NAME_CONFLICT', { message: `There is a tenant ${externalId} already.` })
