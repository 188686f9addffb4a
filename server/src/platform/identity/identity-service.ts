import type { TokenVerifier } from './verify.ts'

/** Whoever signs people in, as the rest of the server knows it. */
export interface IdentityService {
  /** What the browser is told. */
  readonly settings: { readonly clientId: string; readonly realm: string; readonly keycloakUrl: string }
  readonly verifier: TokenVerifier
  /** Makes somebody a member of a tenant. Does nothing where memberships are kept by a provider of somebody else. */
  grantTenant(userId: string, tenantExternalId: string): Promise<void>
  revokeTenant(userId: string, tenantExternalId: string): Promise<void>
  close(): void
}
