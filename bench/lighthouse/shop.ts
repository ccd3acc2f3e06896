import { freePort } from '#platform'
import { startProcess, temporaryDataDir } from '#tests/support/dahlia.ts'
import { buildSiteIfStale } from '../../scripts/build/build-site.ts'

export interface Shop {
  url: string
  stop(): Promise<void>
}

/** The built site with the demo shop in a folder of its own; BENCH_URL names one that already runs instead. */
export async function startShop(): Promise<Shop> {
  const running = process.env.BENCH_URL
  if (running) return { url: running.replace(/(?<!\/)\/+$/, ''), stop: async () => {} }
  await buildSiteIfStale(console.log)
  const { dataDir, remove } = await temporaryDataDir()
  const dahlia = await startProcess({ dataDir, port: await freePort() })
  return {
    url: dahlia.url,
    async stop() {
      await dahlia.stop()
      await remove()
    },
  }
}
