import { createServer } from 'node:net'
import { join } from 'node:path'
import { isEmbeddedRunning } from '#platform'
import type { Config } from './config.ts'
import { codeOf, portForbidden, portTaken, runsAlready } from './errors.ts'

/** Asked before the database is started, so that a second start ends at once and changes nothing. */
export async function checkPort({ host, port, dataDir, databaseUrl }: Config): Promise<void> {
  const code = await tryPort({ host, port })
  if (code === '') return
  if (code !== 'EADDRINUSE') throw portForbidden({ host, port, code })
  // Another port would be refused as well: the folder has one process.
  if (databaseUrl === null && (await isEmbeddedRunning(join(dataDir, 'postgres')))) throw runsAlready({ port, dataDir })
  throw portTaken({ host, port, free: await freePortAfter({ host, port }) })
}

/** The code of the system's refusal, '' where the port can be had. */
function tryPort({ host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(codeOf(error)))
    probe.listen({ host, port }, () => probe.close(() => resolve('')))
  })
}

/** Ports that are looked at: who runs several programs gives them neighbouring ones. */
const PORTS_NEARBY = 20

async function freePortAfter({ host, port }: { host: string; port: number }): Promise<number | null> {
  for (let other = port + 1; other <= Math.min(port + PORTS_NEARBY, 65_535); other += 1) {
    if ((await tryPort({ host, port: other })) === '') return other
  }
  return null
}

/** Where this machine reaches the process. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const visited = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}
