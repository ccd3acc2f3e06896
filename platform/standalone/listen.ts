import type { Entrance } from '../gateway/gateway.ts'
import type { HeaderList } from '../kernel/header-list.ts'
import { createListener } from '../kernel/listener/listener.ts'
import type { Log } from '../log.ts'

export interface ListenOptions {
  entrance: Entrance
  host: string
  /** 0: any free one. */
  port: number
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustedProxies: number
  log: Log
}

export interface Listening {
  port: number
  /** Takes no more connections and gives the requests in flight this long. */
  close(graceMs?: number): Promise<void>
}

const GRACE_MS = 5000
/** Of refusals that no service makes: whoever shows one to a person shows text. */
const HEADERS: HeaderList = [['x-content-type-options', 'nosniff']]

/** Serves one entrance over HTTP, websocket upgrades included. */
export async function listen({ entrance, host, port, trustedProxies, log }: ListenOptions): Promise<Listening> {
  const listener = createListener({
    fetch: (request, { clientAddress, requestId }) => entrance.fetch(request, { clientAddress, requestId }),
    upgrade: entrance.upgrade,
    headers: HEADERS,
    trustedProxies,
    log,
  })
  try {
    await listener.listen({ host, port })
  } catch (error) {
    throw isTaken(error)
      ? new Error(`Port ${port} on ${host} is in use: choose another, or end the program that has it.`)
      : error
  }
  const address = listener.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address.')
  return { port: address.port, close: (graceMs = GRACE_MS) => listener.drain(graceMs) }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
