import { lookup } from 'node:dns/promises'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './public-address.ts'

/** The internet, or what tests put in its place. No setting of the server leads here. */
export interface Outside {
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly isPublic: (address: string) => boolean
  /** The authorities that certificates may be signed by. */
  readonly ca?: readonly string[] | undefined
  readonly connectMs: number
  readonly idleMs: number
}

export const internet: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress,
  connectMs: 10_000,
  idleMs: 60_000,
}

/**
 * Looks the name of a host up, once, and answers an address that the caller may connect to: whoever looked it up again could
 * get another one. Throws `FetchRefused`.
 */
export async function judgedAddress(
  hostname: string,
  { resolve, isAllowed }: Pick<Outside, 'resolve'> & { readonly isAllowed: (address: string) => boolean },
): Promise<string> {
  const found = await resolve(hostname).catch((cause: unknown) => {
    throw new FetchRefused('HOST_NOT_FOUND', { host: hostname }, { cause })
  })
  const [first] = found
  if (first === undefined) throw new FetchRefused('HOST_NOT_FOUND', { host: hostname })
  // One that is not allowed among them is reason enough: the host is not what it says.
  // Defence 178
  // Defence 44
  if (!found.every(isAllowed)) throw new FetchRefused('HOST_NOT_PUBLIC', { host: hostname })
  return first
}
