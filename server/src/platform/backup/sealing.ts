import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupRefused } from './backup-format.ts'

/**
 * Encryption of one object of a backup with AES-256-GCM, in chunks, so that objects of any size pass in constant memory.
 * Each object has a key of its own, derived from the backup's key, a random salt and the object's name: an object that was
 * renamed cannot be decrypted. The nonce of a chunk is its number and whether it is the last one, so chunks that were left
 * out, repeated, moved or cut off are found (the STREAM construction).
 */
const magic = Buffer.from('PIM-SEALED-1\n')
const saltSize = 32
const tagSize = 16
const chunkSize = 1024 * 1024

/** 32 random bytes, as 64 hexadecimal digits or in base64. A password is refused: it could be guessed at leisure. */
export function parseBackupKey(text: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (key.length === 32 && /^(?:[0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(trimmed)) return key
  throw new BackupRefused(
    'The key of a backup is 32 random bytes as 64 hexadecimal digits. Make one: openssl rand -hex 32',
  )
}

const keyOf = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `pim backup ${name}`, 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* seal(bytes: AsyncIterable<Buffer>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltSize)
  const own = keyOf(key, salt, name)
  yield Buffer.concat([magic, salt])
  let number = 0
  for await (const { chunk, isLast } of chunksOf(bytes, chunkSize)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what `seal` has written, or passes on what is not encrypted. Throws where the key and the object do not fit. */
export async function* unseal(
  bytes: AsyncIterable<Buffer>,
  key: Buffer | undefined,
  name: string,
): AsyncGenerator<Buffer> {
  const rest = bytes[Symbol.asyncIterator]()
  try {
    let head: Buffer = Buffer.alloc(0)
    while (head.length < magic.length + saltSize) {
      const next = await rest.next()
      if (next.done) break
      head = Buffer.concat([head, next.value])
    }
    const remaining = withHead(head, rest)
    if (!head.subarray(0, magic.length).equals(magic)) {
      if (key !== undefined)
        throw new BackupRefused(`${name} is not encrypted, although a key was given. Is this the backup that you mean?`)
      yield* remaining
      return
    }
    if (key === undefined)
      throw new BackupRefused(`${name} is encrypted: name the file of its key with --key-file, or set PIM_BACKUP_KEY.`)
    const start = magic.length + saltSize
    const own = keyOf(key, head.subarray(magic.length, start), name)
    let number = 0
    for await (const { chunk, isLast } of chunksOf(withHead(head.subarray(start), rest), chunkSize + tagSize))
      yield decrypt(chunk, own, nonceOf(number++, isLast), name)
  } finally {
    await rest.return?.()
  }
}

function decrypt(chunk: Buffer, key: Buffer, nonce: Buffer, name: string): Buffer {
  try {
    const at = chunk.length - tagSize
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSize })
    decipher.setAuthTag(chunk.subarray(at))
    return Buffer.concat([decipher.update(chunk.subarray(0, at)), decipher.final()])
  } catch (error) {
    throw new BackupRefused(`${name} cannot be decrypted: the key is another one, or the object was changed.`, {
      cause: error,
    })
  }
}

async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Chunks of equal size; the last one is shorter, or as long, or empty where there are no bytes at all. */
async function* chunksOf(
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly isLast: boolean }> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    // One byte more than a chunk has to be there, or it might be the last.
    if (length <= size) continue
    let all = Buffer.concat(parts)
    for (; all.length > size; all = all.subarray(size)) yield { chunk: all.subarray(0, size), isLast: false }
    parts = [all]
    length = all.length
  }
  yield { chunk: Buffer.concat(parts), isLast: true }
}
