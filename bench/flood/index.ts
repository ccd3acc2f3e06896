import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keysOf } from '#tests/support/dahlia.ts'
import { rawPage } from '../pages/raw-page.ts'
import { startShop, untilShrunk } from '../pages/shop.ts'
import type { FloodReport } from './flooders.ts'

const PAGE = '/'
const PROBE_EVERY_MS = 10
const QUIET_MS = 5000

/**
 * What a visitor of a cached page notices of a websocket flood: 100 of 1,000 sockets on one topic send 40 messages of
 * 2 kB each as fast as they can. The control is the same page with the same sockets open and silent.
 */
export async function run(): Promise<Record<string, number>> {
  const shop = await startShop()
  const flooders = fork(fileURLToPath(new URL('flooders.ts', import.meta.url)))
  try {
    const address = { port: shop.port, path: PAGE }
    await untilShrunk(address)
    const { publishableKey: key } = await keysOf({ dataDir: join(shop.folder, 'data') })
    const tell = async (command: object): Promise<FloodReport> => {
      const told = once(flooders, 'message')
      flooders.send(command)
      const [report]: FloodReport[] = await told
      if (!report) throw new Error('The flooding process has stopped; its reason is above.')
      return report
    }
    await tell({ kind: 'open', url: `ws://127.0.0.1:${shop.port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0` })
    const quiet = await probe(address, new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
    const flood = tell({ kind: 'flood' })
    const flooded = await probe(address, flood)
    const report = await flood
    const figures = (name: string, latencies: number[]) =>
      `${name}: p50 ${share(latencies, 0.5)} ms, p99 ${share(latencies, 0.99)} ms, longest ${share(latencies, 1)} ms (${latencies.length} pages)`
    console.log(figures('cached page beside 1,000 silent sockets', quiet))
    console.log(figures('cached page beside the flood', flooded))
    if (report.kind === 'flooded') {
      const { seconds, deliveries, refused, closed } = report
      console.log(
        `flood of ${seconds.toFixed(1)} s: ${deliveries} deliveries, ${refused} senders told to stop, ${closed} sockets closed`,
      )
    }
    return {
      'flood-page-p50-over-quiet': share(flooded, 0.5) / share(quiet, 0.5),
      'flood-page-p99-over-quiet': share(flooded, 0.99) / share(quiet, 0.99),
      'flood-page-longest-ms': share(flooded, 1),
    }
  } finally {
    flooders.kill()
    await shop.stop()
  }
}

/** How long single requests take, one after another, until `end` resolves. */
async function probe(address: Parameters<typeof rawPage>[0], end: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  let ended = false
  void end.finally(() => {
    ended = true
  })
  while (!ended) {
    const began = performance.now()
    await rawPage(address)
    latencies.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  return latencies.sort((a, b) => a - b)
}

function share(sorted: number[], part: number): number {
  return Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1))
}
