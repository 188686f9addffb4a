import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/platform/database/database.ts'
import type { IdentityService } from '../src/platform/identity/identity-service.ts'
import { createTokenVerifier } from '../src/platform/identity/verify.ts'
import { claimsFor, roleClaims, scopes } from './claims.ts'
import { openFirstAccounts } from './first-accounts.ts'
import { identityRepository } from './identity.repository.ts'
import { requireLoopback } from './loopback.ts'
import { mountProvider } from './mount-provider.ts'
import { ownAccount } from './own-account.ts'
import { peopleOf } from './people.ts'
import { appOriginsOf, openProvider, redirectUrisOf } from './provider.ts'
import { signInReturns } from './returns.ts'
import { passwordCheck } from './sign-in.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { signOutOf } from './sign-out.ts'
import { loadSigningKeys } from './signing-keys.ts'

export { hasDemo } from './demo/opening.repository.ts'
export { demoUsers } from './demo-users.ts'
export { NotOnLoopback } from './loopback.ts'

export interface EmbeddedIdentityOptions {
  readonly database: Database
  /** The address that the server listens on, and the one that browsers use: both have to be on loopback. */
  readonly listenHost: string
  readonly publicUrl: string
  /** Further origins that serve the application while it is being developed. */
  readonly devOrigins?: readonly string[]
  readonly realm?: string
  readonly clientId?: string
  readonly toolsClientId?: string
  /** The database has the demo, whose people sign in with known passwords. */
  readonly hasDemo: boolean
  /** Whether command line tools may sign in with a name and a password ("direct access grant"). */
  readonly allowsDirectGrant: boolean
  /** Reports an error of the server; the person who signs in does not see it. */
  readonly onFault?: (error: unknown) => void
  /** The clock of the waits after wrong passwords, in milliseconds. */
  readonly now?: () => number
}

export interface EmbeddedIdentity extends IdentityService {
  /** Whether the provider has just led a browser to the landing page with this query; once for each. */
  takeReturn(query: string): boolean
  mount(app: FastifyInstance): void
  /** Lines for the person who started the server: how to sign in. They may hold a password. */
  readonly hints: readonly string[]
}

const audience = 'pim-api'
const purgeEveryMs = 10 * 60_000

/**
 * Opens an identity provider for use on this machine, compatible with keycloak-js. Throws
 * `NotOnLoopback` where the server could be reached from another machine.
 */
export async function openEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<EmbeddedIdentity> {
  requireLoopback(options)
  const { realm = 'pim', clientId = 'pim', toolsClientId = 'pim-tools', onFault = () => {} } = options
  const { origin } = new URL(options.publicUrl)
  const basePath = `/realms/${realm}`
  const issuer = `${origin}${basePath}`
  const appOrigins = appOriginsOf(options.publicUrl, options.devOrigins)

  const repository = identityRepository(options.database)
  const { demoNames, hints } = await openFirstAccounts(repository, options.hasDemo)
  const keys = await loadSigningKeys(repository)
  const checkPassword = passwordCheck(repository, signInThrottle(options.now))
  const returns = signInReturns()
  const provider = openProvider(
    {
      issuer,
      clientId,
      toolsClientId,
      audience,
      appOrigins,
      redirectUris: redirectUrisOf(options.publicUrl, options.devOrigins),
      allowsDirectGrant: options.allowsDirectGrant,
    },
    repository,
    keys,
    checkPassword,
    returns,
  )
  provider.on('server_error', (_context, error) => onFault(error))
  // Otherwise Koa writes errors to the console.
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
    hints,
    settings: { clientId, realm, keycloakUrl: origin },
    people: peopleOf(repository, verifier.recheck),
    verifier,
    takeReturn: returns.take,
    async grantTenant(userId, tenantExternalId) {
      await repository.addMembership(userId, tenantExternalId)
      verifier.recheck(userId)
    },
    async revokeTenant(userId, tenantExternalId) {
      await repository.removeMembership(userId, tenantExternalId)
      verifier.recheck(userId)
    },
    async erasePerson(userId) {
      const removed = await repository.eraseAccount(userId)
      verifier.recheck(userId)
      return removed
    },
    eraseTenant: (tenantExternalId) => repository.removeMembers(tenantExternalId),
    mount: (app) =>
      mountProvider(app, {
        provider,
        basePath,
        homeUrl: `${origin}/`,
        appOrigins,
        demoNames,
        repository,
        verifier,
        checkPassword,
        onFault,
        own: ownAccount({
          repository,
          checkPassword,
          changed: verifier.recheck,
          secret: keys.cookieKeys[0] ?? '',
        }),
        signOut: signOutOf(provider, repository, { cookiePath: basePath, appOrigins, homeUrl: `${origin}/` }),
      }),
    close: () => clearInterval(purge),
  }
}
