/** Settings of a command that calls the API, as far as they were given. */
export interface Caller {
  readonly tenant?: string | undefined
  readonly user?: string | undefined
  readonly password?: string | undefined
  readonly token?: string | undefined
  readonly apiKey?: string | undefined
}

/** Names the settings that are missing for the calls, in words for who typed the command; empty where none is. */
export function missingOf({ tenant, user, password, token, apiKey }: Caller, takesKey = true): string[] {
  if (apiKey) return []
  return [
    ...(token || user ? [] : [`${takesKey ? 'a key for imports in PIM_IMPORT_KEY, or ' : ''}--user and --tenant`]),
    ...(user && !token && !password
      ? [`PIM_PASSWORD, with the password of ${user}, or PIM_TOKEN, with an access token`]
      : []),
    ...((token || user) && !tenant ? ['--tenant, the external id of the tenant'] : []),
  ]
}

/** The person was not signed in. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
}

/** `error`: the code of the identity provider. */
export function signInRefused(username: string, status: number, error: string): SignInRefused {
  const why =
    error === 'invalid_grant'
      ? 'The name or the password (PIM_PASSWORD) is wrong.'
      : 'A password is taken from a command only where the server has PIM_DIRECT_GRANT=1, or with Keycloak where the client pim-tools ' +
        'allows "Direct access grants". Without it put an access token into PIM_TOKEN, or import with a key for imports.'
  return new SignInRefused(`Signing in as ${username} failed: ${status}${error === '' ? '' : ` ${error}`}. ${why}`)
}
