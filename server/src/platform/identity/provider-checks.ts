import type { SignInCheck } from '@pim/contract'
import { roles as ourRoles } from '@pim/contract/core/roles.ts'
import { type Claims, object, type RoleSource, rolesIn, texts } from './identity.ts'
import { scopesIn } from './verify.ts'

/** What the provider and the token of an administrator say, and what the server is set to. */
export interface ProviderEvidence extends RoleSource {
  readonly issuer: string
  readonly audience?: string
  /** Of an access token that was verified. */
  readonly claims: Claims
  /** The provider's configuration document, and what it tells at userinfo; undefined where it did not answer. */
  readonly document?: Claims
  readonly userinfo?: Claims
}

/** The browser renews a token before it ends; with a shorter one it would do nothing else. */
const minLifetimeSeconds = 30
const maxFoundLength = 300

/**
 * Whether the provider is set up as the product needs it. `found` is read by people: values of claims and nothing that
 * lets anybody sign in.
 */
export function checksOf(evidence: ProviderEvidence): SignInCheck[] {
  const { issuer, claims, document } = evidence
  return [
    issuerCheck(issuer, claims, document),
    audienceCheck(evidence.audience, claims),
    has('openidScope', scopesIn(claims), 'openid'),
    has('tenantScope', scopesIn(claims), 'tenant'),
    tenantsCheck(claims),
    rolesCheck(evidence),
    userinfoCheck(evidence),
    lifetimeCheck(claims),
    document === undefined
      ? check('pkce', 'unknown', '')
      : has('pkce', texts(document.code_challenge_methods_supported), 'S256'),
  ]
}

const check = (name: SignInCheck['name'], outcome: SignInCheck['outcome'], found: string): SignInCheck => ({
  name,
  outcome,
  found: found.slice(0, maxFoundLength),
})

const has = (name: SignInCheck['name'], found: readonly string[], needed: string): SignInCheck =>
  check(name, found.includes(needed) ? 'fulfilled' : 'missing', found.join(', '))

function issuerCheck(issuer: string, claims: Claims, document: Claims | undefined): SignInCheck {
  if (document === undefined) return check('issuer', 'unknown', shown(claims.iss))
  const all = [claims.iss, document.issuer]
  const isRight = all.every((each) => each === issuer)
  return check('issuer', isRight ? 'fulfilled' : 'missing', [...new Set(all.map(shown))].join(', '))
}

/** Without a setting each token of the client is taken, whatever API it was meant for. */
function audienceCheck(audience: string | undefined, claims: Claims): SignInCheck {
  const found = typeof claims.aud === 'string' ? [claims.aud] : texts(claims.aud)
  return audience === undefined ? check('audience', 'notSet', found.join(', ')) : has('audience', found, audience)
}

/** Whoever runs the installation need not be a member: without a value the provider sends no claim. */
function tenantsCheck({ tenants }: Claims): SignInCheck {
  if (tenants === undefined) return check('tenants', 'unknown', '')
  const isRight = Array.isArray(tenants) && tenants.every((each) => typeof each === 'string')
  return isRight ? check('tenants', 'fulfilled', tenants.join(', ')) : check('tenants', 'missing', shown(tenants))
}

/** Roles that are named like ours and count for nothing are what an administrator looks for in vain. */
function rolesCheck({ claims, ...source }: ProviderEvidence): SignInCheck {
  const counting = rolesIn(claims, source)
  const ignored = texts(object(claims.realm_access).roles).filter(
    (role) => isOurs(role) && !counting.includes(role) && !role.startsWith(`${source.clientId}:`),
  )
  if (ignored.length > 0) return check('roles', 'ignored', ignored.join(', '))
  return check('roles', counting.some(isOurs) ? 'fulfilled' : 'missing', counting.join(', '))
}

const isOurs = (role: string): boolean => ourRoles.some((each) => role === each || role.endsWith(`:${each}`))

/** What is not told there holds until the token expires, whatever an administrator takes away meanwhile. */
function userinfoCheck({ claims, userinfo, ...source }: ProviderEvidence): SignInCheck {
  if (userinfo === undefined) return check('userinfo', 'unknown', '')
  const rolesOf = (name: 'realm_access' | 'resource_access', from: Claims) => rolesIn({ [name]: from[name] }, source)
  const absent = [
    ...(claims.tenants !== undefined && userinfo.tenants === undefined ? ['tenants'] : []),
    ...rolesOf('resource_access', claims).filter((role) => !rolesOf('resource_access', userinfo).includes(role)),
    ...rolesOf('realm_access', claims).filter((role) => !rolesOf('realm_access', userinfo).includes(role)),
  ]
  return check('userinfo', absent.length === 0 ? 'fulfilled' : 'missing', absent.join(', '))
}

function lifetimeCheck({ iat, exp }: Claims): SignInCheck {
  const seconds = typeof iat === 'number' && typeof exp === 'number' ? exp - iat : 0
  return check('lifetime', seconds > minLifetimeSeconds ? 'fulfilled' : 'missing', String(seconds))
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
