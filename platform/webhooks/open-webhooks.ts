import type { Connection } from '../gateway/gateway.ts'
import type { ServiceContext } from '../kernel/service.ts'
import { tablesWithWebhooks } from './queue.ts'
import { startWebhooks } from './webhooks.ts'

export interface OpenWebhooksOptions {
  safeFetch: typeof fetch
  platformFetch: (request: Request, connection: Connection) => Promise<Response>
}

/** Starts sending as `[platform] webhooks` says; switched off, it tells which tables queue requests in vain. */
export async function openWebhooks(context: ServiceContext, options: OpenWebhooksOptions) {
  const { config, pools, log, now, publicUrl } = context
  const mode = config.platform.webhooks ?? 'public'
  if (mode === 'off') {
    const tables = await tablesWithWebhooks(pools.owner)
    if (tables.length > 0) {
      log.warn({ tables }, `webhooks = "off": what the webhooks of ${tables.join(', ')} queue is not sent`)
    }
    return { close: async () => {} }
  }
  const outsideFetch = mode === 'any' ? fetch : options.safeFetch
  const sender = { publicUrl, config, platformFetch: options.platformFetch, outsideFetch }
  return startWebhooks({ db: pools.owner, sender, log, now })
}
