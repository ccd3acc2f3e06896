import type { IncomingMessage } from 'node:http'
import { plainAddress } from '#platform/client-address.ts'

/** A direct caller on this machine: a proxy on this machine announces whom it speaks for. */
export function isLocalCaller(request: IncomingMessage): boolean {
  const address = plainAddress(request.socket.remoteAddress ?? '')
  const { headers } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers['x-real-ip'] ?? headers.via
  return (address === '::1' || address.startsWith('127.')) && forwarded === undefined
}
