import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** One of the settings that the OWASP password storage cheat sheet calls equal; this one needs least memory at once. */
const cost = { N: 32_768, r: 8, p: 3 }
const keyLength = 32

/** Hashing is meant to be slow: beyond two at a time it would take the threads that files and pictures need. */
const atOnce = 2
const waitingAtMost = 32
let running = 0
const waiting: (() => void)[] = []

export class TooManySignIns extends Error {
  override readonly name = 'TooManySignIns'
}

async function derive(password: string, salt: Buffer, options: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>) {
  if (running < atOnce) running++
  else {
    if (waiting.length >= waitingAtMost) throw new TooManySignIns()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyLength, { ...options, maxmem: 64 * 1024 * 1024 }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    // The place is handed on, not given up: in between, a newcomer would take it.
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

/** Of nobody's password: an unknown name takes as long as a wrong password, so names cannot be found out. */
const decoy = `scrypt$${cost.N}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`

export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? decoy).split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('A stored password hash is damaged')
  const expected = Buffer.from(key, 'base64url')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return hash !== undefined && expected.length === derived.length && timingSafeEqual(expected, derived)
}
