import { type Role, type Route, roles } from '@pim/contract/core/route.ts'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../core/problem.ts'
import { type Identity, roleFor } from '../platform/identity/identity.ts'
import { IdentityProviderAway } from '../platform/identity/key-set.ts'
import type { Call } from './call.ts'
import type { ApiKeyGrant, KnownTenant } from './context.ts'
import type { RateLimits } from './rate-limits.ts'

type Maybe<T> = T | Promise<T>

/** What the guard asks of the platform. A synchronous answer saves a cached call a turn of the event loop. */
export interface Guards {
  /** Throws where the token is refused, `IdentityProviderAway` where it cannot be told. */
  verifyToken(token: string): Maybe<Identity>
  findTenant(externalId: string): Maybe<KnownTenant | undefined>
  verifyApiKey(key: string): Maybe<ApiKeyGrant | undefined>
  readonly defaultRole: Role
  readonly limits: RateLimits
}

const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i
/** Said apart by header and place in the list; the rest is the same for every refusal, so none tells more than another. */
const challenge = { 'www-authenticate': 'Bearer' }
const noBody = { headers: challenge }

/**
 * Who may pass, decided from the route alone. Runs before a byte of the body is read, so that a stranger costs as
 * little as can be.
 */
export function guardFor(route: Route, guards: Guards): (request: FastifyRequest, call: Call) => Maybe<void> {
  switch (route.access) {
    case 'public':
      return (_request, call) => guards.limits.admit(`ip:${call.clientAddress}`)
    case 'user':
      return async (request, call) => {
        const user = await signedIn(request, call, guards)
        if (route.role !== undefined && !holdsEverywhere(user, route.role)) throw new Problem('FORBIDDEN')
      }
    case 'tenant': {
      const needed = route.role ?? 'viewer'
      return async (request, call) => {
        const user = await signedIn(request, call, guards)
        const externalId = tenantHeader(request)
        if (externalId === undefined) throw new Problem('TENANT_REQUIRED')
        // One sentence for "no member" and "no such tenant": nobody learns which tenants exist.
        const role = roleFor(user, externalId, guards.defaultRole)
        const tenant = role === undefined ? undefined : await guards.findTenant(externalId)
        if (role === undefined || tenant === undefined) throw new Problem('FORBIDDEN')
        if (!reaches(role, needed)) {
          throw new Problem('FORBIDDEN', { message: `This takes the role ${needed}; yours here is ${role}.` })
        }
        call.tenant = { tenantId: tenant.tenantId, externalId: tenant.externalId, role }
      }
    }
    case 'apiKey':
      return (request, call) => {
        const key = single(request, 'x-api-key')
        if (key === undefined) return admitKey(undefined, request, call, guards)
        const grant = guards.verifyApiKey(key)
        if (grant instanceof Promise) return grant.then((found) => admitKey(found, request, call, guards))
        return admitKey(grant, request, call, guards)
      }
  }
}

export function reaches(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** A role that is limited to no tenant. The default role of members is none of those. */
function holdsEverywhere(user: Identity, needed: Role): boolean {
  return roles.some((role) => user.roles.includes(role) && reaches(role, needed))
}

async function signedIn(request: FastifyRequest, call: Call, guards: Guards): Promise<Identity> {
  const header = single(request, 'authorization')
  const token = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (token === undefined) throw refused(call, guards)
  let user: Identity
  try {
    user = await guards.verifyToken(token)
  } catch (cause) {
    if (cause instanceof IdentityProviderAway) throw new Problem('UNAVAILABLE', { retryAfter: 5, cause })
    throw refused(call, guards, cause)
  }
  guards.limits.admit(`user:${user.userId}`)
  call.user = user
  return user
}

function refused(call: Call, guards: Guards, cause?: unknown): Problem {
  guards.limits.admitFailure(call.clientAddress)
  return new Problem('UNAUTHENTICATED', cause === undefined ? noBody : { ...noBody, cause })
}

function admitKey(grant: ApiKeyGrant | undefined, request: FastifyRequest, call: Call, guards: Guards): void {
  if (grant === undefined) {
    guards.limits.admitFailure(call.clientAddress)
    throw new Problem('API_KEY_INVALID')
  }
  guards.limits.admit(`key:${grant.apiKeyId}`)
  // The key alone names the tenant; a header that says otherwise is a mistake that must not pass in silence.
  if (request.headers['x-tenant-id'] !== undefined && tenantHeader(request) !== grant.tenant.externalId) {
    throw new Problem('FORBIDDEN')
  }
  call.apiKey = grant
}

function tenantHeader(request: FastifyRequest): string | undefined {
  const value = single(request, 'x-tenant-id')
  return value === undefined || value.trim() === '' ? undefined : value
}

/**
 * A header given exactly once. Node joins or drops repeated ones, and whatever stands before this server may have read
 * the other of the two, so neither is believed.
 */
function single(request: FastifyRequest, name: 'authorization' | 'x-tenant-id' | 'x-api-key'): string | undefined {
  const value = request.headers[name]
  if (typeof value !== 'string') return undefined
  const raw = request.raw.rawHeaders
  let count = 0
  for (let index = 0; index < raw.length; index += 2) {
    const header = raw[index]
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) count++
  }
  return count > 1 ? undefined : value
}
