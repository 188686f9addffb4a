import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** One of the equivalent scrypt settings of the OWASP password storage cheat sheet: the one with the least memory. */
const cost = { N: 32_768, r: 8, p: 3 }
const keyLength = 32

/** Hashing is slow by design: more than two at once would block the thread pool, which files and pictures need. */
const maxConcurrent = 2
const maxWaiting = 32
let running = 0
const waiting: (() => void)[] = []

export class TooManySignIns extends Error {
  override readonly name = 'TooManySignIns'
}

async function derive(password: string, salt: Buffer, options: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>) {
  if (running < maxConcurrent) running++
  else {
    if (waiting.length >= maxWaiting) throw new TooManySignIns()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    // The slot is passed on directly, so that a later caller cannot overtake those that wait.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Compared for unknown user names, so that they take as long as a wrong password and cannot be told apart by timing.
 */
const dummyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? dummyHash).split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('A stored password hash is damaged')
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return hash !== undefined && expected.length === derived.length && timingSafeEqual(expected, derived)
}
