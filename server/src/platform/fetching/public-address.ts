import { BlockList, isIP } from 'node:net'

/** Networks that are no part of the public internet, by the registries of IANA for special purposes. */
const notPublic4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * What of the public network of IPv6 leads elsewhere: tunnels (Teredo in the first, 6to4) have an IPv4 address inside. All
 * others, such as IPv4-mapped ones, NAT64, loopback, link-local and unique local ones, lie outside of that network.
 */
const notPublic6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const refused = new BlockList()
for (const [network, prefix] of notPublic4) refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of notPublic6) refused.addSubnet(network, prefix, 'ipv6')
const allocated6 = new BlockList()
allocated6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address, as a resolver writes it, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  // One with a zone is of a local network.
  if (family !== 6 || address.includes('%')) return false
  // Defence 178, without: return !refused.check(address, 'ipv6')
  return allocated6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
