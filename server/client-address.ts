import type { IncomingMessage } from 'node:http'

/**
 * Whom rate limits count: the socket's address, or, behind that many trusted proxies, the address the outermost of
 * them saw. Entries further left were written by the visitor and are never believed.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const socketAddress = plain(request.socket.remoteAddress ?? '')
  if (trustedProxyHops === 0) return socketAddress
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
    .filter((part) => part !== '')
  return forwarded.at(-trustedProxyHops) ?? forwarded[0] ?? socketAddress
}

/** ::ffff:192.0.2.1 is how a dual-stack socket names 192.0.2.1. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').slice(0, 64)
}

/** A direct caller on this machine: a proxy on this machine announces whom it speaks for. */
export function isLocalCaller(request: IncomingMessage): boolean {
  const address = plain(request.socket.remoteAddress ?? '')
  const { headers } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'] ?? headers.via
  return (address === '::1' || address.startsWith('127.')) && forwarded === undefined
}
