import { createPrivateKey, createPublicKey, hash, verify } from 'node:crypto'
import { type ReleaseStatement, signedText } from '@pim/contract/sections/schemas.ts'

/** DER before the 32 bytes of an Ed25519 key: the private one is made from any of these (RFC 8410). */
const privateKeyStart = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyStart = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The public key that verifies the signatures of a deploy key. The pair follows from the key (`pim-section deploy` makes it in the same
 * way), so a team keeps one secret; the server keeps this half and a hash, which sign nothing.
 */
export function publicKeyOf(key: string): Buffer {
  const seed = hash('sha256', `pim release signature\n${key}`, 'buffer')
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyStart, seed]), format: 'der', type: 'pkcs8' })
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicKeyStart.length)
}

/** Whether the bearer of the key has signed just this: the section, the release by the hash of its files, and its origin. */
export function isSigned(statement: ReleaseStatement, publicKey: Buffer): boolean {
  if (statement.signature === undefined) return false
  const key = createPublicKey({ key: Buffer.concat([publicKeyStart, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signedText(statement)), key, Buffer.from(statement.signature, 'base64'))
}
