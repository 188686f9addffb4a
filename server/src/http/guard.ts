import { type Role, reaches, roles } from '@pim/contract/core/roles.ts'
import type { Route } from '@pim/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import { importRole, roleFor, userOfDeployKey, userOfImportKey } from '../core/caller.ts'
import { Problem } from '../core/problem.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { IdentityProviderAway } from '../platform/identity/key-set.ts'
import type { Call } from './call.ts'
import type { ApiKeyGrant, DeployKeyGrant, FoundTenant, KeyKind } from './context.ts'
import { isRepeated } from './input/repeated-header.ts'
import type { CallTally, RateLimits } from './rate-limits.ts'

type MaybePromise<T> = T | Promise<T>

/**
 * What the guard needs from the platform. Results that are cached come without a promise, which saves an event-loop
 * turn.
 */
export interface Guards {
  /**
   * Throws where the token is invalid, `IdentityProviderAway` where the provider cannot be reached to tell. `beforeLookUp`,
   * here and below, is called before anybody is asked about a credential of which nothing is known; it may throw.
   */
  verifyToken(token: string, beforeLookUp: () => void): MaybePromise<Identity>
  findTenant(externalId: string): MaybePromise<FoundTenant | undefined>
  /** Asked where a call has failed, and not of what is remembered. */
  isTenantErased(tenantId: string): Promise<boolean>
  /** Keys of another kind are unknown to it. */
  verifyApiKey(key: string, kind: KeyKind, beforeLookUp: () => void): MaybePromise<ApiKeyGrant | undefined>
  /** Asked with each call that comes with such a key: one that is revoked ends at once. */
  verifyDeployKey(key: string, beforeLookUp: () => void): Promise<DeployKeyGrant | undefined>
  readonly defaultRole: Role
  readonly limits: RateLimits
  readonly calls: Pick<CallTally, 'count'>
  /** Is told who calls, with the rights of this moment; a promise is waited for. */
  noteCaller?(user: Identity): MaybePromise<void>
  /** Is told who calls in a tenant that they may call in; a promise is waited for. */
  noteEntry?(user: Identity, tenant: FoundTenant): MaybePromise<void>
}

const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i
/** The same 401 for a missing and for an invalid token, so that the response does not tell which it was. */
const bearerChallenge = { headers: { 'www-authenticate': 'Bearer' } }

/**
 * The check of a route's `access` and role. Runs before the body is read, so that a refused caller costs little. Throws
 * the problem to send: 401, 400 without a tenant, 403, 429, or 503 while the identity provider is away.
 */
export function guardFor(route: Route, guards: Guards): (request: FastifyRequest, call: Call) => MaybePromise<void> {
  switch (route.access) {
    case 'public':
      return (_request, call) => guards.limits.admit(`ip:${call.clientAddress}`)
    case 'user':
      return async (request, call) => {
        const key = deployKeyOf(route, request)
        if (key !== undefined) return admitDeployKey(key, route, request, call, guards)
        const user = await authenticate(request, call, guards)
        if (route.role !== undefined && !hasRoleInEveryTenant(user, route.role)) throw new Problem('FORBIDDEN')
      }
    case 'tenant': {
      const needed = route.role ?? 'viewer'
      // Defence 179, without: const takesImportKeys = true
      const takesImportKeys = route.takesImportKeys === true && reaches(importRole, needed)
      return async (request, call) => {
        if (takesImportKeys && request.headers.authorization === undefined) {
          const key = singleHeader(request, 'x-api-key')
          if (key !== undefined) return admitImportKey(key, request, call, guards)
        }
        const deployKey = deployKeyOf(route, request)
        if (deployKey !== undefined) {
          await admitDeployKey(deployKey, route, request, call, guards)
          await enterByDeployKey(request, call, guards)
          return
        }
        const user = await authenticate(request, call, guards)
        const externalId = tenantHeader(request)
        // Defence 10
        if (externalId === undefined) throw new Problem('TENANT_REQUIRED')
        // The same 403 for "not a member" and "no such tenant", so that nobody learns which tenants exist.
        // Defence 10, without: const role: Role | undefined = 'admin'
        const role = roleFor(user, externalId, guards.defaultRole)
        const tenant = role === undefined ? undefined : await guards.findTenant(externalId)
        if (role === undefined || tenant === undefined) throw new Problem('FORBIDDEN')
        if (tenant.isPaused) throw new Problem('TENANT_PAUSED')
        // Defence 11, without: if (false) {
        if (!reaches(role, needed)) {
          throw new Problem('FORBIDDEN', { message: `This takes the role ${needed}; yours here is ${role}.` })
        }
        await guards.noteEntry?.(user, tenant)
        if (route.isUncounted !== true) guards.calls.count(tenant.tenantId, 'management')
        call.tenant = { tenantId: tenant.tenantId, externalId: tenant.externalId, role }
      }
    }
    case 'apiKey':
      return (request, call) => {
        const key = singleHeader(request, 'x-api-key')
        if (key === undefined) return admitKey(undefined, request, call, guards)
        let giveBack: (() => void) | undefined
        const grant = guards.verifyApiKey(key, 'delivery', () => {
          giveBack = guards.limits.admitLookUp(call.clientAddress)
        })
        if (!(grant instanceof Promise)) return admitKey(grant, request, call, guards)
        return grant.then((found) => {
          if (found !== undefined) giveBack?.()
          admitKey(found, request, call, guards)
        })
      }
  }
}

/**
 * Whether the token carries the role without a tenant prefix (`admin`, not `acme:admin`). The default role of members
 * does not count.
 */
function hasRoleInEveryTenant(user: Identity, needed: Role): boolean {
  return roles.some((role) => user.roles.includes(role) && reaches(role, needed))
}

async function authenticate(request: FastifyRequest, call: Call, guards: Guards): Promise<Identity> {
  const header = singleHeader(request, 'authorization')
  const token = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (token === undefined) throw unauthenticated(call, guards)
  let user: Identity
  try {
    let giveBack: (() => void) | undefined
    user = await guards.verifyToken(token, () => {
      giveBack = guards.limits.admitCheck(call.clientAddress)
    })
    giveBack?.()
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    if (cause instanceof IdentityProviderAway) throw new Problem('UNAVAILABLE', { retryAfter: 5, cause })
    throw unauthenticated(call, guards, cause)
  }
  // Defence 21, without: guards.limits.admit(`user:${token}`)
  guards.limits.admit(`user:${user.userId}`)
  await guards.noteCaller?.(user)
  call.user = user
  return user
}

/** Counts the failed attempt; throws 429 itself where there were too many. */
function unauthenticated(call: Call, guards: Guards, cause?: unknown): Problem {
  guards.limits.admitFailure(call.clientAddress)
  return new Problem('UNAUTHENTICATED', cause === undefined ? bearerChallenge : { ...bearerChallenge, cause })
}

function admitKey(grant: ApiKeyGrant | undefined, request: FastifyRequest, call: Call, guards: Guards): void {
  if (grant === undefined) {
    guards.limits.admitFailure(call.clientAddress)
    throw new Problem('API_KEY_INVALID')
  }
  guards.limits.admit(`key:${grant.apiKeyId}`)
  // The key determines the tenant. A header that names another one is a mistake of the caller, so it is refused.
  if (request.headers['x-tenant-id'] !== undefined && tenantHeader(request) !== grant.tenant.externalId) {
    throw new Problem('FORBIDDEN')
  }
  if (grant.tenant.isPaused) throw new Problem('TENANT_PAUSED')
  guards.calls.count(grant.tenant.tenantId, 'delivery')
  call.apiKey = grant
}

/** Lets the bearer of a key for imports in as an editor of the key's tenant. Only routes that name such keys get here. */
async function admitImportKey(key: string, request: FastifyRequest, call: Call, guards: Guards): Promise<void> {
  let giveBack: (() => void) | undefined
  const grant = await guards.verifyApiKey(key, 'import', () => {
    giveBack = guards.limits.admitLookUp(call.clientAddress)
  })
  if (grant === undefined) throw unauthenticated(call, guards)
  giveBack?.()
  guards.limits.admit(`key:${grant.apiKeyId}`)
  const { tenantId, externalId, isPaused } = grant.tenant
  if (request.headers['x-tenant-id'] !== undefined && tenantHeader(request) !== externalId)
    throw new Problem('FORBIDDEN')
  if (isPaused) throw new Problem('TENANT_PAUSED')
  guards.calls.count(tenantId, 'management')
  call.user = { userId: userOfImportKey(grant), firstName: '', lastName: '', tenants: [externalId], roles: [] }
  call.tenant = { tenantId, externalId, role: importRole }
  call.importKey = grant
}

/** The key of a call that takes deploy keys and has no token. */
const deployKeyOf = (route: Route, request: FastifyRequest): string | undefined =>
  route.takesDeployKeys !== undefined && request.headers.authorization === undefined
    ? singleHeader(request, 'x-api-key')
    : undefined

/** Lets the bearer of a deploy key in where the path names the section of the key and the key has the right of the call. */
async function admitDeployKey(
  key: string,
  { takesDeployKeys: needed }: Route,
  request: FastifyRequest,
  call: Call,
  guards: Guards,
): Promise<void> {
  let giveBack: (() => void) | undefined
  const grant = await guards.verifyDeployKey(key, () => {
    giveBack = guards.limits.admitLookUp(call.clientAddress)
  })
  if (grant === undefined) throw unauthenticated(call, guards)
  giveBack?.()
  guards.limits.admit(`key:${grant.deployKeyId}`)
  // Defence 333, without: const section = grant.section
  const section = sectionOf(request)
  if (section !== grant.section)
    throw new Problem('FORBIDDEN', { message: `This key is for the section ${grant.section} alone.` })
  // Defence 334, without: if (needed === undefined)
  if (needed === undefined || (needed !== 'any' && !grant.rights.includes(needed)))
    throw new Problem('FORBIDDEN', {
      message: `This takes a key with the right ${needed}; this one has ${grant.rights.join(', ')}.`,
    })
  call.user = { userId: userOfDeployKey(grant), firstName: '', lastName: '', tenants: [], roles: [] }
  call.deployKey = grant
}

function sectionOf({ params }: FastifyRequest): unknown {
  return typeof params === 'object' && params !== null && 'section' in params ? params.section : undefined
}

/** The tenant of a call that comes with a deploy key; the same 403 for every one that is none. */
async function enterByDeployKey(request: FastifyRequest, call: Call, guards: Guards): Promise<void> {
  const externalId = tenantHeader(request)
  if (externalId === undefined) throw new Problem('TENANT_REQUIRED')
  const tenant = await guards.findTenant(externalId)
  if (tenant === undefined) throw new Problem('FORBIDDEN')
  if (tenant.isPaused) throw new Problem('TENANT_PAUSED')
  guards.calls.count(tenant.tenantId, 'management')
  call.tenant = { tenantId: tenant.tenantId, externalId: tenant.externalId, role: 'admin' }
}

function tenantHeader(request: FastifyRequest): string | undefined {
  const value = singleHeader(request, 'x-tenant-id')
  return value === undefined || value.trim() === '' ? undefined : value
}

/** The value of a header that was sent exactly once: with two of them neither is used. */
function singleHeader(
  request: FastifyRequest,
  name: 'authorization' | 'x-tenant-id' | 'x-api-key',
): string | undefined {
  const value = request.headers[name]
  return typeof value !== 'string' || isRepeated(request.raw.rawHeaders, name) ? undefined : value
}
