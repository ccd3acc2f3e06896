import ipaddr from 'ipaddr.js'

/** Azure's wire server: handed out as an ordinary public address, but it is every Azure machine's own host. */
const NEVER = new Set(['168.63.129.16'])
/** ::127.0.0.1 and its like (RFC 4291, long deprecated): an IPv4 address inside one that counts as public. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96')

/**
 * Whether an IP address is a public machine's: not loopback, private, link-local, carrier-grade NAT, multicast, reserved
 * or documentation, nor an IPv6 address that carries one of those inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && parsed.match(IPV4_COMPATIBLE)) return false
  return parsed.range() === 'unicast' && !NEVER.has(parsed.toString())
}
