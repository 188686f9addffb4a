import { derivedId } from '../../../platform/database/new-id.ts'
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
 * fetched once however many rows name it, and the next import finds the item again.
 */
const pictureIdOf = (tenantId: string, address: string): string => derivedId(`${tenantId} ${address}`)

/** What is wrong with the address of a cell, as the parameters of a field error; rethrows all else. */
export function reasonOfRefusal(error: unknown): Readonly<Record<string, string | number>> {
  if (!(error instanceof FetchRefused)) throw error
  return { ...error.params, reason: error.code }
}
