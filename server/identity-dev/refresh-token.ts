/**
 * A refresh token in the form of a JWT: `header.payload.id`. keycloak-js reads the payload, because Keycloak's refresh
 * tokens are JWTs; those of oidc-provider are random ids. The payload is not signed and never read by the server.
 */
export function encodeRefreshTokenAsJwt(id: string, claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ typ: 'Refresh', ...claims })}.${id}`
}

/** The id in a refresh token, with or without the form of a JWT. */
export const refreshTokenId = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
