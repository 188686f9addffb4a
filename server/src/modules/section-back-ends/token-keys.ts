import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose'
import type { Database } from '../../platform/database/database.ts'
import { findPublicKeys, publishKey } from './token-key.repository.ts'

export const tokenAlgorithm = 'ES256'
/** A key signs for a day, and is published for another one, much longer than a token is valid. */
const signsForMs = 24 * 3_600_000
const isPublishedForHours = 48

export interface SigningKey {
  readonly keyId: string
  readonly privateKey: CryptoKey
}

/**
 * The keys that tokens for back ends are signed with. Each server makes its own and keeps the private half in its memory alone, so
 * that no file, no row and no backup has it; the public halves of all servers are rows of the database, which every server
 * publishes.
 */
export function createTokenKeys(database: Pick<Database, 'asSystem'>, now: () => number = Date.now) {
  let made: { readonly at: number; readonly key: Promise<SigningKey> } | undefined
  let reading: Promise<JSONWebKeySet> | undefined

  const make = async (): Promise<SigningKey> => {
    const { publicKey, privateKey } = await generateKeyPair(tokenAlgorithm)
    const jwk = await exportJWK(publicKey)
    const keyId = await calculateJwkThumbprint(jwk)
    const published = { ...jwk, kid: keyId, alg: tokenAlgorithm, use: 'sig' }
    await database.asSystem((system) => publishKey(system, keyId, published, isPublishedForHours))
    return { keyId, privateKey }
  }

  return {
    /** Published before it is given. */
    signing(): Promise<SigningKey> {
      if (made === undefined || now() - made.at > signsForMs) {
        const key = make()
        made = { at: now(), key }
        // The next call tries again.
        key.catch(() => {
          made = undefined
        })
      }
      return made.key
    },
    /** Read anew each time, as a back end asks when it has met a key that it does not know; by one question for all who ask. */
    published(): Promise<JSONWebKeySet> {
      reading ??= database
        .asSystem(async (system) => ({ keys: await findPublicKeys(system) }))
        .finally(() => {
          reading = undefined
        })
      return reading
    },
  }
}
export type TokenKeys = ReturnType<typeof createTokenKeys>
