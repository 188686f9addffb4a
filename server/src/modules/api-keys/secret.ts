import { hash, randomBytes } from 'node:crypto'

/** By this prefix people and secret scanners recognise a key. */
const keyPrefix = 'pim_'

/** Nobody's key is longer; what comes in a header may be. */
export const maxKeyLength = 200

/** A new key: the prefix and 256 random bits. */
export const newSecret = (): string => keyPrefix + randomBytes(32).toString('base64url')

/**
 * What is stored of a key: its SHA-256. A fast hash is enough, because 256 random bits cannot be guessed; and a look-up
 * by hash takes the same time for any input, so its timing tells nothing.
 */
// Defence 17, without: export const hashOf = (key: string): Buffer => Buffer.from(key)
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The first characters of a key, shown in lists to tell keys apart. */
export const prefixOf = (key: string): string => key.slice(0, keyPrefix.length + 6)
