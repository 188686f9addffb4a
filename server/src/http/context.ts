import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '@pim/contract/core/roles.ts'
import type { Access, Route } from '@pim/contract/core/route.ts'
import type { DeployRight } from '@pim/contract/deploy-keys/schemas.ts'
import type { Logger } from 'pino'
import type { Once } from '../core/once.ts'
import type { Identity } from '../platform/identity/identity.ts'

export type { Identity }

export interface KnownTenant {
  readonly tenantId: string
  readonly externalId: string
}

/** A tenant as a call finds it. */
export interface FoundTenant extends KnownTenant {
  /** Its calls are refused. */
  readonly isPaused: boolean
}

/** The tenant of a call and the caller's role in it. */
export interface ActingTenant extends KnownTenant {
  readonly role: Role
}

/** What an API key is for. */
export type KeyKind = 'delivery' | 'import'

/** What an API key gives access to; an empty list means no restriction. */
export interface ApiKeyGrant {
  readonly apiKeyId: string
  readonly kind: KeyKind
  readonly tenant: FoundTenant
  readonly deliveryTargets: readonly string[]
  readonly contentTypeTechnicalNames: readonly string[]
  /** The channels of the tenant. No `variationIds`: every variation. */
  readonly channels: readonly { readonly technicalName: string; readonly variationIds: readonly string[] }[]
}

/** The rights of a deploy key in one section. */
export interface DeployKeyGrant {
  readonly deployKeyId: string
  readonly name: string
  readonly section: string
  readonly rights: readonly DeployRight[]
  /** Verifies its signatures. */
  readonly publicKey: Buffer
}

export interface RequestContext {
  readonly traceId: string
  readonly log: Logger
  /** Aborts when the caller has disconnected or the deadline has passed; hand it to whatever may take long. */
  readonly signal: AbortSignal
  readonly headers: IncomingHttpHeaders
  /** Path and query as they were sent. */
  readonly url: string
  readonly clientAddress: string
  readonly user?: Identity
  readonly tenant?: ActingTenant
  readonly apiKey?: ApiKeyGrant
  /** Of a call of the tenant that comes with a key for imports: it may see what that key has made, and nothing else. */
  readonly importKey?: ApiKeyGrant
  /** Of a call about the section of a deploy key that comes with it. */
  readonly deployKey?: DeployKeyGrant
  /** Of a creating call with an idempotency key. Its handler hands it to the transaction that makes the change. */
  readonly once?: Once
}

interface ContextByAccess {
  public: RequestContext
  user: RequestContext & { readonly user: Identity }
  tenant: RequestContext & { readonly user: Identity; readonly tenant: ActingTenant }
  apiKey: RequestContext & { readonly apiKey: ApiKeyGrant }
}
export type ContextFor<A extends Access> = ContextByAccess[A]

/** The context of a member of a tenant: what most services ask for. */
export type TenantContext = ContextFor<'tenant'>
export type RouteContext<R extends Route> = ContextFor<R['access']>
