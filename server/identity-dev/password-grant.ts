import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { apiResource, apiResourceServer } from './api-resource.ts'
import { scopes } from './claims.ts'
import type { CheckPassword } from './sign-in.ts'

export interface PasswordGrantSettings {
  readonly checkPassword: CheckPassword
  readonly audience: string
}

interface PasswordParameters {
  username?: string
  password?: string
}

/**
 * The OAuth password grant, for command line tools and tests, which have no browser. The same as Keycloak's "direct
 * access grants", and allowed for one client only.
 */
export function registerPasswordGrant(provider: Provider, settings: PasswordGrantSettings): void {
  provider.registerGrantType<PasswordParameters>(
    'password',
    async (context) => {
      const { client, params } = context.oidc
      const { username, password } = params
      if (!username || !password) throw new errors.InvalidRequest('username and password are both needed')
      const outcome = await settings.checkPassword(username, password, context.req.socket.remoteAddress ?? '')
      if ('refused' in outcome) {
        if (outcome.refused === 'wait') {
          context.set('retry-after', String(outcome.seconds))
          throw new errors.InvalidGrant(`too many attempts, try again in ${outcome.seconds} s`)
        }
        throw new errors.InvalidGrant('the name or the password is wrong')
      }

      const accountId = outcome.account.userId
      const requested = (params.scope ?? scopes.join(' ')).split(' ')
      const scope = scopes.filter((known) => requested.includes(known)).join(' ')
      const grant = new provider.Grant({ accountId, clientId: client.clientId })
      grant.addOIDCScope(scope)
      grant.addResourceScope(apiResource, scope)
      const grantId = await grant.save()

      const common = { accountId, client, grantId, gty: 'password', scope }
      const accessToken = new provider.AccessToken({ ...common, expiresWithSession: false })
      accessToken.resourceServer = new provider.ResourceServer(apiResource, apiResourceServer(settings.audience))
      const refreshToken = new provider.RefreshToken({
        ...common,
        expiresWithSession: false,
        resource: apiResource,
        rotations: 0,
      })
      context.oidc.entity('RefreshToken', refreshToken)
      context.body = {
        access_token: await accessToken.save(),
        token_type: 'Bearer',
        expires_in: accessToken.expiration,
        refresh_token: await refreshToken.save(),
        scope,
      }
    },
    ['username', 'password', 'scope'],
  )
}
