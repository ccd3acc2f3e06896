import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#platform'
import { type Dahlia, keysOf, startProcess, temporaryDataDir } from '#tests/support/dahlia.ts'
import { buildSiteIfStale } from '../../scripts/build/build-site.ts'

/** A smaller number is for trying the bench out. */
const SECONDS = Number(process.env.BENCH_MEMORY_SECONDS ?? 300)
const VISITORS = 16
const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const MEGABYTE = 1024 * 1024

/**
 * The shop as `npm start` runs it, from an empty folder, under five minutes of mixed load: cached and uncached pages,
 * searches, rows, images, refused bodies. Printed is what the process holds of the machine's memory, twelve times.
 */
export async function run(): Promise<Record<string, number>> {
  await buildSiteIfStale(console.log)
  const folder = await temporaryDataDir()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(folder.remove)
  const dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START })
  cleanUp.defer(async () => void (await dahlia.stop()))
  console.log(`start: ${await describeMemory(dahlia)}`)

  const { publishableKey } = await keysOf(dahlia)
  const until = performance.now() + SECONDS * 1000
  let answers = 0
  const visitors = Array.from({ length: VISITORS }, async (_, visitor) => {
    for (let turn = visitor; performance.now() < until; turn += VISITORS) {
      const response = await fetch(dahlia.url + pathOf(turn), askOf(turn, publishableKey))
      await response.arrayBuffer()
      answers += 1
    }
  })
  for (let round = 1; round <= 12; round += 1) {
    await pause((SECONDS * 1000) / 12)
    console.log(`${Math.round((SECONDS * round) / 12)} s: ${await describeMemory(dahlia)}, ${answers} answers`)
  }
  await Promise.all(visitors)
  return { 'resident-mb': (await memoryOf(dahlia)).resident }
}

const WORDS = ['silk', 'dress', 'lamp', 'serum', 'gold', 'linen', 'rose', 'bag', 'velvet', 'boots', 'candle', 'blue']

/** Every visitor goes through all kinds, each with addresses that repeat and addresses that do not. */
function pathOf(turn: number): string {
  const word = WORDS[turn % WORDS.length] ?? ''
  const kinds = [
    '/',
    `/products?page=${(turn % 40) + 1}`,
    `/search?q=${word}+${turn}`,
    `/rest/v1/products?select=*&limit=100&offset=${turn % 200}`,
    `/search?q=${word}&page=${(turn % 9) + 1}`,
    `/p/${word}-${turn % 2000}`,
    '/blog',
    '/rest/v1/rpc/suggest?query_text=sil',
    '/deals',
    '/rest/v1/products',
  ]
  return kinds[turn % kinds.length] ?? '/'
}

function askOf(turn: number, apikey: string): RequestInit {
  if (turn % 10 !== 9) return { headers: { apikey, 'accept-encoding': turn % 2 ? 'br' : 'gzip' } }
  return { method: 'POST', headers: { apikey, 'content-type': 'text/csv' }, body: 'a,b\n1,2\n'.repeat(50_000) }
}

async function describeMemory(dahlia: Dahlia): Promise<string> {
  const memory = Object.entries(await memoryOf(dahlia))
  return memory.map(([name, megabytes]) => `${name} ${Math.round(megabytes)} MB`).join(', ')
}

/** Megabytes of the server's own process, whoever supervises it. */
async function memoryOf(dahlia: Dahlia) {
  const { secretKey } = await keysOf(dahlia)
  const metrics = await (await fetch(`${dahlia.url}/metrics`, { headers: { apikey: secretKey } })).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / MEGABYTE
  return {
    resident: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_total_bytes'),
    external: value('nodejs_external_memory_bytes'),
    pages: value('page_cache_bytes'),
  }
}
