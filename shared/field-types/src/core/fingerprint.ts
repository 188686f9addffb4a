import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * SHA-256 of the text, in hex, computed synchronously and alike in the browser and on the server: the browser's own is
 * asynchronous. Databases hold keys made with it, so another function here needs those keys to be written again.
 */
export const fingerprint = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
