import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/platform/database/database.ts'
import type { IdentityService } from '../src/platform/identity/identity-service.ts'
import { createTokenVerifier } from '../src/platform/identity/verify.ts'
import { identityRepository } from './account.repository.ts'
import { claimsFor, roleClaims, scopes } from './claims.ts'
import { demoUsers } from './demo-users.ts'
import { refuseNetwork } from './loopback.ts'
import { mountProvider } from './mount.ts'
import { appOriginsOf, openProvider } from './provider.ts'
import { passwordCheck } from './sign-in.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { signOutOf } from './sign-out.ts'
import { loadSigningKeys } from './signing-keys.ts'

export { demoUsers } from './demo-users.ts'
export { NotOnLoopback } from './loopback.ts'

export interface EmbeddedIdentityOptions {
  readonly database: Database
  /** What the server listens on, and how a browser reaches it: both must be this machine. */
  readonly listenHost: string
  readonly publicUrl: string
  /** Further origins that serve the application while it is being developed. */
  readonly devOrigins?: readonly string[]
  readonly realm?: string
  readonly clientId?: string
  readonly toolsClientId?: string
  /** What went wrong on this side; whoever was signing in is told nothing of it. */
  readonly onFault?: (error: unknown) => void
}

export interface EmbeddedIdentity extends IdentityService {
  mount(app: FastifyInstance): void
}

const audience = 'pim-api'
const purgeEveryMs = 10 * 60_000

/** An identity provider of our own for one's own machine: with demo users, and to keycloak-js no different from Keycloak. */
export async function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<EmbeddedIdentity> {
  refuseNetwork(options)
  const { realm = 'pim', clientId = 'pim', toolsClientId = 'pim-tools', onFault = () => {} } = options
  const { origin } = new URL(options.publicUrl)
  const basePath = `/realms/${realm}`
  const issuer = `${origin}${basePath}`
  const appOrigins = appOriginsOf(options.publicUrl, options.devOrigins)

  const repository = identityRepository(options.database)
  await repository.addAccounts(demoUsers)
  const keys = await loadSigningKeys(repository)
  const checkPassword = passwordCheck(repository, signInThrottle())
  const provider = openProvider(
    { issuer, clientId, toolsClientId, audience, appOrigins },
    repository,
    keys,
    checkPassword,
  )
  provider.on('server_error', (_context, error) => onFault(error))
  // Koa would write these to the console itself.
  provider.onerror = onFault

  const verifier = createTokenVerifier({
    issuer,
    clientId,
    furtherClientIds: [toolsClientId],
    audience,
    keys: async () => ({ keys: keys.publicKeys }),
    async membership(_token, { userId }, claims) {
      const account = await repository.accountByUserId(userId)
      const isSignedIn =
        typeof claims.sid === 'string' && (await repository.artifact('Grant', claims.sid)) !== undefined
      return account && isSignedIn ? { ...claimsFor(account, scopes), ...roleClaims(account, clientId) } : 'ended'
    },
  })

  const purge = setInterval(() => void repository.removeExpiredArtifacts().catch(onFault), purgeEveryMs)
  purge.unref()

  return {
    settings: { clientId, realm, keycloakUrl: origin },
    verifier,
    async grantTenant(userId, tenantExternalId) {
      await repository.addMembership(userId, tenantExternalId)
      verifier.recheck(userId)
    },
    async revokeTenant(userId, tenantExternalId) {
      await repository.removeMembership(userId, tenantExternalId)
      verifier.recheck(userId)
    },
    mount: (app) =>
      mountProvider(app, {
        provider,
        basePath,
        homeUrl: `${origin}/`,
        appOrigins,
        demoNames: demoUsers.map(({ username }) => username),
        repository,
        verifier,
        checkPassword,
        onFault,
        signOut: signOutOf(provider, repository, { cookiePath: basePath, appOrigins, homeUrl: `${origin}/` }),
      }),
    close: () => clearInterval(purge),
  }
}
