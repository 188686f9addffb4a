import { createHash } from 'node:crypto'
import { checkedAddress, FetchRefused } from '../../../platform/fetching/index.ts'

/** A picture that a cell names by its address: the media item that it becomes, or is already. */
export interface AskedPicture {
  readonly contentItemId: string
  readonly address: string
  /** The content types that the field takes; left out where it takes all. */
  readonly types?: readonly string[]
}

export const isAddress = (name: string): boolean => /^[a-z]+:\/\//i.test(name)

/** Throws `FetchRefused` where the address is none that may be fetched from. */
export function askedPicture(
  tenantId: string,
  name: string,
  allowedHosts: readonly string[],
  types: readonly string[] | undefined,
): AskedPicture {
  const url = checkedAddress(name, allowedHosts)
  url.hash = ''
  const address = url.href
  return { contentItemId: pictureIdOf(tenantId, address), address, ...(types && { types }) }
}

/**
 * The id of the media item of an address follows from the address: the rehearsal knows what the execution will make, the address is
 * fetched once however many rows name it, and the next import finds the item again. Made like a UUID of version 8 (RFC 9562).
 */
function pictureIdOf(tenantId: string, address: string): string {
  const hex = createHash('sha256').update(`${tenantId} ${address}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** What is wrong with the address of a cell, as the parameters of a field error; rethrows all else. */
export function reasonOfRefusal(error: unknown): Readonly<Record<string, string | number>> {
  if (!(error instanceof FetchRefused)) throw error
  return { ...error.params, reason: error.code }
}
