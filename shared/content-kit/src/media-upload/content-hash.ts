/** A larger file is not read into memory for it: the server tells its hash once it is there. */
const maxHashedBytes = 64 * 1024 * 1024

/** The SHA-256 of a file; undefined where the browser makes none, which is so on a page without https. */
export async function contentHash(file: Blob): Promise<string | undefined> {
  if (file.size > maxHashedBytes || !globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
