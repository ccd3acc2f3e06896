import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rawPage } from '../pages/raw-page.ts'
import { startShop, untilShrunk } from '../pages/shop.ts'
import type { CrowdReport } from './crowd.ts'

/** What the machine can do, and nearly twice what the process lets in. */
const FEW = 16
const MANY = 900
const SECONDS = 10
const PROBE_EVERY_MS = 50

/**
 * What a crowd on searches that no cache has gets: how soon it is refused, how soon served, and what a visitor of a
 * cached page notices. The control is as many clients as the process makes pages at a time.
 */
export async function run(): Promise<Record<string, number>> {
  const shop = await startShop()
  try {
    const address = { port: shop.port, path: '/' }
    await untilShrunk(address)
    const few = await measure(address, FEW)
    const many = await measure(address, MANY)
    return {
      'served-per-second-over-few-clients': many.perSecond / few.perSecond,
      'refused-p99-ms': many.refusedP99,
      'served-p99-ms': many.servedP99,
      'cached-page-p50-ms': many.cachedP50,
    }
  } finally {
    await shop.stop()
  }
}

async function measure(address: Parameters<typeof rawPage>[0], clients: number) {
  const crowd = fork(fileURLToPath(new URL('crowd.ts', import.meta.url)), [address.port, clients, SECONDS].map(String))
  const reported = once(crowd, 'message')
  const cached: number[] = []
  let ended = false
  const end = reported.finally(() => {
    ended = true
  })
  while (!ended) {
    const began = performance.now()
    await rawPage(address)
    cached.push(performance.now() - began)
    await Promise.race([pause(PROBE_EVERY_MS), end])
  }
  const [report]: CrowdReport[] = await reported
  if (!report) throw new Error('The crowd has stopped; its reason is above.')
  const { served, refused, seconds } = report
  cached.sort((a, b) => a - b)
  const times = (all: number[]) => `p50 ${share(all, 0.5)}, p99 ${share(all, 0.99)} ms`
  const perSecond = served.length / seconds
  console.log(
    `${clients} clients: ${perSecond.toFixed(1)} served a second (${times(served)}), ${refused.length} refused (${times(refused)}), cached page ${times(cached)}`,
  )
  return {
    perSecond,
    servedP99: share(served, 0.99),
    refusedP99: share(refused, 0.99),
    cachedP50: share(cached, 0.5),
  }
}

function share(sorted: number[], part: number): number {
  return Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1))
}
