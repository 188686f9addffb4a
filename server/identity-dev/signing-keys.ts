import { createPublicKey, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { ArtifactRepository } from './artifact.repository.ts'

export interface SigningKeys {
  /** Private keys as JWKs; the provider publishes their public halves. */
  readonly privateKeys: JWK[]
  readonly publicKeys: JWK[]
  readonly cookieKeys: string[]
}

const described = async (key: JWK): Promise<JWK> => ({
  ...key,
  kid: await calculateJwkThumbprint(key),
  alg: 'RS256',
  use: 'sig',
})

/**
 * Loads the keys for tokens and cookies, and creates them at the first start. They are stored, so that a restart signs
 * nobody out.
 */
export async function loadSigningKeys(repository: ArtifactRepository): Promise<SigningKeys> {
  const [tokens, cookies] = await Promise.all([
    repository.secret('token-signing', async () => {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      return { keys: [await described(await exportJWK(privateKey))] }
    }),
    repository.secret('cookie-signing', async () => ({ keys: [randomBytes(32).toString('base64url')] })),
  ])
  const publicKeys = await Promise.all(
    tokens.keys.map(async (key) => described(await exportJWK(createPublicKey({ key: { ...key }, format: 'jwk' })))),
  )
  return { privateKeys: tokens.keys, publicKeys, cookieKeys: cookies.keys }
}
