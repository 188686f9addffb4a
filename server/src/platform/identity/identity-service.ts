import type { SignInCheck } from '@pim/contract'
import type { People } from './people.ts'
import type { TokenVerifier } from './verify.ts'

/** The identity provider, external or embedded. */
export interface IdentityService {
  /** For the browser: where and as which client to sign in. */
  readonly settings: { readonly clientId: string; readonly realm: string; readonly keycloakUrl: string }
  readonly verifier: TokenVerifier
  /** Left out by an external provider, which keeps its people itself. */
  readonly people?: People
  /**
   * Whether the provider is set up as the product needs it, as seen with this access token, which was verified. Left out by
   * the embedded one.
   */
  check?(token: string): Promise<SignInCheck[]>
  /** Makes a person a member of a tenant. Does nothing for an external provider, which keeps the memberships itself. */
  grantTenant(userId: string, tenantExternalId: string): Promise<void>
  revokeTenant(userId: string, tenantExternalId: string): Promise<void>
  /**
   * Erases what the provider knows of a person and ends their sessions; answers how many of each kind. Does nothing for an
   * external provider: its administrator removes the person there.
   */
  erasePerson(userId: string): Promise<Readonly<Record<string, number>>>
  /** Ends all memberships of a tenant, as `erasePerson` does for a person; answers how many. */
  eraseTenant(tenantExternalId: string): Promise<number>
  close(): void
}
