import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { clientAddress } from '../client-address.ts'
import type { Entrance } from '../gateway/gateway.ts'

export interface ListenOptions {
  entrance: Entrance
  host: string
  /** 0: any free one. */
  port: number
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: number
}

export interface Listening {
  port: number
  /** Takes no more connections and gives the requests in flight this long. */
  close(graceMs?: number): Promise<void>
}

/** Headers beyond 64 kB are an attack or a cookie jar gone wrong; Node's own 16 kB is too little for long filters. */
const MAX_HEADER_BYTES = 64 * 1024
const GRACE_MS = 5000
/** A client that needs longer for its headers is not one to wait for; bodies have Node's own five minutes. */
const HEADERS_TIMEOUT_MS = 20_000

/** Serves one entrance over HTTP, websocket upgrades included. */
export async function listen({ entrance, host, port, trustedProxies }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(
    (request, { incoming }) => entrance.fetch(request, { clientAddress: clientAddress(incoming, trustedProxies) }),
    { overrideGlobalObjects: false },
  )
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS }, answer)
  server.on('upgrade', entrance.upgrade)
  await opened(server, { host, port })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address.')
  return { port: address.port, close: (graceMs = GRACE_MS) => close(server, graceMs) }
}

function opened(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        taken ? new Error(`Port ${port} on ${host} is in use: choose another, or end the program that has it.`) : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
