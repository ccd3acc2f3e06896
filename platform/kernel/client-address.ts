import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Incoming = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Whom rate limits count: the socket's address, or, behind that many trusted proxies, the address the outermost of
 * them saw. Entries further left were written by the visitor and are never believed.
 */
export function clientAddress(request: Incoming, trustedProxyHops: number): string {
  const socketAddress = plainAddress(request.socket.remoteAddress ?? '')
  if (trustedProxyHops === 0) return socketAddress
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter((part) => part !== '')
  // Fewer entries than trusted hops: somebody came past the proxies, and the list is what they wrote themselves.
  return forwarded.at(-trustedProxyHops) ?? socketAddress
}

/** ::ffff:192.0.2.1 is how a dual-stack socket names 192.0.2.1. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').slice(0, 64)
}

/** Every home and server has 2^64 addresses of IPv6 to itself, so its network is what counts. */
export function networkOf(address: string): string {
  return networkOfGroups(address, 4)
}

/** What an address is counted as. Whoever rents a server is easily given a /48 of IPv6, with 65,536 such networks. */
export function networksOf(address: string): string[] {
  const network = networkOf(address)
  return network === address ? [address] : [network, `${networkOfGroups(address, 3)}/48`]
}

/** IPv4 is taken as it is: it is most addresses, and parsing one costs ten times as much. */
function networkOfGroups(address: string, groupCount: number): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, groupCount)
  return groups.map((group) => group.toString(16)).join(':')
}
