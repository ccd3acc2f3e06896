import type { PlatformConfig } from '../../config/schema.ts'
import type { Log } from '../../log.ts'
import { openPool } from '../../postgres/open-pool.ts'
import { listen } from '../listen.ts'
import { openOutbox } from './outbox.ts'
import { serveMails } from './serve.ts'

export interface OpenedMailPage {
  url: string
  close(): Promise<void>
}

export interface MailPageOptions {
  config: PlatformConfig
  databaseUrl: string
  log: Log
}

/**
 * The page of mails that `[local_smtp]` (or `[inbucket]`) asks for, for this machine alone: null without that section,
 * and where a mail server sends them. A taken port is no reason not to start, so it comes back as a sentence.
 */
export async function openMailPage({
  config,
  databaseUrl,
  log,
}: MailPageOptions): Promise<OpenedMailPage | string | null> {
  const settings = config.local_smtp ?? config.inbucket
  if (!settings?.enabled || !config.auth.enabled || config.auth.email.smtp?.enabled) return null
  const pool = openPool({ connectionString: databaseUrl, max: 1, application_name: 'mail page' })
  pool.on('error', (error) => log.warn({ err: error }, 'the mail page lost its database connection'))
  const outbox = openOutbox(pool)
  const entrance = {
    fetch: (request: Request) => serveMails(request, outbox),
    upgrade: (_request: unknown, socket: { destroy(): unknown }) => void socket.destroy(),
  }
  try {
    const { port, close } = await listen({ entrance, host: '127.0.0.1', port: settings.port, trustedProxies: 0, log })
    return {
      url: `http://127.0.0.1:${port}`,
      async close() {
        await close()
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    return `the page of mails is not served: ${error instanceof Error ? error.message : String(error)}`
  }
}
