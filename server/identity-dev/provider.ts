import { landingPath } from '@pim/contract/core/landing-path.ts'
import Provider, {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { accessTokenSeconds, apiResource, apiResourceServer } from './api-resource.ts'
import { artifactAdapter } from './artifacts.ts'
import { claimsByScope, claimsFor, roleClaims, scopes } from './claims.ts'
import type { IdentityRepository } from './identity.repository.ts'
import { loopbackAliases } from './loopback.ts'
import { registerPasswordGrant } from './password-grant.ts'
import { encodeRefreshTokenAsJwt } from './refresh-token.ts'
import type { SignInReturns } from './returns.ts'
import type { CheckPassword } from './sign-in.ts'
import { errorPage } from './sign-in-page.ts'
import type { SigningKeys } from './signing-keys.ts'
import { languageOf } from './strings.ts'

export interface ProviderSettings {
  /** `http://localhost:3000/realms/pim` */
  readonly issuer: string
  readonly clientId: string
  readonly toolsClientId: string
  readonly audience: string
  /** The origins that serve the application, and where a sign-in may redirect to. */
  readonly appOrigins: readonly string[]
  readonly redirectUris: readonly string[]
  readonly allowsDirectGrant: boolean
}

const seconds = { accessToken: accessTokenSeconds, refreshToken: 1_800, session: 36_000, interaction: 3_600, code: 60 }

/** An OpenID Connect provider with Keycloak's URLs, and with the strict choice where Keycloak has an option. */
export function openProvider(
  settings: ProviderSettings,
  repository: IdentityRepository,
  keys: SigningKeys,
  checkPassword: CheckPassword,
  returns: SignInReturns,
): Provider {
  const { issuer, clientId, audience } = settings
  const isAppOrigin = (origin: string | undefined) => origin !== undefined && settings.appOrigins.includes(origin)
  const basePath = new URL(issuer).pathname

  const configuration: Configuration = {
    adapter: artifactAdapter(repository),
    jwks: { keys: keys.privateKeys },
    clients: clientsOf(settings),
    scopes: [...scopes],
    claims: claimsByScope,
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Seconds; clients run on the same machine, so their clocks are equal.
    clockTolerance: 5,
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
    },
    // Browsers share the cookies of a host between its ports, so the names contain the port: two installations on one
    // machine must not sign each other out.
    cookies: {
      keys: keys.cookieKeys,
      names: cookieNames(issuer),
      long: { httpOnly: true, sameSite: 'lax', path: basePath, signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Both are mounted in `mount-provider.ts`: the library's userinfo refuses tokens with an audience of an API, and
      // its sign-out always asks for confirmation, which Keycloak's does not.
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (resource !== apiResource) throw new errors.InvalidTarget()
          return apiResourceServer(audience)
        },
      },
    },
    ttl: {
      AccessToken: seconds.accessToken,
      AuthorizationCode: seconds.code,
      Grant: seconds.session,
      IdToken: seconds.accessToken,
      Interaction: seconds.interaction,
      RefreshToken: seconds.refreshToken,
      Session: seconds.session,
    },
    interactions: { policy: signInOnly(), url: (_context, interaction) => `${basePath}/sign-in/${interaction.uid}` },
    clientBasedCORS: (_context, origin) => isAppOrigin(origin),
    // Tabs refresh at the same moment with the same token. With rotation all but one of them would be signed out.
    rotateRefreshToken: false,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: async (_context, userId) => {
      const account = await repository.accountByUserId(userId)
      return (
        account && {
          accountId: userId,
          claims: (_use, scope) => ({ sub: userId, ...claimsFor(account, scope.split(' ')) }),
        }
      )
    },
    loadExistingGrant: (context) => grantRequestedScopes(context),
    extraTokenClaims: async (_context, token) => {
      if (token.kind !== 'AccessToken') return undefined
      const account = await repository.accountByUserId(token.accountId)
      if (!account) throw new errors.InvalidGrant('the account is gone')
      return {
        typ: 'Bearer',
        azp: token.clientId,
        sid: token.grantId,
        ...claimsFor(account, token.scope?.split(' ') ?? []),
        ...roleClaims(account, clientId),
      }
    },
    renderError: (context, out) => {
      context.type = 'html'
      context.body = errorPage({
        appUrl: `${settings.appOrigins[0]}/`,
        detail: out.error_description ?? out.error,
        language: languageOf(context.get('accept-language')),
      })
    },
  }

  const provider = new Provider(issuer, configuration)
  registerPasswordGrant(provider, { checkPassword, audience })
  provider.use(async (context, next) => {
    await next()
    await useUpCode(context as KoaContextWithOIDC)
    const leadsTo = context.response.get('location') ?? ''
    if (isReturn(leadsTo, settings.redirectUris)) context.set('location', returns.marked(leadsTo))
    // keycloak-js sends credentials with its requests, which browsers allow only with this header.
    if (isAppOrigin(context.get('origin'))) context.set('access-control-allow-credentials', 'true')
    await extendRefreshToken(context as KoaContextWithOIDC)
  })
  return provider
}

/** A code that the page finds in the fragment: the landing page refuses those in its query. */
function isReturn(address: string, redirectUris: readonly string[]): boolean {
  const [uri = '', fragment = ''] = address.split('#')
  return uri.endsWith(landingPath) && redirectUris.includes(uri) && new URLSearchParams(fragment).has('code')
}

function clientsOf({ clientId, toolsClientId, redirectUris, allowsDirectGrant }: ProviderSettings): ClientMetadata[] {
  const publicClient = { token_endpoint_auth_method: 'none', scope: scopes.join(' ') } as const
  return [
    {
      ...publicClient,
      client_id: clientId,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['fragment', 'query'],
      // Compared exactly, as a defence against open redirects.
      redirect_uris: [...redirectUris],
    },
    // Defence 77, without: ...(true
    ...(allowsDirectGrant
      ? [
          {
            ...publicClient,
            client_id: toolsClientId,
            grant_types: ['password', 'refresh_token'],
            response_types: [],
            redirect_uris: [],
          },
        ]
      : []),
  ]
}

/** The library's interaction policy without its consent page, because the client is the product itself. */
function signInOnly() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return policy
}

async function grantRequestedScopes(context: KoaContextWithOIDC) {
  const { provider, session, client, account, params } = context.oidc
  if (!session || !client || !account) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const found = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = found ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  const requested = typeof params?.scope === 'string' ? params.scope : 'openid'
  grant.addOIDCScope(requested)
  grant.addResourceScope(apiResource, requested)
  grant.exp = Math.floor(Date.now() / 1_000) + seconds.session
  await grant.save()
  return grant
}

/** A code that was shown is worth nothing afterwards. The library keeps one whose PKCE verifier, or client, was not the right one. */
async function useUpCode({ oidc, status }: KoaContextWithOIDC): Promise<void> {
  const code = oidc?.params?.code
  if (status < 400 || oidc?.params?.grant_type !== 'authorization_code' || typeof code !== 'string') return
  const found = await oidc.provider.AuthorizationCode.find(code)
  await found?.destroy()
}

/**
 * Extends a used refresh token by half an hour (sliding expiry), and sends it in the form of a JWT, which keycloak-js
 * needs.
 */
async function extendRefreshToken(context: KoaContextWithOIDC): Promise<void> {
  const { body } = context
  const token = context.oidc?.entities.RefreshToken
  if (!token || typeof body !== 'object' || body === null || !('refresh_token' in body)) return
  const now = Math.floor(Date.now() / 1_000)
  if (context.oidc.params?.grant_type === 'refresh_token') {
    token.exp = now + seconds.refreshToken
    await token.save()
  }
  context.body = {
    ...body,
    refresh_token: encodeRefreshTokenAsJwt(token.jti, {
      iat: now,
      exp: token.exp ?? now + seconds.refreshToken,
      sid: token.grantId,
      sub: token.accountId,
    }),
    refresh_expires_in: seconds.refreshToken,
  }
}

function cookieNames(issuer: string) {
  const port = new URL(issuer).port || '80'
  return { session: `pim_session_${port}`, interaction: `pim_sign_in_${port}`, resume: `pim_resume_${port}` }
}

/**
 * Exactly one for each origin of the application. The shell that a development server has may be an earlier one, to which
 * people come back at its root.
 */
export const redirectUrisOf = (publicUrl: string, devOrigins: readonly string[] = []): string[] => [
  ...appOriginsOf(publicUrl, devOrigins).map((origin) => `${origin}${landingPath}`),
  ...devOrigins.flatMap(loopbackAliases).map((origin) => `${origin}/`),
]

export const appOriginsOf = (publicUrl: string, further: readonly string[] = []): string[] => [
  ...new Set([new URL(publicUrl).origin, ...loopbackAliases(publicUrl), ...further.flatMap(loopbackAliases)]),
]
