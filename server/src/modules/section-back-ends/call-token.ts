import { type Role, reaches, roles } from '@pim/contract/core/roles.ts'
import { SignJWT } from 'jose'
import type { CallFacts } from '../sections/index.ts'
import { type TokenKeys, tokenAlgorithm } from './token-keys.ts'

/** Seconds: a call is made at once. */
const isValidFor = 60

export interface TokenFacts extends CallFacts {
  /** The `jti` of the token; the audit trail has it, too. */
  readonly callId: string
  /** The address that people use. */
  readonly issuer: string
  readonly section: string
  readonly user: { readonly userId: string; readonly firstName: string; readonly lastName: string }
  readonly tenant: { readonly tenantId: string; readonly externalId: string; readonly role: Role }
}

/**
 * The token that a back end gets in place of the person's own, which it could make any call of the API with. This one is for the
 * back end of one section and for one call; nobody else takes it.
 */
export async function callToken(
  keys: TokenKeys,
  { callId, issuer, section, user, permissions, settings, tenant }: TokenFacts,
): Promise<string> {
  const { keyId, privateKey } = await keys.signing()
  return new SignJWT({
    name: `${user.firstName} ${user.lastName}`.trim(),
    tenant: tenant.externalId,
    // Another tenant may get the external id of one that was erased.
    tenantId: tenant.tenantId,
    roles: roles.filter((role) => reaches(tenant.role, role)),
    permissions,
    settings,
    section,
  })
    .setProtectedHeader({ alg: tokenAlgorithm, kid: keyId, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(section)
    .setSubject(user.userId)
    .setJti(callId)
    .setIssuedAt()
    .setExpirationTime(`${isValidFor}s`)
    .sign(privateKey)
}
