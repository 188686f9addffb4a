import { hash, randomBytes } from 'node:crypto'

/** Tells people and secret scanners what it is; the rest is chance. */
const mark = 'pim_'

export const newSecret = (): string => mark + randomBytes(32).toString('base64url')

/**
 * What is kept of a key. A fast hash is right here: 256 random bits cannot be guessed, and the look-up by hash takes
 * the same time whatever was sent.
 */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Enough to tell one key from another in a list, far from enough to use it. */
export const prefixOf = (key: string): string => key.slice(0, mark.length + 6)
