import { createServer } from 'node:net'
import { join } from 'node:path'
import { isEmbeddedRunning } from '#platform'
import type { Config } from './config.ts'
import { codeOf, portForbidden, portTaken, runsAlready } from './errors.ts'

/** Asked before the database is started, so that a second start ends at once and changes nothing. */
export async function checkPort({ host, port, dataDir, databaseUrl }: Config): Promise<void> {
  const code = await new Promise<string>((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(codeOf(error)))
    probe.listen({ host, port }, () => probe.close(() => resolve('')))
  })
  if (code === '') return
  if (code !== 'EADDRINUSE') throw portForbidden({ host, port, code })
  // Another port would be refused as well: the folder has one process.
  if (databaseUrl === null && (await isEmbeddedRunning(join(dataDir, 'postgres')))) throw runsAlready({ port, dataDir })
  throw portTaken({ host, port })
}

/** Where this machine reaches the process. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const visited = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${visited.includes(':') ? `[${visited}]` : visited}:${port}`
}
