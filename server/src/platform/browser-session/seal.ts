import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { findKeys, keepKey, type SessionKey } from './session-key.repository.ts'

const algorithm = 'aes-256-gcm'
const nonceSize = 12
const tagSize = 16
/** A key seals for a day, so that none seals too much; it opens for longer than providers let a session be idle. */
const sealsForMs = 24 * 3_600_000
const opensForDays = 32

/**
 * Seals texts so that browsers can hold them, and neither read nor change them (AES-256-GCM). What one server has sealed each other one
 * opens, as the keys are rows of the database. A purpose keeps apart what is sealed for different ends.
 */
export function createSeal(database: Pick<Database, 'asSystem'>, now: () => number = Date.now) {
  let known: readonly SessionKey[] = []
  let reading: Promise<void> | undefined

  const read = (): Promise<void> => {
    reading ??= database
      .asSystem(findKeys)
      .then((keys) => {
        known = keys
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const young = () => known.find(({ madeAt }) => now() - madeAt.getTime() < sealsForMs)
  const sealing = async (): Promise<SessionKey> => {
    if (young() === undefined) await read()
    const there = young()
    if (there !== undefined) return there
    const made = { keyId: randomBytes(6).toString('base64url'), secret: randomBytes(32), madeAt: new Date(now()) }
    await database.asSystem((system) => keepKey(system, made, opensForDays))
    known = [made, ...known]
    return made
  }

  return {
    async close(text: string, purpose: string): Promise<string> {
      const { keyId, secret } = await sealing()
      const nonce = randomBytes(nonceSize)
      const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${keyId}.${sealed.toString('base64url')}`
    },
    /** `undefined` for what no server of this database has sealed for this purpose, or too long ago. */
    async open(sealed: string, purpose: string): Promise<string | undefined> {
      const [keyId, text = ''] = sealed.split('.')
      const find = () => known.find((key) => key.keyId === keyId)
      // Another server may have made it a moment ago.
      if (find() === undefined) await read()
      const key = find()
      const bytes = Buffer.from(text, 'base64url')
      if (key === undefined || bytes.length < nonceSize + tagSize) return undefined
      try {
        const decipher = createDecipheriv(algorithm, key.secret, bytes.subarray(0, nonceSize))
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(-tagSize))
        return Buffer.concat([decipher.update(bytes.subarray(nonceSize, -tagSize)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
export type Seal = ReturnType<typeof createSeal>
