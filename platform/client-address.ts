import type { IncomingMessage } from 'node:http'

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
