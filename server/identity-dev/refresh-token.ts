/**
 * keycloak-js reads the payload of a refresh token, as Keycloak's are JWTs. Ours are random words that the provider
 * looks up; they travel as `header.payload.word`. Only the word counts when one comes back.
 */
export function dressRefreshToken(word: string, claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ typ: 'Refresh', ...claims })}.${word}`
}

export const opaquePart = (token: string): string => token.slice(token.lastIndexOf('.') + 1)
